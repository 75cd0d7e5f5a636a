//! The seam where other modules enrich descriptors and capabilities, at the time the server is built.

use std::any::type_name;

use mcp_model::{CallToolResult, ObjectSchema, Prompt, Resource, ResourceTemplate, ServerCapabilities, Tool};
use tower::{BoxError, Layer, Service};

use crate::{Origin, ToolCall, ToolService, middleware::ToolLayer};

/// A module that enriches what the server offers. Every method is called once for each handler (and once
/// for the capabilities) when the server is built, after the descriptor is complete and after the
/// customizers registered before; each sees what they made of it.
///
/// Changing what identifies a handler is a build error: a tool's or prompt's name, a resource's URI, a
/// template's URI template.
pub trait Customizer<C = ()>: Send + Sync {
    /// What build errors call this customizer.
    fn name(&self) -> &str {
        type_name::<Self>()
    }

    /// Enriches a tool; may add middleware too.
    fn tool(&self, _draft: &mut ToolDraft<'_, C>) {}

    /// Enriches a resource.
    fn resource(&self, _draft: &mut Draft<'_, Resource>) {}

    /// Enriches a resource template.
    fn resource_template(&self, _draft: &mut Draft<'_, ResourceTemplate>) {}

    /// Enriches a prompt.
    fn prompt(&self, _draft: &mut Draft<'_, Prompt>) {}

    /// Enriches what the server declares in `initialize`.
    fn capabilities(&self, _capabilities: &mut ServerCapabilities) {}
}

/// A descriptor that a customizer may change or replace.
#[derive(Debug)]
#[non_exhaustive]
pub struct Draft<'a, D> {
    /// The descriptor as it is so far.
    pub descriptor: D,
    /// Where the handler comes from.
    pub origin: &'a Origin,
}

/// A tool's descriptor, to which a customizer may also add middleware.
#[non_exhaustive]
pub struct ToolDraft<'a, C> {
    /// The descriptor as it is so far.
    pub descriptor: Tool,
    /// Where the handler comes from.
    pub origin: &'a Origin,
    layers: &'a mut Vec<ToolLayer<C>>,
}

impl<C: Send + Sync + 'static> ToolDraft<'_, C> {
    /// Adds a middleware to this tool, inside of those it has.
    pub fn layer<L>(&mut self, layer: L)
    where
        L: Layer<ToolService<C>> + Send + Sync + 'static,
        L::Service: Service<ToolCall<C>, Response = CallToolResult, Future: Send> + Send + 'static,
        <L::Service as Service<ToolCall<C>>>::Error: Into<BoxError>,
    {
        self.layers.push(ToolLayer::new(layer));
    }
}

/// A descriptor under customization.
pub(crate) trait Customized<C>: Sized {
    /// What clients know it by, and what that is called.
    fn identity(&self) -> (&'static str, &str);

    fn customize(self, by: &dyn Customizer<C>, origin: &Origin, layers: &mut Vec<ToolLayer<C>>) -> Self;

    /// What no customizer may do to it, if it was done.
    fn fault(&self) -> Option<String> {
        None
    }
}

impl<C> Customized<C> for Tool {
    fn identity(&self) -> (&'static str, &str) {
        ("name", &self.name)
    }

    fn customize(self, by: &dyn Customizer<C>, origin: &Origin, layers: &mut Vec<ToolLayer<C>>) -> Self {
        let mut draft = ToolDraft { descriptor: self, origin, layers };
        by.tool(&mut draft);
        draft.descriptor
    }

    fn fault(&self) -> Option<String> {
        let schemas = std::iter::once(&self.input_schema).chain(&self.output_schema);
        let fault = schemas.map(ObjectSchema::shape).find_map(Result::err)?;
        Some(format!("its schema is no object schema any more: {fault}"))
    }
}

macro_rules! customized {
    ($($descriptor:ty, $method:ident, $identity:ident, $wire:literal;)+) => { $(
        impl<C> Customized<C> for $descriptor {
            fn identity(&self) -> (&'static str, &str) {
                ($wire, &self.$identity)
            }

            fn customize(self, by: &dyn Customizer<C>, origin: &Origin, _: &mut Vec<ToolLayer<C>>) -> Self {
                let mut draft = Draft { descriptor: self, origin };
                by.$method(&mut draft);
                draft.descriptor
            }
        }
    )+ };
}

customized! {
    Resource, resource, uri, "uri";
    ResourceTemplate, resource_template, uri_template, "uriTemplate";
    Prompt, prompt, name, "name";
}
