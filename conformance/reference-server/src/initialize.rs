//! The first exchange: which revision, who is who, and what each can do.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>

use std::sync::Arc;

use mcp_model::{InitializeRequestParams, InitializeResult, JsonObject, ProtocolVersion};

use crate::{
    Session, answer,
    message::{self, Answer},
    peer::{Hello, Phase},
    protocol_error::invalid_request,
};

/// Answers `initialize`: makes the session's context, and on success opens the session.
pub(crate) async fn answer<C: Send + Sync + 'static>(session: &Session<C>, params: Option<&JsonObject>) -> Answer {
    if session.peer.phase() != Phase::Opening {
        return Err(invalid_request("the session is already initialized"));
    }
    let params: InitializeRequestParams = answer::params(params)?;
    let parts = session.server.parts();
    let context = session.make_context().await.map_err(|refusal| session.refuse_opening(refusal))?;
    let version = negotiated(&params.protocol_version);
    let (capabilities, info) = (parts.capabilities.as_ref(), &parts.info);
    let mut result = InitializeResult::new(version.clone(), capabilities.clone(), info.clone());
    result.instructions.clone_from(&parts.instructions);
    let first =
        session.context.set(Arc::new(context)).is_ok() && session.peer.hello.set(Hello { params, version }).is_ok();
    if first {
        session.peer.set_phase(Phase::Answered);
    }
    message::answer(&result)
}

/// The revision asked for, if it is a published one; the latest otherwise.
fn negotiated(asked: &ProtocolVersion) -> ProtocolVersion {
    match asked {
        ProtocolVersion::Unknown(_) => ProtocolVersion::LATEST,
        known => known.clone(),
    }
}
