//! Middleware round tool calls.

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::future::BoxFuture;
use mcp_model::{CallToolRequestParams, CallToolResult, Tool};
use tower::{BoxError, Layer, Service};

use crate::{RequestContext, shared_service::SharedService};

/// One call of one tool, as middleware and handlers see it.
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling-tools>
#[non_exhaustive]
pub struct ToolCall<C = ()> {
    /// The request: the tool's name, the arguments as they came, and `_meta`.
    pub request: CallToolRequestParams,
    /// The tool called, with all its metadata, as `tools/list` shows it.
    pub tool: Arc<Tool>,
    /// The session: its id, its context, its client.
    pub cx: RequestContext<C>,
    pub(crate) service: ToolService<C>,
}

/// What runs a tool, innermost.
pub(crate) type Handle<C> = dyn Fn(ToolCall<C>) -> BoxFuture<'static, Result<CallToolResult, BoxError>> + Send + Sync;

/// What a layer wraps: the rest of the way to a tool's handler.
///
/// Always ready and cheap to clone, so that layers may keep, clone or call it as they like.
pub struct ToolService<C>(Kind<C>);

enum Kind<C> {
    Handler(Arc<Handle<C>>),
    Layered(SharedService<ToolCall<C>, CallToolResult>),
}

impl<C: Send + Sync + 'static> ToolService<C> {
    pub(crate) fn handler(handle: Arc<Handle<C>>) -> Self {
        Self(Kind::Handler(handle))
    }

    /// The end of the server-wide middleware: on to the tool that was found.
    pub(crate) fn dispatch() -> Self {
        Self::handler(Arc::new(|call: ToolCall<C>| call.service.clone().call(call)))
    }

    pub(crate) fn layered(self, layer: &ToolLayer<C>) -> Self {
        (layer.0)(self)
    }
}

impl<C> Clone for ToolService<C> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Kind::Handler(handler) => Kind::Handler(Arc::clone(handler)),
            Kind::Layered(service) => Kind::Layered(service.clone()),
        })
    }
}

impl<C: Send + Sync + 'static> Service<ToolCall<C>> for ToolService<C> {
    type Response = CallToolResult;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<CallToolResult, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ToolCall<C>) -> Self::Future {
        match &mut self.0 {
            Kind::Handler(handler) => handler(call),
            Kind::Layered(service) => service.call(call),
        }
    }
}

/// A middleware whose own type is forgotten.
pub(crate) struct ToolLayer<C>(Box<dyn Fn(ToolService<C>) -> ToolService<C> + Send + Sync>);

impl<C: Send + Sync + 'static> ToolLayer<C> {
    pub(crate) fn new<L>(layer: L) -> Self
    where
        L: Layer<ToolService<C>> + Send + Sync + 'static,
        L::Service: Service<ToolCall<C>, Response = CallToolResult, Future: Send> + Send + 'static,
        <L::Service as Service<ToolCall<C>>>::Error: Into<BoxError>,
    {
        Self(Box::new(move |inner| ToolService(Kind::Layered(SharedService::new(layer.layer(inner))))))
    }
}

/// Wraps a service in layers, the first of which becomes the outermost.
pub(crate) fn wrapped<C: Send + Sync + 'static>(innermost: ToolService<C>, layers: &[ToolLayer<C>]) -> ToolService<C> {
    let inside_out = layers.iter().rev();
    inside_out.fold(innermost, ToolService::layered)
}
