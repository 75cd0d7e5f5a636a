//! The first exchange: which revision, who is who, and what each can do.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization>

use std::sync::Arc;

use mcp_model::{
    ClientCapabilities, InitializeRequestParams, InitializeResult, JsonObject, ProtocolVersion, ServerCapabilities,
};

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
    let mut params: InitializeRequestParams = answer::params(params)?;
    let parts = session.server.parts();
    let context = session.make_context().await.map_err(|refusal| session.refuse_opening(refusal))?;
    let version = negotiated(&params.protocol_version);
    forget_later(&mut params.capabilities, &version);
    let capabilities = declared(session, &version);
    let tasks = capabilities.tasks.clone();
    let mut result = InitializeResult::new(version.clone(), capabilities, parts.info.clone());
    result.instructions.clone_from(&parts.instructions);
    let hello = Hello { params, version, tasks };
    let first = session.context.set(Arc::new(context)).is_ok() && session.peer.hello.set(hello).is_ok();
    if first {
        session.peer.set_phase(Phase::Answered);
    }
    message::answer(&result)
}

/// What the server declares, without tasks where the client does not know them or could not come back for one.
fn declared<C: Send + Sync + 'static>(session: &Session<C>, version: &ProtocolVersion) -> ServerCapabilities {
    let mut declared = session.server.capabilities().clone();
    if *version != ProtocolVersion::V2025_11_25 || !session.lasts() {
        declared.tasks = None;
    }
    declared
}

/// Forgets what a client declares that the revision does not know: nothing of it may be asked of the client.
fn forget_later(client: &mut ClientCapabilities, version: &ProtocolVersion) {
    if *version == ProtocolVersion::V2025_11_25 {
        return;
    }
    client.tasks = None;
    if let Some(sampling) = &mut client.sampling {
        sampling.tools = None;
    }
    if let Some(elicitation) = &mut client.elicitation {
        elicitation.url = None;
    }
    if *version != ProtocolVersion::V2025_06_18 {
        client.elicitation = None;
    }
}

/// The revision asked for, if it is a published one; the latest otherwise.
fn negotiated(asked: &ProtocolVersion) -> ProtocolVersion {
    match asked {
        ProtocolVersion::Unknown(_) => ProtocolVersion::LATEST,
        known => known.clone(),
    }
}
