//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::transcript::value::{self, Unreadable};
use crate::transcript::{HttpExchange, HttpResponse, Message, Text, Transcript};

rules! { "http";
    /// An accepted notification or response is acknowledged with 202.
    ///
    /// There is nothing to answer, and 202 says so. Servers break this with 200 or 204, or by opening a stream that never
    /// brings anything, mostly because one handler serves requests and notifications alike.
    Must accepts_notifications_with_202 on Http since V2025_03_26
        cites ["http-notification-202"] = "basic/transports#sending-messages-to-the-server";

    /// The 202 that acknowledges a notification or response has no body.
    ///
    /// Frameworks like to add one: `{}`, `null`, `Accepted`. A client that reads every body as a message stumbles over it.
    Must acknowledges_without_a_body on Http since V2025_03_26
        cites ["http-notification-202-no-body"] = "basic/transports#sending-messages-to-the-server";

    /// A notification or response that is not accepted is refused with an HTTP error status.
    ///
    /// Servers break this by wrapping the JSON-RPC error into a 200 or 202, which tells the client that all is well.
    Must refuses_notifications_with_an_error_status on Http since V2025_03_26
        cites ["http-rejected-input-status"] = "basic/transports#sending-messages-to-the-server";

    /// The answer to a request says that it is JSON or an event stream.
    ///
    /// The client has to choose a reader by the content type. Servers break this by leaving it out, by saying `text/plain`,
    /// or by acknowledging the request with 202 as if it were a notification. Parameters such as a charset are fine.
    Must answers_with_a_stated_type on Http since V2025_03_26
        cites ["http-request-content-type"] = "basic/transports#sending-messages-to-the-server";

    /// A JSON answer is one object.
    ///
    /// Servers break this by wrapping the response in an array, by writing two messages one after the other, or by sending
    /// something under the JSON content type that is no JSON.
    Must json_answer_is_one_object on Http since V2025_06_18
        cites ["http-json-single-object"] = "basic/transports#sending-messages-to-the-server";
}

/// Each posted notification or response that was not refused.
fn acknowledged(t: &Transcript) -> impl Iterator<Item = (HttpExchange<'_>, HttpResponse<'_>)> {
    t.http().filter_map(|exchange| {
        let message = exchange.message().filter(|message| message.is_notification() || message.is_response())?;
        let response = exchange.response.filter(HttpResponse::is_success)?;
        (exchange.method == "POST" && message.value["jsonrpc"] == "2.0").then_some((exchange, response))
    })
}

/// Whether the body says that the message was not accepted.
fn is_rejected(exchange: &HttpExchange<'_>) -> bool {
    let text = exchange.answer.and_then(|(_, text)| text.as_str()).unwrap_or_default();
    let body: Value = serde_json::from_str(text).unwrap_or_default();
    body.get("error").is_some_and(Value::is_object)
}

fn accepts_notifications_with_202(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no notification or response was posted and accepted");
    for (exchange, response) in acknowledged(t).filter(|(exchange, _)| !is_rejected(exchange)) {
        let why = (response.status != 202).then(|| format!("the status is {}, not 202", response.status));
        seen.judge([exchange.event, response.event], why);
    }
    seen
}

fn acknowledges_without_a_body(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no notification or response was acknowledged with 202");
    for (exchange, response) in acknowledged(t) {
        if response.status == 202 && !is_rejected(&exchange) {
            let body = exchange.answer.map(|(event, _)| event).or_else(|| Some(exchange.stream.first()?.0));
            seen.judge([Some(exchange.event), body].into_iter().flatten(), body.map(|_| "the 202 has a body"));
        }
    }
    seen
}

fn refuses_notifications_with_an_error_status(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no notification or response was refused");
    for exchange in t.http().filter(|exchange| exchange.method == "POST") {
        let is_one = |message: &Message| message.is_notification() || message.is_response();
        let (Some(response), true) = (exchange.response, exchange.message().is_some_and(is_one)) else { continue };
        if response.is_refusal() {
            seen.held();
        } else if response.is_success() && is_rejected(&exchange) {
            seen.broken(
                [exchange.event, response.event],
                format!("an error comes with the status {}", response.status),
            );
        }
    }
    seen
}

fn answers_with_a_stated_type(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was posted and served");
    for exchange in t.http().filter(|exchange| exchange.method == "POST" && exchange.request().is_some()) {
        let Some(response) = exchange.response.filter(HttpResponse::is_success) else { continue };
        let said = response.headers.get("content-type").unwrap_or_else(|| "none".to_owned());
        let wrong = !response.is_stream() && !response.is_json();
        let why = wrong.then(|| format!("the status is {} and the content type {said}", response.status));
        seen.judge([exchange.event, response.event], why);
    }
    seen
}

fn json_answer_is_one_object(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no request was answered with JSON");
    for exchange in t.http().filter(|exchange| exchange.method == "POST" && exchange.request().is_some()) {
        let is_json = exchange.response.is_some_and(|response| response.is_success() && response.is_json());
        let Some((event, text)) = exchange.answer.filter(|_| is_json) else { continue };
        seen.judge([exchange.event, event], not_one_object(text));
    }
    seen
}

fn not_one_object(text: &Text) -> Option<&'static str> {
    match value::parse(text.bytes()) {
        Ok(Value::Object(_)) | Err(Unreadable::TooDeep) => None,
        Ok(_) => Some("the body is JSON, but no object"),
        Err(_) => Some("the body is not one JSON value"),
    }
}
