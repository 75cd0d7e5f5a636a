//! Reading resources, and being told when they change.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#reading-resources>

use mcp_model::{
    ErrorObject, ReadResourceRequestParams, ResultObject, ServerCapabilities, SubscribeRequestParams,
    UnsubscribeRequestParams,
};

use super::Request;
use crate::{
    message::{Answer, answer},
    protocol_error::{resource_not_found, revealed},
    resource::Reading,
};

pub(super) async fn read<C>(request: Request<C>) -> Answer {
    let params: ReadResourceRequestParams = request.params()?;
    let registry = &request.server.parts().registry;
    let found = registry.source(&params.uri);
    let source = found.ok_or_else(|| resource_not_found(&params.uri))?;
    let reading =
        Reading { uri: params.uri, mime_type: source.mime_type, variables: source.variables, cx: request.cx.clone() };
    match (source.read)(reading).await {
        Ok(result) => answer(&result),
        Err(error) => Err(revealed(&error)),
    }
}

/// Whether the server declares that resources can be subscribed to.
pub(super) fn subscribable(declared: &ServerCapabilities) -> bool {
    let resources = declared.resources.as_ref();
    resources.and_then(|resources| resources.subscribe) == Some(true)
}

pub(super) fn subscribe<C>(request: &Request<C>) -> Answer {
    let uri = known_uri(request)?;
    request.cx.client.peer().subscribe(uri);
    answer(&ResultObject::new())
}

pub(super) fn unsubscribe<C>(request: &Request<C>) -> Answer {
    let params: UnsubscribeRequestParams = request.params()?;
    request.cx.client.peer().unsubscribe(&params.uri);
    answer(&ResultObject::new())
}

fn known_uri<C>(request: &Request<C>) -> Result<String, ErrorObject> {
    let params: SubscribeRequestParams = request.params()?;
    let known = request.server.parts().registry.source(&params.uri);
    known.map_or_else(|| Err(resource_not_found(&params.uri)), |_| Ok(params.uri.clone()))
}
