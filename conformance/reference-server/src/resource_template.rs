//! Resource templates: their metadata, their handlers and their completers.

use std::{future::Future, sync::Arc};

use futures_util::future::BoxFuture;
use mcp_model::{Annotations, ResourceTemplate};

use crate::{
    Arguments, RequestContext,
    completion::Completers,
    contents::IntoContents,
    offer::{Offer, setters},
    resource::{Read, Reading},
};

/// Begins a template of this name and URI template (RFC 6570, levels 1 to 3).
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates>
pub fn resource_template(name: impl Into<String>, uri_template: impl Into<String>) -> ResourceTemplateBuilder {
    ResourceTemplateBuilder {
        offer: Offer::new(ResourceTemplate::new(name, uri_template)),
        completers: Completers::default(),
    }
}

/// A template in the making; [`read`](ResourceTemplateBuilder::read) completes it.
pub struct ResourceTemplateBuilder {
    offer: Offer<ResourceTemplate>,
    completers: Completers,
}

/// A complete template: descriptor, handler, completers, and where it comes from.
pub struct ResourceTemplateHandler<C = ()> {
    pub(crate) offer: Offer<ResourceTemplate>,
    pub(crate) completers: Completers,
    pub(crate) read: Arc<Read<C>>,
}

impl ResourceTemplateBuilder {
    setters! { ResourceTemplate }

    /// The media type that all resources of this template have.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.describe(|template| template.mime_type(mime_type))
    }

    /// Whom the resources are for, and how much they matter.
    pub fn annotations(self, annotations: Annotations) -> Self {
        self.describe(|template| template.annotations(annotations))
    }

    /// Suggests values of a variable, given its beginning and the other variables known so far. Best first;
    /// an answer holds the first hundred.
    pub fn complete<F, Fut>(mut self, variable: impl Into<String>, complete: F) -> Self
    where
        F: Fn(String, Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Vec<String>> + Send + 'static,
    {
        self.completers.insert(variable.into(), complete);
        self
    }

    /// Completes the template with its handler, which gets the variables of the URI.
    pub fn read<C, F, Fut, R, M>(self, handler: F) -> ResourceTemplateHandler<C>
    where
        F: Fn(Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoContents<M>,
    {
        self.read_as::<F, _, _, _, _>(move |variables, _| handler(variables))
    }

    /// Completes the template with a handler that also sees the request's context.
    pub fn read_with<C, F, Fut, R, M>(self, handler: F) -> ResourceTemplateHandler<C>
    where
        F: Fn(Arguments, RequestContext<C>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoContents<M>,
    {
        self.read_as::<F, _, _, _, _>(handler)
    }

    fn read_as<F, C, Fut, R, M>(
        self,
        handler: impl Fn(Arguments, RequestContext<C>) -> Fut + Send + Sync + 'static,
    ) -> ResourceTemplateHandler<C>
    where
        Fut: Future<Output = R> + Send + 'static,
        R: IntoContents<M>,
    {
        let read = move |reading: Reading<C>| -> BoxFuture<'static, _> {
            let answer = handler(reading.variables, reading.cx);
            let (uri, mime_type) = (reading.uri, reading.mime_type);
            Box::pin(async move { answer.await.into_contents(&uri, mime_type.as_deref()) })
        };
        ResourceTemplateHandler { offer: self.offer.of::<F>(), completers: self.completers, read: Arc::new(read) }
    }
}
