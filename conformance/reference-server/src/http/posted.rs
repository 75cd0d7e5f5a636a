//! What the body of a POST holds.

use axum::http::StatusCode;
use mcp_model::RequestId;

use super::refused::Refused;
use crate::{
    incoming::{self, Incoming},
    protocol_error::invalid_request,
};

/// The messages of a body, each of which can be served or at least answered: one, or several where it is a batch.
pub(super) struct Posted(pub(super) Vec<Incoming>);

impl Posted {
    /// Reads a body; as a batch only in sessions of the one revision that has them.
    pub(super) fn read(body: &[u8], takes_batches: bool) -> Result<Self, Refused> {
        let batch = takes_batches.then(|| incoming::batch(body)).flatten();
        let messages = match batch {
            Some(batch) => batch.into_iter().map(|message| Incoming::read(message.get().as_bytes())).collect(),
            None => vec![Incoming::read(body)],
        };
        messages.iter().try_for_each(servable)?;
        Ok(Self(messages))
    }

    /// The ids of what is to be answered.
    pub(super) fn asked(&self) -> Vec<RequestId> {
        let asked = self.0.iter().filter_map(|message| match message {
            Incoming::Request { id, .. } | Incoming::Malformed { id: Some(id), .. } => Some(id.clone()),
            _ => None,
        });
        asked.collect()
    }

    /// Whether it begins a session.
    pub(super) fn is_initialize(&self) -> bool {
        matches!(&self.0[..], [Incoming::Request { method, .. }] if method == "initialize")
    }

    /// Whether more than one message may come of it, because a handler may speak while it works.
    pub(super) fn wants_stream(&self) -> bool {
        const HANDLED: [&str; 5] =
            ["tools/call", "tasks/result", "resources/read", "prompts/get", "completion/complete"];
        let is_handled =
            |message: &Incoming| matches!(message, Incoming::Request { method, .. } if HANDLED.contains(&&**method));
        self.0.len() > 1 || self.0.iter().any(is_handled)
    }
}

fn servable(message: &Incoming) -> Result<(), Refused> {
    let error = match message {
        Incoming::Malformed { id: None, error } => error.clone(),
        Incoming::Ignored => invalid_request("this is neither a notification nor a response"),
        _ => return Ok(()),
    };
    Err(Refused::with(StatusCode::BAD_REQUEST, error))
}
