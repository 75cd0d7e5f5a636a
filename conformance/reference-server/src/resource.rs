//! Resources: their metadata and their handlers.

use std::{future::Future, sync::Arc};

use futures_util::future::BoxFuture;
use mcp_model::{Annotations, ReadResourceResult, Resource};
use tower::BoxError;

use crate::{
    Arguments, RequestContext,
    contents::IntoContents,
    offer::{Offer, setters},
};

/// One reading, as the handler behind a resource or a template sees it.
pub(crate) struct Reading<C> {
    pub(crate) uri: String,
    pub(crate) mime_type: Option<String>,
    pub(crate) variables: Arguments,
    pub(crate) cx: RequestContext<C>,
}

pub(crate) type Read<C> = dyn Fn(Reading<C>) -> BoxFuture<'static, Result<ReadResourceResult, BoxError>> + Send + Sync;

/// Begins a resource of this name and URI.
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource>
pub fn resource(name: impl Into<String>, uri: impl Into<String>) -> ResourceBuilder {
    ResourceBuilder { offer: Offer::new(Resource::new(name, uri)) }
}

/// A resource in the making; [`read`](ResourceBuilder::read) completes it.
#[derive(Debug)]
pub struct ResourceBuilder {
    offer: Offer<Resource>,
}

/// A complete resource: descriptor, handler, and where it comes from.
pub struct ResourceHandler<C = ()> {
    pub(crate) offer: Offer<Resource>,
    pub(crate) read: Arc<Read<C>>,
}

impl ResourceBuilder {
    setters! { Resource }

    /// The media type of the contents.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.describe(|resource| resource.mime_type(mime_type))
    }

    /// The size of the raw contents in bytes.
    pub fn size(self, bytes: u64) -> Self {
        self.describe(|resource| resource.size(bytes))
    }

    /// Whom the resource is for, and how much it matters.
    pub fn annotations(self, annotations: Annotations) -> Self {
        self.describe(|resource| resource.annotations(annotations))
    }

    /// Completes the resource with its handler.
    pub fn read<C, F, Fut, R, M>(self, handler: F) -> ResourceHandler<C>
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoContents<M>,
    {
        self.complete::<F, _, _, _, _>(move |_| handler())
    }

    /// Completes the resource with a handler that also sees the request's context.
    pub fn read_with<C, F, Fut, R, M>(self, handler: F) -> ResourceHandler<C>
    where
        F: Fn(RequestContext<C>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoContents<M>,
    {
        self.complete::<F, _, _, _, _>(handler)
    }

    fn complete<F, C, Fut, R, M>(
        self,
        handler: impl Fn(RequestContext<C>) -> Fut + Send + Sync + 'static,
    ) -> ResourceHandler<C>
    where
        Fut: Future<Output = R> + Send + 'static,
        R: IntoContents<M>,
    {
        let read = move |reading: Reading<C>| -> BoxFuture<'static, _> {
            let answer = handler(reading.cx);
            let (uri, mime_type) = (reading.uri, reading.mime_type);
            Box::pin(async move { answer.await.into_contents(&uri, mime_type.as_deref()) })
        };
        ResourceHandler { offer: self.offer.of::<F>(), read: Arc::new(read) }
    }
}
