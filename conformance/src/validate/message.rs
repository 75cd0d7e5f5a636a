//! Messages: which definition one is read as. Requests and notifications go by their method, results by their request.

use super::definition::Definition;
use super::text::Text;
use crate::transcript::{Connection, Kind, Message, Party, Transcript};

/// What a result answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The method of the request.
    pub method: &'a str,
    /// Whether the request asked for a task.
    pub task: bool,
}

impl Definition {
    /// The definition that the text of one message is read as; `asked` says what a response answers.
    pub fn of_message(text: &str, asked: Option<Asked<'_>>) -> Option<Self> {
        Self::named("JSONRPCMessage").map(|any| told(text, asked).unwrap_or(any))
    }

    /// The definition of the result that a request brings.
    pub fn of_result(asked: Asked<'_>) -> Option<Self> {
        if asked.task {
            return Self::named("CreateTaskResult");
        }
        let request = Self::of_method(asked.method)?;
        let result = format!("{}Result", request.name().strip_suffix("Request")?);
        Self::named(&result).or_else(|| Self::named("EmptyResult"))
    }
}

fn told(text: &str, asked: Option<Asked<'_>>) -> Option<Definition> {
    let members = Text::new(text).members().ok().filter(|members| !members.is_empty())?;
    let get = |name: &str| members.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
    match (get("method"), get("result"), get("error")) {
        (Some(method), ..) => {
            let known = serde_json::from_str::<String>(method).ok().and_then(|method| Definition::of_method(&method));
            let other = if get("id").is_some() { "JSONRPCRequest" } else { "JSONRPCNotification" };
            known.or_else(|| Definition::named(other))
        }
        (None, Some(_), _) => {
            let result = asked.and_then(Definition::of_result);
            let response = result.and_then(|it| Definition::named(&format!("JSONRPCResultResponse/{}", it.name())));
            response.or_else(|| Definition::named("JSONRPCResultResponse"))
        }
        (None, None, Some(error)) => {
            let code = Text::new(error).locate("/code").map(|span| &error[span]);
            let asks = code == Some("-32042");
            Definition::named(if asks { "URLElicitationRequiredError" } else { "JSONRPCErrorResponse" })
        }
        (None, None, None) => None,
    }
}

/// What a response of a recording answers: for `tasks/result`, the request that began the task.
pub fn asked<'t>(transcript: &'t Transcript, connection: &'t Connection, response: &Message) -> Option<Asked<'t>> {
    let request = connection.asked(response)?;
    let task = request.params()["taskId"].as_str();
    let begun = task.filter(|_| request.method() == Some("tasks/result")).and_then(|task| beginning(transcript, task));
    let method = begun.or(request.method())?;
    Some(Asked { method, task: begun.is_none() && request.params().get("task").is_some_and(|task| !task.is_null()) })
}

/// The method of the request that began a task.
fn beginning<'t>(transcript: &'t Transcript, task: &str) -> Option<&'t str> {
    let exchanges = [Party::Client, Party::Server].into_iter().flat_map(|party| transcript.exchanges(party));
    let mut begun = exchanges.filter(|exchange| exchange.result().is_some_and(|(_, r)| r["task"]["taskId"] == task));
    begun.next()?.request.method()
}

impl Definition {
    /// The definition that a message of a recording is read as.
    pub fn of_recorded(transcript: &Transcript, connection: &Connection, message: &Message) -> Option<Self> {
        let asked =
            matches!(message.kind, Kind::Result { .. }).then(|| asked(transcript, connection, message)).flatten();
        Self::of_message(message.text.as_str().unwrap_or_default(), asked)
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Definition};

    fn name(text: &str, asked: Option<(&str, bool)>) -> &'static str {
        let asked = asked.map(|(method, task)| Asked { method, task });
        Definition::of_message(text, asked).unwrap().name()
    }

    #[test]
    fn a_message_is_read_by_its_method_or_its_request() {
        assert_eq!(name(r#"{"method":"tools/call"}"#, None), "CallToolRequest");
        assert_eq!(name(r#"{"method":"own/thing","id":1}"#, None), "JSONRPCRequest");
        assert_eq!(name(r#"{"method":5}"#, None), "JSONRPCNotification");
        assert_eq!(name(r#"{"result":{}}"#, None), "JSONRPCResultResponse");
        assert_eq!(name(r#"{"result":{}}"#, Some(("tools/call", false))), "JSONRPCResultResponse/CallToolResult");
        assert_eq!(name(r#"{"result":{}}"#, Some(("tools/call", true))), "JSONRPCResultResponse/CreateTaskResult");
        assert_eq!(name(r#"{"result":{}}"#, Some(("ping", false))), "JSONRPCResultResponse/EmptyResult");
        assert_eq!(name(r#"{"result":{}}"#, Some(("own/thing", false))), "JSONRPCResultResponse");
        assert_eq!(name(r#"{"error":{"code":-32601}}"#, None), "JSONRPCErrorResponse");
        assert_eq!(name(r#"{"error":{"code":-32042}}"#, None), "URLElicitationRequiredError");
        assert_eq!(name("[]", None), "JSONRPCMessage");
        assert_eq!(name(r#"{"id":1}"#, None), "JSONRPCMessage");
        assert_eq!(name("{", None), "JSONRPCMessage");
    }
}
