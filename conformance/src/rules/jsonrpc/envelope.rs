//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#messages>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::transcript::value::Unreadable;
use crate::transcript::{Connection, Kind, Message, Party, Transcript, What};

rules! { "jsonrpc";
    /// Everything a server says is a request, a notification or a response.
    ///
    /// A message has a `method`, or it answers with a `result` or an `error`; it is never both, and its `params` are an
    /// object. Violations are home-made objects such as `{"status":"ok"}`, events of another protocol, `"params": null` or
    /// a list as params. They come from code that writes to the same pipe or stream beside the protocol library.
    Must messages_are_json_rpc since V2024_11_05
    cites ["jsonrpc-base-protocol-supported", "jsonrpc-v2-conformance", "jsonrpc-schema-source-of-truth"] = "basic/index#messages";

    /// Every message says `"jsonrpc": "2.0"`.
    ///
    /// The member is a text with exactly this value. Hand-written servers forget it on errors or on notifications, or write
    /// the number 2.0; strict clients then drop the message and wait until their time is up.
    Must version_is_2_0 since V2024_11_05 cites ["jsonrpc-version-member"] = "basic/index#messages";

    /// A response has either a result or an error.
    ///
    /// Both at once, or neither, leave the client without an answer. The usual ways to get there: a serializer that writes
    /// `"error": null` beside every result (or `"result": null` beside every error), and handlers without a return value
    /// whose result is dropped, where an empty object would be right.
    Must result_xor_error since V2024_11_05
    cites ["jsonrpc-result-xor-error", "jsonrpc-result-member-present"] = "basic/index#responses";

    /// Messages are sent one by one, never as a batch.
    ///
    /// Only revision 2025-03-26 knew arrays of messages; since then a message is always one object. A server breaks this by
    /// answering a batch in kind or by collecting notifications into an array.
    Must messages_are_no_batches on Stdio since V2025_06_18 cites ["stdio-single-messages"] = "basic/transports#stdio";

    /// Messages are written in UTF-8.
    ///
    /// Other bytes come from a code page of the operating system, from text cut in the middle of a character, or from
    /// binary data written as if it were text. Readers refuse the whole message.
    Must messages_are_utf_8 since V2024_11_05 cites ["jsonrpc-utf8"] = "basic/transports#transports";

    /// A client writes its messages in UTF-8.
    ///
    /// The same as for servers: a code page in place of UTF-8 makes a message that the server cannot read, and some servers
    /// end over it.
    Must client_messages_are_utf_8 binds Client since V2024_11_05 cites ["jsonrpc-utf8"] = "basic/transports#transports";
}

fn messages_are_json_rpc(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server said nothing");
    for connection in t.connections() {
        let is_lines = connection.transport().is_none_or(crate::transcript::Transport::is_lines);
        for message in connection.messages_from(Party::Server) {
            // Lines and bodies that are not even an object are the transport's matter, half a response has its own rule,
            // and so has a body where none belongs.
            let is_body = message.http.is_some() && connection.received().any(|(event, _)| event.seq == message.seq);
            let is_noise = (is_lines || is_body) && !message.value.is_object();
            let is_for_others = is_noise || is_half_a_response(message) || acknowledges(connection, message, is_body);
            if !is_for_others && message.kind != Kind::Batch {
                seen.judge([message], stranger(message));
            }
        }
    }
    seen
}

/// Whether it is the body of an answer to something that asks for none: a notification, or a DELETE.
fn acknowledges(connection: &Connection, message: &Message, is_body: bool) -> bool {
    let asked = connection.messages_from(Party::Client).find(|sent| sent.http.is_some() && sent.http == message.http);
    asked.map_or(is_body, |sent| !sent.is_request())
}

fn stranger(message: &Message) -> Option<String> {
    match &message.kind {
        Kind::Stranger => Some("this is neither request, notification nor response".to_owned()),
        Kind::Unreadable(Unreadable::TooDeep) => None,
        Kind::Unreadable(why) => Some(format!("this is no message: {why}")),
        Kind::Request { .. } | Kind::Notification { .. } => fault_beside_method(message),
        _ => None,
    }
}

fn fault_beside_method(message: &Message) -> Option<String> {
    let extra = ["result", "error"].into_iter().find(|name| message.value.get(name).is_some());
    if let Some(name) = extra {
        return Some(format!("a message with a `method` has no `{name}`"));
    }
    let params = message.value.get("params").filter(|params| !params.is_object())?;
    Some(format!("/params is {}, where an object was expected", kind_of(params)))
}

fn is_half_a_response(message: &Message) -> bool {
    message.kind == Kind::Stranger && message.value.get("id").is_some() && message.value.get("method").is_none()
}

/// What kind of JSON value it is, for people.
pub(in crate::rules) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn version_is_2_0(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no message");
    let is_message = |message: &&Message| message.method().is_some() || message.is_response();
    for message in t.messages_from(Party::Server).filter(is_message) {
        let fault = match message.value.get("jsonrpc") {
            Some(Value::String(version)) if version == "2.0" => None,
            Some(other) => Some(format!("/jsonrpc is {other}, where \"2.0\" was expected")),
            None => Some("the member `jsonrpc` is missing".to_owned()),
        };
        seen.judge([message], fault);
    }
    seen
}

fn result_xor_error(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server sent no response");
    for message in t.messages_from(Party::Server) {
        let has = |name| message.value.get(name).is_some();
        match (has("result"), has("error")) {
            _ if has("method") => {}
            (true, true) => seen.broken([message], "the response has both `result` and `error`"),
            (false, false) if is_half_a_response(message) => {
                seen.broken([message], "the response has neither `result` nor `error`");
            }
            (false, false) => {}
            _ => seen.held(),
        }
    }
    seen
}

fn messages_are_no_batches(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server said nothing");
    for message in t.messages_from(Party::Server) {
        let fault = (message.kind == Kind::Batch).then_some("this is an array, where one message was expected");
        seen.judge([message], fault);
    }
    seen
}

fn messages_are_utf_8(t: &Transcript) -> Observations {
    utf_8(t, Party::Server)
}

fn client_messages_are_utf_8(t: &Transcript) -> Observations {
    utf_8(t, Party::Client)
}

fn utf_8(t: &Transcript, from: Party) -> Observations {
    let mut seen = Observations::new(format!("the {} wrote nothing", from.as_str()));
    for event in t.connections().flat_map(Connection::events) {
        let text = match (&event.what, from) {
            (What::Sent(text), Party::Client) | (What::Received(text), Party::Server) => Some(text),
            (What::Sse(sse), Party::Server) => sse.data.as_ref(),
            _ => None,
        };
        if let Some(text) = text {
            let fault = std::str::from_utf8(text.bytes()).err();
            seen.judge(
                [event],
                fault.map(|error| format!("these bytes are not UTF-8 from byte {}", error.valid_up_to())),
            );
        }
    }
    seen
}
