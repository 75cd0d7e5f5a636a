//! Tools: their metadata, their schemas and their handlers.

use std::{future::Future, marker::PhantomData, sync::Arc};

use futures_util::future::BoxFuture;
use mcp_model::{CallToolResult, JsonObject, Tool, ToolAnnotations, ToolExecution};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use tower::{BoxError, Layer, Service};

use crate::{
    BuildError, ToolCall, ToolService,
    middleware::{Handle, ToolLayer},
    offer::{Offer, setters},
    outcome::{self, IntoToolResult, Untyped},
    schema,
};

/// The arguments of a tool that takes none.
#[derive(Debug, Clone, Copy, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoArguments {}

/// Begins a tool of this name, which takes no arguments until [`ToolBuilder::input`] says otherwise.
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool>
pub fn tool<C>(name: impl Into<String>) -> ToolBuilder<C> {
    ToolBuilder {
        offer: Offer::new(Tool::new(name, schema::empty())),
        layers: Vec::new(),
        immediate_response: None,
        fault: None,
        types: PhantomData,
    }
}

/// A tool in the making; [`run`](ToolBuilder::run) completes it.
pub struct ToolBuilder<C = (), I = NoArguments, O = Untyped> {
    offer: Offer<Tool>,
    layers: Vec<ToolLayer<C>>,
    immediate_response: Option<String>,
    fault: Option<BuildError>,
    types: PhantomData<fn(I) -> O>,
}

/// A complete tool: descriptor, handler, middleware, and where it comes from.
pub struct ToolHandler<C = ()> {
    pub(crate) offer: Offer<Tool>,
    pub(crate) layers: Vec<ToolLayer<C>>,
    pub(crate) immediate_response: Option<String>,
    pub(crate) handle: Result<Arc<Handle<C>>, BuildError>,
}

impl<C> ToolHandler<C> {
    /// What `tools/list` will show, unless a customizer changes it.
    pub fn descriptor(&self) -> &Tool {
        &self.offer.descriptor
    }
}

impl<C: Send + Sync + 'static, I, O> ToolBuilder<C, I, O> {
    setters! { Tool }

    /// Replaces the behaviour hints by one hint, an array of hints, or a value.
    pub fn annotations(self, annotations: impl Into<ToolAnnotations>) -> Self {
        self.describe(|tool| tool.annotations(annotations))
    }

    /// Whether the tool may or must run as a task.
    pub fn execution(self, execution: ToolExecution) -> Self {
        self.describe(|tool| tool.execution(execution))
    }

    /// What the model may be told at once where a call runs as a task.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks>
    pub fn immediate_response(mut self, text: impl Into<String>) -> Self {
        self.immediate_response = Some(text.into());
        self
    }

    /// Adds a middleware inside of those added before.
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<ToolService<C>> + Send + Sync + 'static,
        L::Service: Service<ToolCall<C>, Response = CallToolResult, Future: Send> + Send + 'static,
        <L::Service as Service<ToolCall<C>>>::Error: Into<BoxError>,
    {
        self.layers.push(ToolLayer::new(layer));
        self
    }

    /// The type that the arguments are decoded to; its schema becomes the tool's input schema.
    pub fn input<T: JsonSchema + DeserializeOwned>(mut self) -> ToolBuilder<C, T, O> {
        match schema::of_input::<T>() {
            Ok(schema) => self.offer.descriptor.input_schema = schema,
            Err(fault) => self.fault = Some(self.blame(fault)),
        }
        self.typed()
    }

    /// The type of a success; its schema becomes the tool's output schema, and a value of it is sent both
    /// as `structuredContent` and as text.
    pub fn output<T: JsonSchema + Serialize>(mut self) -> ToolBuilder<C, I, T> {
        match schema::of_output::<T>() {
            Ok(schema) => self.offer.descriptor.output_schema = Some(schema),
            Err(fault) => self.fault = Some(self.blame(fault)),
        }
        self.typed()
    }

    fn blame(&self, fault: String) -> BuildError {
        let tool = self.offer.descriptor.name.clone();
        BuildError::Schema { tool, fault }
    }

    fn typed<J, P>(self) -> ToolBuilder<C, J, P> {
        let Self { offer, layers, immediate_response, fault, .. } = self;
        ToolBuilder { offer, layers, immediate_response, fault, types: PhantomData }
    }
}

impl<C: Send + Sync + 'static, I: DeserializeOwned + 'static, O> ToolBuilder<C, I, O> {
    /// Completes the tool with its handler.
    pub fn run<F, Fut, R, M>(self, handler: F) -> ToolHandler<C>
    where
        F: Fn(I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoToolResult<O, M>,
    {
        self.complete::<F, _, _, _>(move |input, _| handler(input))
    }

    /// Completes the tool with a handler that also sees the call: the client, the session's context, `_meta`.
    pub fn run_with<F, Fut, R, M>(self, handler: F) -> ToolHandler<C>
    where
        F: Fn(I, ToolCall<C>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoToolResult<O, M>,
    {
        self.complete::<F, _, _, _>(handler)
    }

    fn complete<F, Fut, R, M>(self, handler: impl Fn(I, ToolCall<C>) -> Fut + Send + Sync + 'static) -> ToolHandler<C>
    where
        Fut: Future<Output = R> + Send + 'static,
        R: IntoToolResult<O, M>,
    {
        let handle = move |call: ToolCall<C>| -> BoxFuture<'static, _> {
            match decoded::<I>(call.request.arguments.as_ref()) {
                Ok(input) => {
                    let answer = handler(input, call);
                    Box::pin(async move { answer.await.into_tool_result() })
                }
                Err(error) => Box::pin(std::future::ready(Ok(refusal(&error)))),
            }
        };
        ToolHandler {
            offer: self.offer.of::<F>(),
            layers: self.layers,
            immediate_response: self.immediate_response,
            handle: self.fault.map_or_else(|| Ok(Arc::new(handle) as _), Err),
        }
    }
}

fn decoded<I: DeserializeOwned>(arguments: Option<&JsonObject>) -> Result<I, serde_json::Error> {
    serde_json::from_str(arguments.map_or("{}", JsonObject::text))
}

fn refusal(error: &serde_json::Error) -> CallToolResult {
    outcome::failed(format!("The arguments do not fit: {error}"))
}
