//! Requests with what answered them.

use super::message::{Kind, Message};
use super::value::members;
use super::{Id, Party};

/// A request and what answered it. Indices are into the messages of its connection.
#[derive(Debug)]
pub(super) struct Pairing {
    pub(super) request: usize,
    pub(super) answers: Vec<usize>,
    pub(super) cancelled: Option<usize>,
    pub(super) mistaken: Option<usize>,
    /// The status with which HTTP refused the request.
    pub(super) refused: Option<u16>,
}

/// A request and what answered it.
#[derive(Debug, Clone)]
pub struct Exchange<'t> {
    /// The request.
    pub request: &'t Message,
    /// Every response with its id, in order; more than one is a fault of its own.
    pub answers: Vec<&'t Message>,
    /// The notification that cancelled it.
    pub cancelled: Option<&'t Message>,
    /// A response that was meant for it, under an id that is not its own.
    pub mistaken: Option<&'t Message>,
    /// Whether the recording goes on long enough to say that an absent answer never came.
    pub is_over: bool,
    /// The status with which HTTP refused it, if it did: then the message may never have been read.
    pub refused: Option<u16>,
}

impl<'t> Exchange<'t> {
    /// The method asked for.
    pub fn method(&self) -> &'t str {
        self.request.method().unwrap_or_default()
    }

    /// The params of the request.
    pub fn params(&self) -> &'t serde_json::Value {
        self.request.params()
    }

    /// The first answer.
    pub fn answer(&self) -> Option<&'t Message> {
        self.answers.first().copied()
    }

    /// The first answer with its result, if it is a result.
    pub fn result(&self) -> Option<(&'t Message, &'t serde_json::Value)> {
        let answer = self.answer()?;
        Some((answer, answer.result()?))
    }

    /// The first answer, if it is an error.
    pub fn error(&self) -> Option<&'t Message> {
        self.answer().filter(|answer| answer.error().is_some())
    }

    /// Whether no answer came, the requestor still wanted one, and the recording shows that none would come.
    pub fn is_unanswered(&self) -> bool {
        let is_settled = self.cancelled.is_some() || self.mistaken.is_some() || self.refused.is_some();
        self.answers.is_empty() && !is_settled && self.is_over
    }
}

/// Pairs each response with its request, and each cancellation with what it cancels.
pub(super) fn pair(messages: &[Message]) -> (Vec<Pairing>, Vec<usize>) {
    let (mut pairs, mut strays): (Vec<Pairing>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, message) in messages.iter().enumerate() {
        match &message.kind {
            Kind::Request { .. } => {
                let (cancelled, mistaken, refused) = Default::default();
                pairs.push(Pairing { request: at, answers: Vec::new(), cancelled, mistaken, refused });
            }
            Kind::Result { id } | Kind::Error { id } => {
                match asked(&mut pairs, messages, message.from.other(), id.as_ref(), message.http) {
                    Some(pair) => pair.answers.push(at),
                    None => strays.push(at),
                }
            }
            Kind::Notification { method } if method == "notifications/cancelled" => {
                if let Some(pair) = asked(&mut pairs, messages, message.from, cancels(message).as_ref(), None) {
                    pair.cancelled.get_or_insert(at);
                }
            }
            _ => {}
        }
    }
    (pairs, strays)
}

/// The id of the request that a `notifications/cancelled` names.
pub(super) fn cancels(notification: &Message) -> Option<Id> {
    Id::new(members(notification.member("params")?).ok()?.get("requestId")?)
}

/// The request of that party with that id: the one of the same HTTP exchange, else the oldest one that still waits, else the
/// last.
fn asked<'p>(
    pairs: &'p mut [Pairing],
    messages: &[Message],
    by: Party,
    id: Option<&Id>,
    http: Option<u64>,
) -> Option<&'p mut Pairing> {
    let id = id?;
    let mine = |pair: &Pairing| messages[pair.request].from == by && messages[pair.request].id() == Some(id);
    let same = pairs.iter().position(|pair| mine(pair) && http.is_some() && messages[pair.request].http == http);
    let waiting = || pairs.iter().position(|pair| mine(pair) && pair.answers.is_empty());
    let at = same.or_else(waiting).or_else(|| pairs.iter().rposition(mine))?;
    pairs.get_mut(at)
}
