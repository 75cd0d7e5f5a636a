//! What every handler can see of the request it serves.

use std::sync::Arc;

use crate::{Client, Lists};

/// What every handler can see of the request it serves.
#[non_exhaustive]
pub struct RequestContext<C = ()> {
    /// The session's id, if the transport has sessions.
    pub session_id: Option<Arc<str>>,
    /// The session's context.
    pub context: Arc<C>,
    /// The client's side of the conversation, for as long as the request lasts.
    pub client: Client,
    /// The server's lists, to show and hide entries and to tell of updates.
    pub lists: Lists,
}

impl<C> Clone for RequestContext<C> {
    fn clone(&self) -> Self {
        Self {
            session_id: self.session_id.clone(),
            context: Arc::clone(&self.context),
            client: self.client.clone(),
            lists: self.lists.clone(),
        }
    }
}
