//! Sampling: tool uses and their results in the messages.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Fault, Object, claims};
use crate::transcript::value::parse;

claims! {
    /// `CreateMessageRequestParams.includeContext`.
    CONTEXT = Should "sampling/avoids-context" "none, or no includeContext" ["sampling-context-avoid"] "client/sampling#capabilities";
    /// A tool use that is not the assistant's.
    ASSISTANT = Must "sampling/tool-use-is-assistants" "role \"assistant\"" ["sampling-tooluse-assistant-role"] "client/sampling#message-roles";
    /// A tool result that is not the user's.
    USER = Must "sampling/tool-result-is-users" "role \"user\"" ["sampling-toolresult-user-role"] "client/sampling#message-roles";
    /// Tool results beside other content.
    ALONE = Must "sampling/tool-results-stand-alone" "nothing but tool results" ["sampling-toolresult-pure", "sampling-reply-pure"] "client/sampling#tool-result-messages";
    /// A tool use without its result in the next message.
    ANSWERED = Must "sampling/tool-use-is-answered" "the result of every tool use in the next message" ["sampling-tooluse-followed", "sampling-tooluse-matched", "sampling-reply-matched"] "client/sampling#tool-use-and-result-balance";
    /// A tool result whose tool use came nowhere before.
    KNOWN = Must "sampling/tool-result-has-known-id" "the id of an earlier tool use" ["sampling-toolresult-known-id"] "schema#toolresultcontent";
    /// Two tool uses with one id.
    UNIQUE = Must "sampling/tool-use-ids-are-unique" "an id that no other tool use has" ["sampling-tooluse-id-unique"] "schema#toolusecontent";
}

/// Why a server does well to leave that context out.
pub fn context_fault(context: &str) -> Option<String> {
    matches!(context, "thisServer" | "allServers")
        .then(|| format!("is {context:?}, which is on its way out of the protocol"))
}

/// A content block with its place.
struct Block {
    pointer: String,
    value: Value,
}

impl Block {
    fn is(&self, kind: &str) -> bool {
        self.value["type"] == kind
    }
}

/// The blocks of a message, whether one or a list.
fn blocks(message: &Value) -> Vec<Block> {
    match &message["content"] {
        Value::Array(list) => {
            let block =
                |(at, value): (usize, &Value)| Block { pointer: format!("/content/{at}"), value: value.clone() };
            list.iter().enumerate().map(block).collect()
        }
        one => vec![Block { pointer: "/content".to_owned(), value: one.clone() }],
    }
}

fn whole(object: &Object<'_>) -> Value {
    let member = |name: &str| object.get(name).and_then(|text| parse(text.as_bytes()).ok()).unwrap_or_default();
    serde_json::json!({ "role": member("role"), "content": member("content") })
}

/// A tool use in a message that is not the assistant's.
pub fn assistant_faults(message: &Object<'_>) -> Vec<Fault> {
    misplaced(message, "tool_use", "assistant")
}

/// A tool result in a message that is not the user's.
pub fn user_faults(message: &Object<'_>) -> Vec<Fault> {
    misplaced(message, "tool_result", "user")
}

fn misplaced(message: &Object<'_>, kind: &str, role: &str) -> Vec<Fault> {
    let message = whole(message);
    let Some(found) = message["role"].as_str().filter(|found| *found != role) else { return Vec::new() };
    let misplaced = blocks(&message).into_iter().filter(|block| block.is(kind));
    misplaced.map(|block| Fault::at(block.pointer, format!("is a {kind} block of the {found}"))).collect()
}

/// Other content in a user's message with tool results.
pub fn alone_faults(message: &Object<'_>) -> Vec<Fault> {
    let message = whole(message);
    let blocks = blocks(&message);
    if message["role"] != "user" || !blocks.iter().any(|block| block.is("tool_result")) {
        return Vec::new();
    }
    let others = blocks.into_iter().filter(|block| !block.is("tool_result"));
    others.map(|block| Fault::at(block.pointer, "stands beside tool results")).collect()
}

fn messages(params: &Object<'_>) -> Vec<Value> {
    match params.get("messages").and_then(|text| parse(text.as_bytes()).ok()) {
        Some(Value::Array(messages)) => messages,
        _ => Vec::new(),
    }
}

/// A tool use whose result does not come with the next message; what comes last may still wait for it.
pub fn answered_faults(params: &Object<'_>) -> Vec<Fault> {
    let messages = messages(params);
    let mut faults = Vec::new();
    for (at, pair) in messages.windows(2).enumerate() {
        let uses: Vec<_> = blocks(&pair[0]).into_iter().filter(|block| block.is("tool_use")).collect();
        let answers = blocks(&pair[1]);
        let results: BTreeSet<_> =
            answers.iter().filter(|block| block.is("tool_result")).filter_map(result_id).collect();
        if uses.is_empty() {
        } else if results.is_empty() {
            let pointer = format!("/messages/{at}/content");
            faults.push(Fault::at(pointer, "uses a tool, and the next message does not bring its result"));
        } else {
            let open = uses.into_iter().filter(|block| use_id(block).is_some_and(|id| !results.contains(id)));
            faults.extend(open.map(|block| {
                Fault::at(format!("/messages/{at}{}", block.pointer), "has no result in the next message")
            }));
        }
    }
    faults
}

fn use_id(block: &Block) -> Option<&str> {
    block.value["id"].as_str().filter(|_| block.is("tool_use"))
}

fn result_id(block: &Block) -> Option<&str> {
    block.value["toolUseId"].as_str().filter(|_| block.is("tool_result"))
}

/// A tool result whose tool use came nowhere before.
pub fn known_faults(params: &Object<'_>) -> Vec<Fault> {
    let (mut known, mut faults) = (BTreeSet::new(), Vec::new());
    for (at, block) in all_blocks(params) {
        if let Some(id) = result_id(&block).filter(|id| !known.contains(*id)) {
            let why = format!("is {id:?}, and no tool use before has that id");
            faults.push(Fault::at(format!("/messages/{at}{}/toolUseId", block.pointer), why));
        }
        known.extend(use_id(&block).map(str::to_owned));
    }
    faults
}

/// A tool use with the id of another.
pub fn unique_faults(params: &Object<'_>) -> Vec<Fault> {
    let (mut seen, mut faults) = (BTreeSet::new(), Vec::new());
    for (at, block) in all_blocks(params) {
        if let Some(id) = use_id(&block).filter(|id| !seen.insert((*id).to_owned())) {
            let why = format!("is {id:?}, the id of an earlier tool use");
            faults.push(Fault::at(format!("/messages/{at}{}/id", block.pointer), why));
        }
    }
    faults
}

fn all_blocks(params: &Object<'_>) -> Vec<(usize, Block)> {
    let messages = messages(params);
    let of =
        |(at, message): (usize, &Value)| blocks(message).into_iter().map(move |block| (at, block)).collect::<Vec<_>>();
    messages.iter().enumerate().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const USE: &str = r#"{"type":"tool_use","id":"a","name":"n","input":{}}"#;
    const RESULT: &str = r#"{"type":"tool_result","toolUseId":"a","content":[]}"#;
    const TEXT: &str = r#"{"type":"text","text":"x"}"#;

    fn message(role: &str, blocks: &[&str]) -> String {
        format!(r#"{{"role":"{role}","content":[{}]}}"#, blocks.join(","))
    }

    fn pointers(judge: fn(&Object<'_>) -> Vec<Fault>, text: &str) -> Vec<String> {
        judge(&Object::read(text).unwrap()).into_iter().map(|fault| fault.pointer).collect()
    }

    fn params(messages: &[String]) -> String {
        format!(r#"{{"messages":[{}]}}"#, messages.join(","))
    }

    #[test]
    fn tools_are_used_by_the_assistant_and_answered_by_the_user() {
        assert_eq!(pointers(assistant_faults, &message("user", &[TEXT, USE])), ["/content/1"]);
        assert_eq!(pointers(user_faults, &format!(r#"{{"role":"assistant","content":{RESULT}}}"#)), ["/content"]);
        assert!(pointers(user_faults, &message("user", &[RESULT])).is_empty());
        assert_eq!(pointers(alone_faults, &message("user", &[RESULT, TEXT])), ["/content/1"]);
        assert!(pointers(alone_faults, &message("user", &[TEXT])).is_empty());
    }

    #[test]
    fn every_use_has_its_result() {
        let asked = message("assistant", &[TEXT, USE]);
        let fine = params(&[asked.clone(), message("user", &[RESULT])]);
        for judge in [answered_faults, known_faults, unique_faults] {
            assert!(pointers(judge, &fine).is_empty());
            assert!(pointers(judge, "{}").is_empty());
        }
        assert_eq!(
            pointers(answered_faults, &params(&[asked.clone(), message("user", &[TEXT])])),
            ["/messages/0/content"]
        );
        let other = USE.replace("\"a\"", "\"b\"");
        let two = params(&[message("assistant", &[USE, &other]), message("user", &[RESULT])]);
        assert_eq!(pointers(answered_faults, &two), ["/messages/0/content/1"]);
        assert!(pointers(answered_faults, &params(&[asked])).is_empty());
        let unknown = params(&[message("user", &[RESULT])]);
        assert_eq!(pointers(known_faults, &unknown), ["/messages/0/content/0/toolUseId"]);
        let twice = params(&[message("assistant", &[USE, USE])]);
        assert_eq!(pointers(unique_faults, &twice), ["/messages/0/content/1/id"]);
    }

    #[test]
    fn context_of_other_servers_is_avoided() {
        assert!(context_fault("allServers").is_some() && context_fault("none").is_none());
    }
}
