//! Prompts: their metadata, their handlers and their completers.

use std::{future::Future, sync::Arc};

use futures_util::future::BoxFuture;
use mcp_model::{ContentBlock, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role, TextContent};
use tower::BoxError;

use crate::{
    Arguments, RequestContext,
    completion::Completers,
    offer::{Offer, setters},
};

pub(crate) type Get<C> =
    dyn Fn(Arguments, RequestContext<C>) -> BoxFuture<'static, Result<GetPromptResult, BoxError>> + Send + Sync;

/// Begins a prompt of this name.
/// <https://modelcontextprotocol.io/specification/2025-11-25/server/prompts#prompt>
pub fn prompt(name: impl Into<String>) -> PromptBuilder {
    PromptBuilder { offer: Offer::new(Prompt::new(name)), completers: Completers::default() }
}

/// A prompt in the making; [`get`](PromptBuilder::get) completes it.
pub struct PromptBuilder {
    offer: Offer<Prompt>,
    completers: Completers,
}

/// A complete prompt: descriptor, handler, completers, and where it comes from.
pub struct PromptHandler<C = ()> {
    pub(crate) offer: Offer<Prompt>,
    pub(crate) completers: Completers,
    pub(crate) get: Arc<Get<C>>,
}

impl PromptBuilder {
    setters! { Prompt }

    /// Adds an argument. A request without a required one is refused before the handler runs.
    pub fn argument(self, argument: PromptArgument) -> Self {
        self.describe(|prompt| prompt.argument(argument))
    }

    /// Suggests values of an argument, given its beginning and the other arguments known so far. Best
    /// first; an answer holds the first hundred.
    pub fn complete<F, Fut>(mut self, argument: impl Into<String>, complete: F) -> Self
    where
        F: Fn(String, Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Vec<String>> + Send + 'static,
    {
        self.completers.insert(argument.into(), complete);
        self
    }

    /// Completes the prompt with its handler.
    pub fn get<C, F, Fut, R, M>(self, handler: F) -> PromptHandler<C>
    where
        F: Fn(Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoPrompt<M>,
    {
        self.get_as::<F, _, _, _, _>(move |arguments, _| handler(arguments))
    }

    /// Completes the prompt with a handler that also sees the request's context.
    pub fn get_with<C, F, Fut, R, M>(self, handler: F) -> PromptHandler<C>
    where
        F: Fn(Arguments, RequestContext<C>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = R> + Send + 'static,
        R: IntoPrompt<M>,
    {
        self.get_as::<F, _, _, _, _>(handler)
    }

    fn get_as<F, C, Fut, R, M>(
        self,
        handler: impl Fn(Arguments, RequestContext<C>) -> Fut + Send + Sync + 'static,
    ) -> PromptHandler<C>
    where
        Fut: Future<Output = R> + Send + 'static,
        R: IntoPrompt<M>,
    {
        let get = move |arguments, cx| -> BoxFuture<'static, _> {
            let answer = handler(arguments, cx);
            Box::pin(async move { answer.await.into_prompt() })
        };
        PromptHandler { offer: self.offer.of::<F>(), completers: self.completers, get: Arc::new(get) }
    }
}

/// What the handler of a prompt may return: one text of the user's, messages, a whole result, or any of
/// these that may have failed. `M` only tells the implementations apart.
pub trait IntoPrompt<M> {
    /// The result that the client gets, or the error that takes its place.
    ///
    /// # Errors
    ///
    /// Why the prompt could not be made.
    fn into_prompt(self) -> Result<GetPromptResult, BoxError>;
}

/// Marks one text of the user's.
#[derive(Debug)]
pub enum UserText {}

impl IntoPrompt<UserText> for String {
    fn into_prompt(self) -> Result<GetPromptResult, BoxError> {
        let content = ContentBlock::Text(TextContent::new(self));
        vec![PromptMessage::new(Role::User, content)].into_prompt()
    }
}

/// Marks messages.
#[derive(Debug)]
pub enum Messages {}

impl IntoPrompt<Messages> for Vec<PromptMessage> {
    fn into_prompt(self) -> Result<GetPromptResult, BoxError> {
        Ok(GetPromptResult::new(self))
    }
}

/// Marks a result that is sent as it is.
#[derive(Debug)]
pub enum WholePrompt {}

impl IntoPrompt<WholePrompt> for GetPromptResult {
    fn into_prompt(self) -> Result<GetPromptResult, BoxError> {
        Ok(self)
    }
}

/// Marks a prompt that may fail.
#[derive(Debug)]
pub struct FalliblePrompt<M>(M);

impl<M, T: IntoPrompt<M>, E: Into<BoxError>> IntoPrompt<FalliblePrompt<M>> for Result<T, E> {
    fn into_prompt(self) -> Result<GetPromptResult, BoxError> {
        self.map_err(Into::into)?.into_prompt()
    }
}
