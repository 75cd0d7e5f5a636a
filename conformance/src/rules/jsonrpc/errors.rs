//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#error-responses>

use serde_json::Value;

use super::envelope::kind_of;
use crate::prose::message::concise_fault;
use crate::rule::{Observations, rules};
use crate::transcript::{Message, Party, Transcript};
use crate::validate::Definition;

rules! { "jsonrpc";
    /// An error has an integer code.
    ///
    /// The `error` member is an object, and its `code` a whole number. Violations are codes that are texts (`"ENOENT"`,
    /// `"-32601"`), fractions, codes that are missing because an exception was serialized as it was, or an error that is
    /// just a text.
    Must errors_have_an_integer_code since V2024_11_05
    cites ["jsonrpc-error-code-present", "jsonrpc-error-code-integer"] = "basic/index#error-responses";

    /// An error has a message.
    ///
    /// The `message` is a text. It goes missing where an exception without text is passed on, or where the server puts its
    /// words under another name such as `reason`.
    Must errors_have_a_message since V2024_11_05 cites ["jsonrpc-error-message-present"] = "basic/index#error-responses";

    /// An error message is one short sentence.
    ///
    /// Whoever shows it has one line for it. Stack traces, dumps of a validator's findings and several hundred characters
    /// belong into `data`. Here more than one line or more than 500 characters count as too long.
    Should error_message_is_concise since V2024_11_05
    cites ["jsonrpc-error-message-concise", "general-error-message-concise"] = "schema#error";

    /// A method that does not exist gives an error.
    ///
    /// The server says so rather than pretend success. A catch-all handler that answers everything with an empty result
    /// makes clients believe in features that are not there.
    Must unknown_method_fails since V2024_11_05 cites ["jsonrpc-unknown-method-code"] = "basic/index#error-responses";

    /// The error for a method that does not exist has the code -32601.
    ///
    /// JSON-RPC keeps this code for it, and clients use it to find out what a server can do. Servers that check the message
    /// against the list of known ones before they look at the method answer -32602 or -32603.
    Should unknown_method_code since V2024_11_05 cites ["jsonrpc-unknown-method-code"] = "basic/index#error-responses";

    /// The error for params of the wrong shape has the code -32602.
    ///
    /// JSON-RPC keeps this code for it. -32603 says that the server itself has failed; it is what comes out where the
    /// exception of a validator is not told from others. A list that is asked for with such params is refused, not given.
    Should invalid_params_code since V2024_11_05
    cites ["jsonrpc-invalid-params-code"] = "basic/index#error-responses";
}

fn errors_have_an_integer_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no error");
    for message in t.messages_from(Party::Server) {
        if let Some(error) = message.error() {
            seen.judge([message], code_fault(error));
        }
    }
    seen
}

fn code_fault(error: &Value) -> Option<String> {
    if !error.is_object() {
        return Some(format!("/error is {}, where an object was expected", kind_of(error)));
    }
    match error.get("code") {
        None => Some("/error has no `code`".to_owned()),
        Some(Value::Number(code)) if code.is_i64() || code.as_f64().is_some_and(|code| code.fract() == 0.0) => None,
        Some(code) => Some(format!("/error/code is {code}, where an integer was expected")),
    }
}

fn errors_have_a_message(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no error");
    for message in t.messages_from(Party::Server) {
        if let Some(Value::Object(error)) = message.error() {
            let fault = match error.get("message") {
                Some(Value::String(_)) => None,
                Some(other) => Some(format!("/error/message is {}, where a string was expected", kind_of(other))),
                None => Some("/error has no `message`".to_owned()),
            };
            seen.judge([message], fault);
        }
    }
    seen
}

fn error_message_is_concise(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no error");
    for message in t.messages_from(Party::Server) {
        if let Some(text) = message.error().and_then(|error| error["message"].as_str()) {
            seen.judge([message], concise_fault(text).map(|why| format!("/error/message {why}")));
        }
    }
    seen
}

fn unknown_method_fails(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unknown method was asked for");
    for exchange in t.exchanges(Party::Client).filter(|exchange| t.is_unknown(exchange.method())) {
        if let Some(answer) = exchange.answer() {
            let fault = answer
                .result()
                .map(|_| format!("`{}` does not exist, and was answered with a result", exchange.method()));
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}

fn unknown_method_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unknown method was refused");
    for exchange in t.exchanges(Party::Client).filter(|exchange| t.is_unknown(exchange.method())) {
        if let Some((answer, code)) = exchange.error().and_then(|answer| Some((answer, answer.code()?))) {
            let fault = (code != -32601).then(|| format!("the code is {code}, where -32601 was expected"));
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}

fn invalid_params_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no params of the wrong shape were sent");
    for exchange in t.exchanges(Party::Client).filter(|exchange| has_invalid_params(exchange.request)) {
        let Some(answer) = exchange.answer() else { continue };
        let is_list = exchange.method().ends_with("/list");
        let fault = match answer.code() {
            Some(-32602..=-32600) => None,
            Some(code) => Some(format!("the code is {code}, where -32602 was expected")),
            None if is_list && answer.result().is_some() => Some("params of the wrong shape were accepted".to_owned()),
            None => continue,
        };
        seen.judge([exchange.request, answer], fault);
    }
    seen
}

/// Whether the schema says no to the params; what other rules are about is left out.
fn has_invalid_params(request: &Message) -> bool {
    const ELSEWHERE: &[&str] = &["completion/complete", "logging/setLevel", "prompts/get", "ping"];
    let is_elsewhere = request.method().is_none_or(|method| ELSEWHERE.contains(&method));
    let (false, false, Some(text)) = (is_elsewhere, request.is_malformed(), request.text.as_str()) else {
        return false;
    };
    let problems = Definition::of_message(text, None).map(|message| message.problems(text)).unwrap_or_default();
    problems.iter().any(|problem| problem.keyword.is_some() && problem.is_fault())
}
