//! What each request of the client's is answered with.

mod completion;
mod lists;
mod logging;
mod prompts;
mod resources;
mod tasks;
mod tools;

use mcp_model::{ErrorObject, JsonObject, ProgressToken, RequestParams, ResultObject, Wire};

use crate::{
    RequestContext, Server,
    message::{Answer, answer},
    protocol_error::{internal, invalid_params, method_not_found},
};

/// One request that is being answered.
pub(crate) struct Request<C> {
    pub(crate) server: Server<C>,
    pub(crate) params: Option<JsonObject>,
    pub(crate) cx: RequestContext<C>,
}

/// Answers a request. Without a context the session is not open, and only a ping is answered.
pub(crate) async fn to<C: Send + Sync + 'static>(
    server: Server<C>,
    method: String,
    params: Option<JsonObject>,
    cx: Option<RequestContext<C>>,
) -> Answer {
    if method == "ping" {
        return answer(&ResultObject::new());
    }
    let cx = cx.ok_or_else(internal)?;
    let declared = server.parts().capabilities.clone();
    let tasks = cx.client.peer().tasks().cloned().unwrap_or_default();
    let request = Request { server, params, cx };
    match method.as_str() {
        "tools/list" if declared.tools.is_some() => lists::tools(&request),
        "tools/call" if declared.tools.is_some() => tools::call(request).await,
        "tasks/get" if tasks.requests.is_some() => tasks::get(&request),
        "tasks/result" if tasks.requests.is_some() => tasks::result(request).await,
        "tasks/list" if tasks.list.is_some() => tasks::list(&request),
        "tasks/cancel" if tasks.cancel.is_some() => tasks::cancel(&request),
        "resources/list" if declared.resources.is_some() => lists::resources(&request),
        "resources/templates/list" if declared.resources.is_some() => lists::templates(&request),
        "resources/read" if declared.resources.is_some() => resources::read(request).await,
        "resources/subscribe" if resources::subscribable(&declared) => resources::subscribe(&request),
        "resources/unsubscribe" if resources::subscribable(&declared) => resources::unsubscribe(&request),
        "prompts/list" if declared.prompts.is_some() => lists::prompts(&request),
        "prompts/get" if declared.prompts.is_some() => prompts::get(request).await,
        "completion/complete" if declared.completions.is_some() => completion::complete(request).await,
        "logging/setLevel" if declared.logging.is_some() => logging::set_level(&request),
        _ => Err(method_not_found(&method)),
    }
}

impl<C> Request<C> {
    /// The params as the type of the method.
    pub(crate) fn params<T: Wire>(&self) -> Result<T, ErrorObject> {
        params(self.params.as_ref())
    }
}

/// The params of a request as their type; absent ones count as empty.
pub(crate) fn params<T: Wire>(params: Option<&JsonObject>) -> Result<T, ErrorObject> {
    let text = params.map_or("{}", JsonObject::text);
    mcp_model::decode(text.as_bytes()).map_err(|fault| invalid_params(format!("params: {fault}")))
}

/// The token under which a request asks for progress.
pub(crate) fn progress_token(request: Option<&JsonObject>) -> Option<ProgressToken> {
    params::<RequestParams>(request).ok()?.meta?.progress_token
}
