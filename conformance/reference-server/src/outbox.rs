//! Messages on their way to the client.

use mcp_model::RequestId;
use tokio::sync::mpsc;

/// How many messages may wait before whoever adds one has to wait too.
const CAPACITY: usize = 1024;

/// What a message of the server belongs to, for transports that have a stream for each request.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// The session as a whole.
    Session,
    /// One request of the client's, which is still being served.
    Request(RequestId),
    /// One request of the client's, which this message answers.
    Answer(RequestId),
    /// One request of the client's, whose stream may break here: there is no message, and the client comes back for the rest.
    Break(RequestId),
}

/// One message of the server's.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outgoing {
    /// What it belongs to.
    pub about: About,
    /// Its JSON text, which holds no newline.
    pub text: String,
}

/// The messages that a session sends, in order.
#[derive(Debug)]
pub struct Outbox(mpsc::Receiver<Outgoing>);

impl Outbox {
    /// The next message, or `None` when the session is over and everything was taken.
    pub async fn next(&mut self) -> Option<Outgoing> {
        self.0.recv().await
    }

    /// The next message, if one is waiting.
    pub fn waiting(&mut self) -> Option<Outgoing> {
        self.0.try_recv().ok()
    }
}

/// Where messages are put.
#[derive(Debug, Clone)]
pub(crate) struct Sender(mpsc::Sender<Outgoing>);

pub(crate) fn channel() -> (Sender, Outbox) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (Sender(sender), Outbox(receiver))
}

impl Sender {
    /// Adds a message, waiting while too many are on their way. After the end it goes nowhere.
    pub(crate) async fn send(&self, about: About, text: String) {
        let _gone = self.0.send(Outgoing { about, text }).await.is_err();
    }

    /// Waits for a place, which can then be taken without waiting; `None` after the end.
    pub(crate) async fn place(&self) -> Option<Place<'_>> {
        self.0.reserve().await.ok().map(Place)
    }

    /// Adds a message without waiting.
    pub(crate) fn post(&self, about: About, text: String) {
        if let Err(mpsc::error::TrySendError::Full(message)) = self.0.try_send(Outgoing { about, text }) {
            let sender = self.0.clone();
            tokio::spawn(async move { sender.send(message).await });
        }
    }
}

/// A place for one message.
pub(crate) struct Place<'a>(mpsc::Permit<'a, Outgoing>);

impl Place<'_> {
    pub(crate) fn send(self, about: About, text: String) {
        self.0.send(Outgoing { about, text });
    }
}
