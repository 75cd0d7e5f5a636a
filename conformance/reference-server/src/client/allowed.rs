//! What may be asked of a client: only what it declares.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation>

use mcp_model::{ClientCapabilities, CreateMessageRequestParams, ElicitRequestParams, IncludeContext};

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

pub(super) fn elicitation(client: Option<&ClientCapabilities>, params: &ElicitRequestParams) -> Allowed {
    let elicitation = client.and_then(|client| client.elicitation.as_ref());
    let (form, url) = elicitation.map_or((false, false), |elicitation| {
        let url = elicitation.url.is_some();
        // An empty declaration means forms, as it did before there were two modes.
        (elicitation.form.is_some() || !url, url)
    });
    match params {
        ElicitRequestParams::Url(_) => declared(url, "elicitation.url"),
        _ => declared(form, "elicitation.form"),
    }
}
