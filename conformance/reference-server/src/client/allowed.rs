//! What may be asked of a client: only what it declares.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation>

use mcp_model::{
    ClientCapabilities, ClientTaskRequests, CreateMessageRequestParams, ElicitRequestParams, IncludeContext,
};

use super::ClientError;

type Allowed = Result<(), ClientError>;

fn declared(there: bool, capability: &'static str) -> Allowed {
    there.then_some(()).ok_or(ClientError::NotDeclared(capability))
}

pub(super) fn roots(client: Option<&ClientCapabilities>) -> Allowed {
    let roots = client.and_then(|client| client.roots.as_ref());
    declared(roots.is_some(), "roots")
}

pub(super) fn sampling(client: Option<&ClientCapabilities>, params: &CreateMessageRequestParams) -> Allowed {
    let sampling = client.and_then(|client| client.sampling.as_ref());
    declared(sampling.is_some(), "sampling")?;
    if params.tools.is_some() || params.tool_choice.is_some() {
        let tools = sampling.and_then(|sampling| sampling.tools.as_ref());
        declared(tools.is_some(), "sampling.tools")?;
    }
    match &params.include_context {
        None | Some(IncludeContext::None) => Ok(()),
        Some(_) => {
            let context = sampling.and_then(|sampling| sampling.context.as_ref());
            declared(context.is_some(), "sampling.context")
        }
    }
}

/// Whether the user may be sent to URLs, be it by a question or by an error.
pub(super) fn urls(client: Option<&ClientCapabilities>) -> Allowed {
    let elicitation = client.and_then(|client| client.elicitation.as_ref());
    let url = elicitation.and_then(|elicitation| elicitation.url.as_ref());
    declared(url.is_some(), "elicitation.url")
}

pub(super) fn elicitation(client: Option<&ClientCapabilities>, params: &ElicitRequestParams) -> Allowed {
    if let ElicitRequestParams::Url(_) = params {
        return urls(client);
    }
    let elicitation = client.and_then(|client| client.elicitation.as_ref());
    // An empty declaration means forms, as it did before there were two modes.
    let form = elicitation.is_some_and(|elicitation| elicitation.form.is_some() || elicitation.url.is_none());
    declared(form, "elicitation.form")
}

fn task_requests(client: Option<&ClientCapabilities>) -> Option<&ClientTaskRequests> {
    client?.tasks.as_ref()?.requests.as_ref()
}

pub(super) fn sampling_tasks(client: Option<&ClientCapabilities>) -> Allowed {
    let sampling = task_requests(client).and_then(|requests| requests.sampling.as_ref());
    let declares = sampling.is_some_and(|sampling| sampling.create_message.is_some());
    declared(declares, "tasks.requests.sampling.createMessage")
}

pub(super) fn elicitation_tasks(client: Option<&ClientCapabilities>) -> Allowed {
    let elicitation = task_requests(client).and_then(|requests| requests.elicitation.as_ref());
    declared(elicitation.is_some_and(|elicitation| elicitation.create.is_some()), "tasks.requests.elicitation.create")
}

/// Whether the client's tasks can be given up.
pub(super) fn cancelling(client: Option<&ClientCapabilities>) -> bool {
    client.and_then(|client| client.tasks.as_ref()).is_some_and(|tasks| tasks.cancel.is_some())
}
