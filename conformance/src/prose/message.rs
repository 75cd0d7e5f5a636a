//! Messages: their ids, and what may stand beside what.

use super::{Fault, Object, claims};
use crate::transcript::Id;

claims! {
    /// The `id` of a notification.
    NOTIFICATION = Must "jsonrpc/notification-has-no-id" "no id: nobody answers a notification" ["jsonrpc-notification-no-id"] "basic/index#notifications";
    /// The `id` of what would be a request, were it not null.
    NULL_ID = Must "jsonrpc/request-id-is-not-null" "a string or an integer" ["jsonrpc-request-id-not-null"] "basic/index#requests";
    /// The `id` of what would be a request, were it a string or an integer.
    REQUEST_ID = Must "jsonrpc/request-id-is-string-or-integer" "a string or an integer" ["jsonrpc-request-id-type"] "basic/index#requests";
    /// `result` beside `error`.
    XOR = Must "jsonrpc/result-xor-error" "either a result or an error" ["jsonrpc-result-xor-error"] "basic/index#responses";
    /// `Error.message`.
    CONCISE = Should "jsonrpc/error-message-is-concise" "one short sentence" ["jsonrpc-error-message-concise", "general-error-message-concise"] "schema#error";
    /// `PingRequest.params`.
    PING = Must "ping/has-no-params" "no params (`_meta` apart)" ["ping-no-params"] "basic/utilities/ping#message-format";
    /// `CancelledNotificationParams`.
    CANCELLED = Must "cancellation/names-a-request" "requestId (tasks are cancelled by tasks/cancel)" ["cancellation-request-id-present", "general-cancel-id-present"] "schema#cancellednotificationparams";
}

/// A notification with an `id`.
pub fn notification_faults(message: &Object<'_>) -> Vec<Fault> {
    message
        .get("id")
        .map(|id| Fault::at("/id", format!("is {id}, though this is a notification")))
        .into_iter()
        .collect()
}

/// A request whose `id` is null.
pub fn null_id_faults(message: &Object<'_>) -> Vec<Fault> {
    let call = message.get("id").filter(|_| message.has("method"));
    call.filter(|id| *id == "null").map(|_| Fault::at("/id", "is null")).into_iter().collect()
}

/// A request whose `id` is neither null, nor a string, nor an integer.
pub fn request_id_faults(message: &Object<'_>) -> Vec<Fault> {
    let odd = |id: &&str| *id != "null" && Id::new(id).is_none_or(|id| !id.is_string() && !id.is_integer());
    let shown = |id: &str| if id.len() > 40 { "something else".to_owned() } else { id.to_owned() };
    let call = message.get("id").filter(|_| message.has("method"));
    call.filter(odd).map(|id| Fault::at("/id", format!("is {}", shown(id)))).into_iter().collect()
}

/// A response with both `result` and `error`.
pub fn xor_faults(response: &Object<'_>) -> Vec<Fault> {
    let both = response.has("result") && response.has("error");
    both.then(|| Fault::here("has both `result` and `error`")).into_iter().collect()
}

/// What keeps the message of an error from being one short sentence.
pub fn concise_fault(message: &str) -> Option<String> {
    let count = message.chars().count();
    if message.trim().contains('\n') {
        Some("has several lines; details belong in `data`".to_owned())
    } else {
        (count > 500).then(|| format!("has {count} characters; details belong in `data`"))
    }
}

/// What the params of a ping hold besides `_meta`.
pub fn ping_faults(params: &Object<'_>) -> Vec<Fault> {
    let others = params.keys().filter(|key| *key != "_meta");
    others.map(|key| Fault::at(super::place::step(key), "stands in the params of a ping, which has none")).collect()
}

/// A cancellation that does not say of what.
pub fn cancelled_faults(params: &Object<'_>) -> Vec<Fault> {
    let names = params.has("requestId");
    (!names).then(|| Fault::here("does not say which request is cancelled")).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Object<'_> {
        Object::read(text).unwrap()
    }

    #[test]
    fn an_id_says_request() {
        assert!(notification_faults(&object("{}")).is_empty());
        assert_eq!(notification_faults(&object(r#"{"id":3}"#))[0].pointer, "/id");
        assert_eq!(null_id_faults(&object(r#"{"id":null,"method":"a"}"#)).len(), 1);
        assert!(null_id_faults(&object(r#"{"id":1.5}"#)).is_empty());
        assert_eq!(request_id_faults(&object(r#"{"id":1.5,"method":"a"}"#)).len(), 1);
        assert!(request_id_faults(&object(r#"{"id":"a"}"#)).is_empty());
    }

    #[test]
    fn a_response_is_one_or_the_other() {
        assert_eq!(xor_faults(&object(r#"{"result":{},"error":null}"#)).len(), 1);
        assert!(xor_faults(&object(r#"{"result":{}}"#)).is_empty());
    }

    #[test]
    fn an_error_is_told_in_a_sentence() {
        assert_eq!(concise_fault("Unknown tool: x"), None);
        assert!(concise_fault("a\nb").is_some() && concise_fault(&"x".repeat(501)).is_some());
    }

    #[test]
    fn some_params_are_peculiar() {
        assert_eq!(ping_faults(&object(r#"{"_meta":{},"a/b":1}"#))[0].pointer, "/a~1b");
        assert_eq!(cancelled_faults(&object(r#"{"reason":"x"}"#)).len(), 1);
        assert!(cancelled_faults(&object(r#"{"requestId":1}"#)).is_empty());
    }
}
