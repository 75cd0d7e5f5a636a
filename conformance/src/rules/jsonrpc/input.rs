//! What a server does with input that it cannot read.
//!
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#error-responses>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::transcript::value::Unreadable;
use crate::transcript::{Cause, Connection, Exchange, Kind, Message, Party, Stray, Transcript, Transport};

rules! { "jsonrpc";
    /// An error for input whose id cannot be read leaves the id out.
    ///
    /// JSON-RPC itself asks for `"id": null` here, and many libraries send it; the schema of this protocol knows no null id,
    /// so strict clients cannot read the error. Advice only, as both texts bind.
    Should unreadable_id_is_left_out since V2025_11_25 cites ["jsonrpc-error-id-not-null"] = "basic/index#error-responses";

    /// The error for text that is no JSON has the code -32700.
    ///
    /// JSON-RPC keeps this code for it. Other codes come from handlers that treat a broken line as a failed request.
    Should parse_error_code since V2024_11_05 cites ["jsonrpc-parse-error-code"] = "basic/index#error-responses";

    /// The error for JSON that is no request has the code -32600.
    ///
    /// An object without method, another version of JSON-RPC or a lone number are JSON, so -32700 is wrong, and there is no
    /// method that could be unknown; only params that are no object may be called invalid params, -32602. Serving such a
    /// message as if it were right is against the advice, too.
    Should invalid_request_code since V2024_11_05 cites ["jsonrpc-invalid-request-code"] = "basic/index#error-responses";

    /// A line that cannot be read is answered with an error.
    ///
    /// Silence leaves a client that wrote a broken request waiting until its time is up. Many libraries only log it.
    Robustness unreadable_line_is_answered on Stdio since V2024_11_05
    cites ["jsonrpc-parse-error-code"] = "basic/index#error-responses";

    /// A batch is answered with an error.
    ///
    /// Revision 2025-06-18 took batches out of the protocol. A client that still sends one learns of it by an error alone:
    /// silence leaves it waiting, and a server that serves the batch teaches it what no other server understands.
    Robustness batches_are_refused since V2025_06_18
    cites ["jsonrpc-invalid-request-code"] = "basic/index#error-responses";

    /// A request with a member that nobody knows is served.
    ///
    /// Messages may carry more than the schema names beside `method` and `params`, and later revisions may add to them. Strict
    /// parsers take such a message for none at all, and the client waits in vain.
    Robustness unknown_members_are_tolerated since V2024_11_05
    cites ["jsonrpc-request-gets-response"] = "basic/index#requests";

    /// A server survives input that it cannot read.
    ///
    /// After a broken line, a lone value or an object that is no message, the next request is answered as ever. Servers
    /// end, or stop reading, when the exception of the parser leaves their main loop.
    Robustness survives_malformed_input since V2024_11_05
    cites ["jsonrpc-parse-error-code", "jsonrpc-invalid-request-code"] = "basic/index#error-responses";
}

/// The client's malformed messages with what answered them.
fn malformed(connection: &Connection) -> impl Iterator<Item = (&Message, Option<&Message>)> {
    let inputs = connection.messages_from(Party::Client).filter(|message| message.is_malformed());
    inputs.map(move |input| {
        let is_it = |stray: &Stray<'_>| matches!(stray.cause, Cause::Malformed(cause) if cause.seq == input.seq);
        let paired = connection.exchanges(Party::Client).find(|exchange| exchange.request.seq == input.seq);
        let answer = connection.strays(Party::Server).find(is_it).map(|stray| stray.response);
        (input, answer.or_else(|| paired?.answer()))
    })
}

fn unreadable_id_is_left_out(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no error without a readable id was sent");
    for stray in t.strays(Party::Server).filter(|stray| stray.response.error().is_some()) {
        if matches!(stray.cause, Cause::Malformed(_) | Cause::Transport) && stray.response.id().is_none() {
            let fault = stray.response.value.get("id").map(|id| format!("/id is {id}, where no id was expected"));
            seen.judge([stray.response], fault);
        }
    }
    seen
}

fn parse_error_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no text without JSON was answered");
    let is_text = |input: &Message| matches!(&input.kind, Kind::Unreadable(why) if *why != Unreadable::TooDeep);
    for (input, answer) in t.connections().flat_map(malformed).filter(|(input, _)| is_text(input)) {
        if let Some((answer, code)) = answer.and_then(|answer| Some((answer, answer.code()?))) {
            let fault = (code != -32700).then(|| format!("the code is {code}, where -32700 was expected"));
            seen.judge([input, answer], fault);
        }
    }
    seen
}

fn invalid_request_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no JSON that is no request was answered");
    for (input, answer) in t.connections().flat_map(malformed) {
        // A request under a null id has its own rule, and a notification is not answered at all.
        // Batches were right in one revision.
        let has_rule = input.is_request() && input.value["id"].is_null() || input.is_notification();
        let is_other = matches!(input.kind, Kind::Unreadable(_) | Kind::Batch);
        let Some(answer) = answer.filter(|_| !has_rule && !is_other) else { continue };
        // Params that are no object make a request invalid, or its params; either code says so.
        let frames_well = input.is_request() && input.value["jsonrpc"] == "2.0" && input.id().is_some();
        let fault = match answer.code() {
            Some(-32600) => None,
            Some(-32602) if frames_well => None,
            Some(code) => Some(format!("the code is {code}, where -32600 was expected")),
            None if answer.result().is_some() => Some("an invalid request was served".to_owned()),
            None => continue,
        };
        seen.judge([input, answer], fault);
    }
    seen
}

fn unreadable_line_is_answered(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unreadable line was sent");
    for connection in t.connections() {
        let is_text = |input: &Message| matches!(input.kind, Kind::Unreadable(_)) && !is_blank(input);
        for (input, answer) in malformed(connection).filter(|(input, _)| is_text(input)) {
            if answer.is_some() {
                seen.held();
            } else if connection.is_over_after(input.seq, Party::Client) && !ends_over(connection, input) {
                seen.broken([input], "the line was passed over in silence");
            }
        }
    }
    seen
}

fn batches_are_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no batch was sent");
    for connection in t.connections() {
        let is_batch = |input: &Message| input.kind == Kind::Batch && input.value != Value::Array(Vec::new());
        for (input, answer) in malformed(connection).filter(|(input, _)| is_batch(input)) {
            match answer {
                Some(answer) if answer.error().is_none() => seen.broken([input, answer], "the batch was served"),
                Some(_) => seen.held(),
                None if is_passed_over(connection, input) => {
                    seen.broken([input], "the batch was passed over in silence");
                }
                None => {}
            }
        }
    }
    seen
}

/// Whether nothing came of a line, and nothing will; over HTTP there is a status at least.
fn is_passed_over(connection: &Connection, input: &Message) -> bool {
    let on_lines = connection.transport().is_none_or(Transport::is_lines);
    on_lines && connection.is_over_after(input.seq, Party::Client) && !ends_over(connection, input)
}

fn unknown_members_are_tolerated(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request had a member that nobody knows");
    let is_meant = |exchange: &Exchange<'_>| {
        exchange.request.has_unknown_members() && !exchange.request.is_malformed() && exchange.cancelled.is_none()
    };
    for exchange in t.exchanges(Party::Client).filter(is_meant) {
        let is_served = exchange.result().is_some();
        if let Some(fault) = fault(&exchange).filter(|_| !is_served) {
            seen.broken([exchange.request].into_iter().chain(exchange.answer()), fault);
        } else if is_served {
            seen.held();
        }
    }
    seen
}

/// How the request was taken for none at all, if it was.
fn fault(exchange: &Exchange<'_>) -> Option<String> {
    match (exchange.answer(), exchange.refused) {
        (Some(answer), _) => {
            matches!(answer.code(), Some(-32700 | -32600)).then(|| "it is refused as no request".to_owned())
        }
        (None, Some(400)) => Some("it is refused with 400".to_owned()),
        (None, _) => exchange.is_unanswered().then(|| "it got no answer".to_owned()),
    }
}

/// Whether the server ended over that input, which is a fault of its own.
fn ends_over(connection: &Connection, input: &Message) -> bool {
    connection.deaf_after() == Some(input.seq) && connection.exit_after(input.seq).is_some()
}

/// An empty line says nothing that could be answered.
fn is_blank(input: &Message) -> bool {
    input.text.bytes().iter().all(u8::is_ascii_whitespace)
}

fn survives_malformed_input(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing malformed was sent before a request");
    for connection in t.connections() {
        let after = |seq| move |exchange: &Exchange<'_>| exchange.request.seq > seq && !exchange.request.is_malformed();
        for (input, _) in malformed(connection) {
            let next = connection.exchanges(Party::Client).find(after(input.seq));
            let is_deaf = connection.deaf_after() == Some(input.seq);
            match next {
                _ if ends_over(connection, input) => {
                    seen.broken([input], "the server ended over this input");
                }
                Some(next) if !next.answers.is_empty() || next.mistaken.is_some() => seen.held(),
                Some(next) if is_deaf && connection.is_over_after(next.request.seq, Party::Client) => {
                    seen.broken([input, next.request], "nothing was answered any more after this input");
                }
                _ => {}
            }
        }
    }
    seen
}
