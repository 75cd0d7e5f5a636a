//! Responses that answer no request, and what they seem to have been meant for.

use super::event::What;
use super::exchange::Pairing;
use super::message::{Kind, Message};
use super::{Event, Id};

/// What a response that answers no request seems to have been meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause<M> {
    /// Something that nobody could read as a request: its id may be unreadable too.
    Malformed(M),
    /// A request that got no answer of its own: the id was lost or changed on the way.
    Request(M),
    /// A request whose id is a number too large for a double, and came back rounded.
    Rounded(M),
    /// A notification, which nobody answers.
    Notification(M),
    /// A response, which nobody answers.
    Response(M),
    /// An HTTP request that was refused with an error status before it was read, or one that brought no message.
    Transport,
    /// Nothing that was said.
    Nothing,
}

impl<M> Cause<M> {
    /// The same cause with its message put otherwise.
    pub(super) fn map<N>(self, put: impl FnOnce(M) -> N) -> Cause<N> {
        match self {
            Self::Malformed(message) => Cause::Malformed(put(message)),
            Self::Request(message) => Cause::Request(put(message)),
            Self::Rounded(message) => Cause::Rounded(put(message)),
            Self::Notification(message) => Cause::Notification(put(message)),
            Self::Response(message) => Cause::Response(put(message)),
            Self::Transport => Cause::Transport,
            Self::Nothing => Cause::Nothing,
        }
    }
}

/// A response that answers no request.
#[derive(Debug, Clone, Copy)]
pub struct Stray<'t> {
    /// The response.
    pub response: &'t Message,
    /// What it seems to have been meant for.
    pub cause: Cause<&'t Message>,
}

/// Everything that the search for causes looks at. Indices are into the messages.
pub(super) struct Scene<'a> {
    pub(super) events: &'a [Event],
    pub(super) messages: &'a [Message],
    pub(super) pairs: &'a [Pairing],
    pub(super) strays: &'a [usize],
}

impl Scene<'_> {
    /// The cause of each stray, in order. A malformed message accounts for one stray, as long as nothing sent after it
    /// has been answered.
    pub(super) fn causes(&self) -> Vec<Cause<usize>> {
        let mut spent = Vec::new();
        self.strays.iter().map(|&at| self.cause(at, &mut spent)).collect()
    }

    fn cause(&self, stray: usize, spent: &mut Vec<usize>) -> Cause<usize> {
        let response = &self.messages[stray];
        if let Some(cause) = self.over_http(response) {
            return cause;
        }
        if let Some(cause) = response.id().and_then(|id| self.by_id(stray, id)) {
            spent.extend(match cause {
                Cause::Malformed(at) => Some(at),
                _ => None,
            });
            return cause;
        }
        if let Some(at) = self.malformed_before(stray, spent) {
            spent.push(at);
            return Cause::Malformed(at);
        }
        if response.id().is_some() {
            return Cause::Nothing;
        }
        // Where answers overtake each other, the error for what could not be read may come after later ones.
        let is_blank = |at: usize| self.messages[at].text.bytes().iter().all(u8::is_ascii_whitespace);
        let is_error = response.error().is_some();
        let late = (0..stray).find(|&at| is_error && self.is_open(at, stray, spent) && !is_blank(at));
        if let Some(at) = late {
            spent.push(at);
            return Cause::Malformed(at);
        }
        self.without_id(stray)
    }

    /// On HTTP the exchange itself says what was meant.
    fn over_http(&self, response: &Message) -> Option<Cause<usize>> {
        let http = response.http?;
        let status = self.events.iter().find_map(|event| match event.what {
            What::HttpResponse { status, .. } if event.http == Some(http) => Some(status),
            _ => None,
        });
        if status.is_some_and(|status| status >= 400) && response.id().is_none() {
            return Some(Cause::Transport);
        }
        let asked = |message: &Message| message.http == Some(http) && message.from != response.from;
        let Some(sent) = self.messages.iter().position(asked) else { return Some(Cause::Transport) };
        Some(match &self.messages[sent] {
            message if message.is_malformed() => Cause::Malformed(sent),
            message if message.is_notification() => Cause::Notification(sent),
            message if message.is_response() => Cause::Response(sent),
            message => match (message.id(), response.id()) {
                (Some(asked), Some(answered)) if asked.rounds_to(answered) => Cause::Rounded(sent),
                _ => Cause::Request(sent),
            },
        })
    }

    /// What the id hints at: a waiting request whose id looks alike, or a malformed message or a response that has it.
    fn by_id(&self, stray: usize, id: &Id) -> Option<Cause<usize>> {
        let from = self.messages[stray].from;
        let looks_alike = |pair: &&Pairing| {
            pair.request < stray
                && pair.answers.is_empty()
                && self.messages[pair.request].from != from
                && self.messages[pair.request].id().is_some_and(|asked| asked.looks_like(id))
        };
        if let Some(pair) = self.pairs.iter().find(looks_alike) {
            let rounded = self.messages[pair.request].id().is_some_and(|asked| asked.rounds_to(id));
            return Some(if rounded { Cause::Rounded(pair.request) } else { Cause::Request(pair.request) });
        }
        let others = || (0..stray).rev().filter(|&at| self.messages[at].from != from);
        let malformed = others().find(|&at| self.messages[at].mentions(id)).map(Cause::Malformed);
        let is_it = |at: &usize| self.messages[*at].is_response() && self.messages[*at].id() == Some(id);
        malformed.or_else(|| others().find(is_it).map(Cause::Response))
    }

    fn malformed_before(&self, stray: usize, spent: &[usize]) -> Option<usize> {
        (0..stray).find(|at| self.is_open(*at, stray, spent) && !self.is_settled(*at, stray))
    }

    /// Whether it is malformed, and no other response is meant for it.
    fn is_open(&self, at: usize, stray: usize, spent: &[usize]) -> bool {
        let message = &self.messages[at];
        let is_answered = || self.pairs.iter().any(|pair| pair.request == at && !pair.answers.is_empty());
        let is_malformed = message.from != self.messages[stray].from && message.is_malformed();
        is_malformed && !spent.contains(&at) && !is_answered()
    }

    /// Whether something sent after `at` was answered before `stray`: then nobody will answer `at` any more.
    fn is_settled(&self, at: usize, stray: usize) -> bool {
        let from = self.messages[at].from;
        self.pairs.iter().any(|pair| {
            self.messages[pair.request].from == from
                && pair.request > at
                && pair.answers.first().is_some_and(|&answer| answer < stray)
        })
    }

    fn without_id(&self, stray: usize) -> Cause<usize> {
        let from = self.messages[stray].from;
        let waiting = |pair: &&Pairing| {
            pair.request < stray && pair.answers.is_empty() && self.messages[pair.request].from != from
        };
        if let Some(pair) = self.pairs.iter().find(waiting) {
            return Cause::Request(pair.request);
        }
        let said = (0..stray).rev().map(|at| (at, &self.messages[at])).filter(|(_, message)| message.from != from);
        for (at, message) in said {
            match message.kind {
                Kind::Notification { .. } => return Cause::Notification(at),
                Kind::Result { .. } | Kind::Error { .. } => return Cause::Response(at),
                _ => {}
            }
        }
        Cause::Nothing
    }
}
