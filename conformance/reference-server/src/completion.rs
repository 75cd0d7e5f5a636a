//! Suggestions for the arguments of prompts and the variables of resource templates.

use std::{collections::BTreeMap, future::Future, sync::Arc};

use futures_util::future::BoxFuture;
use mcp_model::{CompleteResult, Completion};

use crate::Arguments;

/// The most values that one answer may hold.
const MOST: usize = 100;

type Complete = dyn Fn(String, Arguments) -> BoxFuture<'static, Vec<String>> + Send + Sync;

/// The completers of one prompt or template, by argument.
#[derive(Clone, Default)]
pub(crate) struct Completers(BTreeMap<String, Arc<Complete>>);

impl Completers {
    pub(crate) fn insert<F, Fut>(&mut self, argument: String, complete: F)
    where
        F: Fn(String, Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Vec<String>> + Send + 'static,
    {
        let complete: Arc<Complete> = Arc::new(move |value, others| Box::pin(complete(value, others)));
        self.0.insert(argument, complete);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The arguments that have a completer.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// What may follow `value`; nothing where the argument has no completer.
    pub(crate) async fn complete(&self, argument: &str, value: String, others: Arguments) -> CompleteResult {
        match self.0.get(argument) {
            Some(complete) => result(complete(value, others).await),
            None => result(Vec::new()),
        }
    }
}

fn result(mut values: Vec<String>) -> CompleteResult {
    let total = values.len();
    values.truncate(MOST);
    let completion = Completion::new(values).total(total as u64).has_more(total > MOST);
    CompleteResult::new(completion)
}
