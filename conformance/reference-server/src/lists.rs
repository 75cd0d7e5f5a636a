//! The server's lists, as far as they change while it runs.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError, RwLock, Weak},
};

use crate::peer::Peer;

/// One of the lists that a client can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    /// `tools/list`, by name.
    Tools,
    /// `resources/list`, by URI.
    Resources,
    /// `resources/templates/list`, by URI template.
    ResourceTemplates,
    /// `prompts/list`, by name.
    Prompts,
}

impl List {
    /// The name under which cursors of this list are sealed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// The notification that it changed.
    pub(crate) fn changed(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Resources | Self::ResourceTemplates => "notifications/resources/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
        }
    }
}

/// A handle to the server's lists: shows and hides entries and tells the clients of changes.
#[derive(Clone, Default)]
pub struct Lists(Arc<Shared>);

#[derive(Default)]
struct Shared {
    hidden: RwLock<HashSet<(List, String)>>,
    peers: Mutex<Vec<Weak<Peer>>>,
}

impl Lists {
    /// Puts a hidden entry back on its list, and tells every client that the list changed.
    pub fn show(&self, list: List, key: &str) {
        let mut hidden = self.0.hidden.write().unwrap_or_else(PoisonError::into_inner);
        let changed = hidden.remove(&(list, key.to_owned()));
        drop(hidden);
        if changed {
            self.each_peer(|peer| peer.list_changed(list));
        }
    }

    /// Takes an entry off its list, which makes it unknown, and tells every client that the list changed.
    pub fn hide(&self, list: List, key: &str) {
        if self.conceal(list, key) {
            self.each_peer(|peer| peer.list_changed(list));
        }
    }

    /// Tells every client that subscribed to this resource that it changed.
    pub fn resource_updated(&self, uri: &str) {
        self.each_peer(|peer| peer.resource_updated(uri));
    }

    pub(crate) fn conceal(&self, list: List, key: &str) -> bool {
        let mut hidden = self.0.hidden.write().unwrap_or_else(PoisonError::into_inner);
        hidden.insert((list, key.to_owned()))
    }

    pub(crate) fn shows(&self, list: List, key: &str) -> bool {
        let hidden = self.0.hidden.read().unwrap_or_else(PoisonError::into_inner);
        hidden.is_empty() || !hidden.contains(&(list, key.to_owned()))
    }

    pub(crate) fn join(&self, peer: &Arc<Peer>) {
        let mut peers = self.0.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.retain(|peer| peer.strong_count() > 0);
        peers.push(Arc::downgrade(peer));
    }

    fn each_peer(&self, tell: impl Fn(&Peer)) {
        let peers = self.0.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.iter().filter_map(Weak::upgrade).for_each(|peer| tell(&peer));
    }
}
