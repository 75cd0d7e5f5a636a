//! Which request a result answers, among messages that stand one after another.

use std::collections::VecDeque;

use mcp_model::{JsonObject, JsonRef, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse, Message, RequestId, decode};

use super::message::Asked;

/// As many are remembered, so that the memory does not grow with the input.
const MOST: usize = 1000;

/// The requests whose answer may still come, and what began each task.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    requests: VecDeque<(RequestId, Question)>,
    tasks: VecDeque<(String, Box<str>)>,
}

/// What a request asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Question {
    method: Box<str>,
    task: bool,
}

impl Question {
    pub(super) fn asked(&self) -> Asked<'_> {
        Asked { method: &self.method, task: self.task }
    }
}

impl Waiting {
    /// Takes note of a message, and says what it answers; nothing where that is not known, or two different requests have its
    /// id.
    pub(super) fn answered(&mut self, message: &[u8]) -> Option<Question> {
        if self.requests.is_empty() && memchr::memmem::find(message, b"\"method\"").is_none() {
            return None;
        }
        match decode::<JsonRpcMessage>(message).ok()? {
            Message::Request(request) => self.wait(request),
            Message::Notification(_) => {}
            Message::Response(JsonRpcResponse::Result(response)) => {
                let question = self.take(&response.id)?;
                self.begin(&question, response.result.as_object());
                return Some(question);
            }
            Message::Response(JsonRpcResponse::Error(response)) => drop(self.take(&response.id?)),
        }
        None
    }

    fn wait(&mut self, request: JsonRpcRequest) {
        let param = |name| request.params.as_ref().and_then(|params| params.get(name));
        let task = param("taskId").filter(|_| request.method == "tasks/result").and_then(JsonRef::as_str);
        let begun = self.tasks.iter().find(|(id, _)| Some(&**id) == task.as_deref());
        let question = match begun {
            Some((_, method)) => Question { method: method.clone(), task: false },
            None => {
                Question { method: (*request.method).into(), task: param("task").is_some_and(|it| it.text() != "null") }
            }
        };
        push(&mut self.requests, (request.id, question));
    }

    fn take(&mut self, id: &RequestId) -> Option<Question> {
        let mut same = self.requests.iter().enumerate().filter(|(_, (waiting, _))| waiting == id);
        let (first, (_, question)) = same.next()?;
        if same.any(|(_, (_, other))| other != question) {
            return None;
        }
        self.requests.remove(first).map(|(_, question)| question)
    }

    /// Remembers what began a task.
    fn begin(&mut self, question: &Question, result: &JsonObject) {
        let task = result.get("task").filter(|_| question.task);
        if let Some(id) = task.and_then(|task| task.get("taskId")).and_then(JsonRef::as_str) {
            push(&mut self.tasks, (id.into_owned(), question.method.clone()));
        }
    }
}

fn push<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == MOST {
        queue.pop_front();
    }
    queue.push_back(item);
}

#[cfg(test)]
mod tests {
    use super::{MOST, Waiting};

    fn answered(messages: &[&str]) -> Vec<Option<(String, bool)>> {
        let mut waiting = Waiting::default();
        let questions = messages.iter().map(|message| waiting.answered(message.as_bytes()));
        questions.map(|question| question.map(|it| (it.method.into(), it.task))).collect()
    }

    fn method(name: &str, task: bool) -> (String, bool) {
        (name.to_owned(), task)
    }

    #[test]
    fn a_result_answers_the_request_with_its_id_once() {
        let found = answered(&[
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"1","method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1.0,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":"1","result":{}}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}"#,
            r#"{"jsonrpc":"2.0","id":2,"result":{}}"#,
        ]);
        let (ping, list) = (Some(method("ping", false)), Some(method("tools/list", false)));
        assert_eq!(found, [None, None, None, ping, None, list, None, None, None]);
    }

    #[test]
    fn an_id_of_two_different_requests_tells_nothing() {
        let found = answered(&[
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ]);
        assert_eq!(found, [None, None, None]);
    }

    #[test]
    fn the_result_of_a_task_is_read_by_what_began_it() {
        let found = answered(&[
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","task":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t"}}}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"tasks/result","params":{"taskId":"t"}}"#,
            r#"{"jsonrpc":"2.0","id":2,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tasks/result","params":{"taskId":"u"}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
        ]);
        let call = |task| Some(method("tools/call", task));
        assert_eq!(found, [None, call(true), None, call(false), None, Some(method("tasks/result", false))]);
    }

    #[test]
    fn not_more_is_remembered_than_there_is_room() {
        let mut waiting = Waiting::default();
        for id in 0..=MOST {
            waiting.answered(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#).as_bytes());
        }
        assert_eq!(waiting.requests.len(), MOST);
        assert_eq!(waiting.answered(br#"{"jsonrpc":"2.0","id":0,"result":{}}"#), None);
        assert!(waiting.answered(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#).is_some());
    }
}
