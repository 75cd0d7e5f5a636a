//! What the server asks of the client: sampling, elicitation, roots, and whether it is there.

use std::{sync::Arc, time::Duration};

use mcp_model::{
    CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams, ElicitResult, ErrorObject, JsonObject,
    ListRootsResult, RequestId, ResultObject, Wire,
};
use serde::Serialize;

use super::{Channel, Client, allowed};
use crate::{
    message,
    peer::{Peer, Phase},
};

/// Why the client gave no answer that can be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The client does not declare the capability, so it was not asked.
    #[error("the client does not declare {0}")]
    NotDeclared(&'static str),
    /// Nothing is known of the client, and its answer would find no way back.
    #[error("there is no session in which the client could answer")]
    NoSession,
    /// The client answered with an error.
    #[error("the client refused: {}", .0.message)]
    Refused(ErrorObject),
    /// The client's answer is not what was asked for.
    #[error("the client's answer cannot be read: {0}")]
    Unreadable(String),
    /// The client did not answer in time, and was told that the answer is no longer wanted.
    #[error("the client did not answer within {0:?}")]
    TimedOut(Duration),
    /// The session ended before the client answered.
    #[error("the session ended")]
    Closed,
}

impl Client {
    /// Asks whether the client is there.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping>
    ///
    /// # Errors
    ///
    /// That there is no session, or why there was no answer.
    pub async fn ping(&self) -> Result<(), ClientError> {
        self.capabilities().ok_or(ClientError::NoSession)?;
        self.ask::<ResultObject>("ping", None).await.map(drop)
    }

    /// Asks for the client's roots.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/roots>
    ///
    /// # Errors
    ///
    /// That the client declares no roots, or why there was no answer.
    pub async fn list_roots(&self) -> Result<ListRootsResult, ClientError> {
        allowed::roots(self.capabilities())?;
        self.ask("roots/list", None).await
    }

    /// Has the client's model generate a message.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling>
    ///
    /// # Errors
    ///
    /// That the client declares no sampling (or none with tools or context, where these are used), or why
    /// there was no answer.
    pub async fn create_message(&self, params: CreateMessageRequestParams) -> Result<CreateMessageResult, ClientError> {
        allowed::sampling(self.capabilities(), &params)?;
        self.ask("sampling/createMessage", Some(object(&params)?)).await
    }

    /// Asks the user something, by a form or at a URL.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation>
    ///
    /// # Errors
    ///
    /// That the client does not declare this mode, or why there was no answer.
    pub async fn elicit(&self, params: impl Into<ElicitRequestParams>) -> Result<ElicitResult, ClientError> {
        let params = params.into();
        allowed::elicitation(self.capabilities(), &params)?;
        self.ask("elicitation/create", Some(object(&params)?)).await
    }

    pub(super) async fn ask<T: Wire>(&self, method: &str, params: Option<JsonObject>) -> Result<T, ClientError> {
        let limit = self.timeout;
        let answer = tokio::time::timeout(limit, self.exchange(method, params)).await;
        let result = answer.map_err(|_| ClientError::TimedOut(limit))??;
        let result = mcp_model::decode(result.text().as_bytes());
        result.map_err(|fault| ClientError::Unreadable(fault.to_string()))
    }

    async fn exchange(&self, method: &str, params: Option<JsonObject>) -> Result<JsonObject, ClientError> {
        let peer = &self.shared.peer;
        if method != "ping" {
            peer.reached(Phase::Ready).await;
        }
        let (id, answer) = peer.questions.ask();
        let channel = self.shared.channel.clone();
        let needs_input = matches!(method, "sampling/createMessage" | "elicitation/create" | "roots/list");
        channel.ask(&peer.outbox, id.clone(), method, params, needs_input).await;
        let _cancelled_unless_answered = Question { peer: Arc::clone(peer), channel, id, needs_input };
        let outcome = answer.await.map_err(|_| ClientError::Closed)?;
        outcome.map_err(ClientError::Refused)
    }
}

pub(super) fn object<T: Serialize>(params: &T) -> Result<JsonObject, ClientError> {
    message::answer(params).map_err(ClientError::Refused)
}

/// An open question. Dropped before the answer, it tells the client that none is wanted any more.
struct Question {
    peer: Arc<Peer>,
    channel: Channel,
    id: RequestId,
    /// Whether the work cannot go on without the answer.
    needs_input: bool,
}

impl Drop for Question {
    fn drop(&mut self) {
        if self.peer.questions.forget(&self.id) && self.peer.phase() != Phase::Closed {
            let params = message::answer(&mcp_model::CancelledNotificationParams::new().request_id(self.id.clone()));
            self.channel.take_back(&self.peer.outbox, &self.id, params.ok());
        }
        if self.needs_input {
            self.channel.answered();
        }
    }
}
