//! The text of the server's messages.

use mcp_model::{
    ErrorObject, JsonObject, JsonRpcErrorResponse, JsonRpcNotification, JsonRpcRequest, JsonRpcResultResponse,
    RequestId,
};
use serde::Serialize;

use crate::protocol_error::internal;

/// What was asked for, or why it cannot be had: the text of a result, ready to be put in its envelope.
pub(crate) type Answer = Result<JsonObject, ErrorObject>;

/// A result as its text.
pub(crate) fn answer<T: Serialize>(result: &T) -> Answer {
    let json = mcp_model::Json::from_serialize(result).map_err(|_| internal())?;
    JsonObject::try_from(json).map_err(|_| internal())
}

pub(crate) fn response(id: RequestId, answer: Answer) -> String {
    match answer {
        Ok(result) => text(&JsonRpcResultResponse::<JsonObject>::new(id, result)),
        Err(error) => text(&JsonRpcErrorResponse::new(error).id(id)),
    }
}

/// An error that answers nothing in particular, because nothing could be made out.
pub(crate) fn complaint(error: ErrorObject) -> String {
    text(&JsonRpcErrorResponse::new(error))
}

pub(crate) fn request(id: RequestId, method: &str, params: Option<JsonObject>) -> String {
    let mut request = JsonRpcRequest::new(id, method);
    request.params = params;
    text(&request)
}

pub(crate) fn notification(method: &str, params: Option<JsonObject>) -> String {
    let mut notification = JsonRpcNotification::new(method);
    notification.params = params;
    text(&notification)
}

fn text<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("wire types hold nothing that JSON cannot")
}
