//! One client's conversation with the server, whatever carries it.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use futures_util::FutureExt;
use mcp_model::{CancelledNotificationParams, ErrorObject, JsonObject, ProtocolVersion, RequestId};

use crate::{
    Client, Opening, Outbox, Refusal, RequestContext, Server, answer,
    client::Channel,
    in_flight::InFlight,
    incoming::{self, Incoming},
    initialize,
    message::{self, Answer},
    outbox::{self, About},
    peer::{Peer, Phase},
    protocol_error::{internal, invalid_request},
};

/// One client's conversation with the server.
///
/// A transport puts every message of the client's into [`receive`](Session::receive) and sends what comes out
/// of the session's [`Outbox`]. Requests are served concurrently, each in a task of its own; dropping the
/// session stops them all.
pub struct Session<C = ()> {
    pub(crate) server: Server<C>,
    pub(crate) opening: Arc<Opening>,
    pub(crate) peer: Arc<Peer>,
    pub(crate) context: OnceLock<Arc<C>>,
    in_flight: Arc<InFlight>,
    refusal: Mutex<Option<Refusal>>,
}

impl<C: Send + Sync + 'static> Session<C> {
    pub(crate) fn open(server: Server<C>, opening: Opening) -> (Self, Outbox) {
        let (sender, outbox) = outbox::channel();
        let parts = server.parts();
        let capabilities = Arc::clone(&parts.capabilities);
        let peer = Arc::new(Peer::new(sender, capabilities, &parts.settings));
        parts.lists.join(&peer);
        let (context, in_flight, refusal) = (OnceLock::new(), Arc::default(), Mutex::default());
        let session = Self { server, opening: Arc::new(opening), peer, context, in_flight, refusal };
        (session, outbox)
    }

    /// Takes one message of the client's: the bytes of one JSON text, good or bad.
    ///
    /// Returns when the message is dispatched; the answer comes out of the [`Outbox`]. Only `initialize` is
    /// served before this returns, since what follows it depends on it. Where the revision agreed on is
    /// 2025-03-26, the text may also be a batch; each of its requests is then answered by itself.
    pub async fn receive(&self, message: &[u8]) {
        let batch = self.takes_batches().then(|| incoming::batch(message)).flatten();
        match batch {
            Some(batch) => {
                for message in batch {
                    self.dispatch(Incoming::read(message.get().as_bytes())).await;
                }
            }
            None => self.dispatch(Incoming::read(message)).await,
        }
    }

    pub(crate) fn takes_batches(&self) -> bool {
        let hello = self.peer.hello.get();
        hello.is_some_and(|hello| hello.version == ProtocolVersion::V2025_03_26)
    }

    pub(crate) async fn dispatch(&self, message: Incoming) {
        match message {
            Incoming::Request { id, method, params } => self.request(id, method, params).await,
            Incoming::Notification { method, params } => self.notification(&method, params.as_ref()),
            Incoming::Response { id, outcome } => self.peer.questions.answered(&id, outcome),
            Incoming::Malformed { id, error } => self.refuse(id, error).await,
            Incoming::Ignored => {}
        }
    }

    /// Whether `initialize` was answered, and well.
    pub(crate) fn is_open(&self) -> bool {
        self.peer.phase() != Phase::Opening
    }

    /// Whether requests that come later belong to it too; only then can a task be fetched.
    pub(crate) fn lasts(&self) -> bool {
        self.opening.http.is_none() || self.opening.session_id.is_some()
    }

    /// Makes the context, unless a check or a step refuses.
    pub(crate) async fn make_context(&self) -> Result<C, Refusal> {
        let steps = &self.server.parts().steps;
        if self.opening.http.is_none() {
            steps.allow(&self.opening).await?;
        }
        steps.make(Arc::clone(&self.opening)).await
    }

    /// Remembers why the session was not opened, for transports that say it their own way.
    pub(crate) fn refuse_opening(&self, refusal: Refusal) -> ErrorObject {
        let error = refusal.error.clone();
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
        error
    }

    /// Why the session was not opened.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Opens the session without a word of the client's, of which nothing is known then.
    pub(crate) async fn skip_handshake(&self) -> Result<(), Refusal> {
        let context = self.make_context().await?;
        if self.context.set(Arc::new(context)).is_ok() {
            self.peer.set_phase(Phase::Ready);
        }
        Ok(())
    }

    /// Refuses a message that could not even be read.
    pub(crate) async fn refuse(&self, id: Option<RequestId>, error: ErrorObject) {
        if let Some(id) = id {
            return self.answer(id, Err(error)).await;
        }
        let text = message::complaint(error);
        self.peer.outbox.send(About::Session, text).await;
    }

    /// Says that the client will send nothing more, and waits until what it asked for is served.
    pub async fn finish(&self) {
        self.peer.close();
        self.in_flight.idle().await;
    }

    async fn request(&self, id: RequestId, method: String, params: Option<JsonObject>) {
        if method == "initialize" {
            let answer = initialize::answer(self, params.as_ref()).await;
            return self.answer(id, answer).await;
        }
        if !self.is_open() && method != "ping" {
            return self.answer(id, Err(invalid_request("send initialize first"))).await;
        }
        if !self.serve(&id, method, params) {
            let error = invalid_request("a request with this id is still being served");
            self.answer(id, Err(error)).await;
        }
    }

    /// Serves a request in a task of its own, unless another of its id is still being served.
    fn serve(&self, id: &RequestId, method: String, params: Option<JsonObject>) -> bool {
        let token = answer::progress_token(params.as_ref());
        let client = Client::new(Arc::clone(&self.peer), Channel::Request(id.clone()), token);
        let work = answer::to(self.server.clone(), method, params, self.cx(&client));
        let work = AssertUnwindSafe(work).catch_unwind();
        let answers = id.clone();
        let deliver = move |outcome: std::thread::Result<Answer>| async move {
            let answer = outcome.unwrap_or_else(|_| Err(internal()));
            client.finish(answers, answer).await;
        };
        self.in_flight.spawn(id, work, deliver)
    }

    fn cx(&self, client: &Client) -> Option<RequestContext<C>> {
        Some(RequestContext {
            session_id: self.opening.session_id.clone(),
            context: Arc::clone(self.context.get()?),
            client: client.clone(),
            lists: self.server.lists(),
        })
    }

    async fn answer(&self, id: RequestId, answer: Answer) {
        let text = message::response(id.clone(), answer);
        self.peer.outbox.send(About::Answer(id), text).await;
    }

    fn notification(&self, method: &str, params: Option<&JsonObject>) {
        match method {
            "notifications/initialized" if self.peer.phase() == Phase::Answered => {
                self.peer.set_phase(Phase::Ready);
            }
            "notifications/cancelled" => {
                if let Some(id) = params.and_then(cancelled) {
                    self.in_flight.cancel(&id);
                }
            }
            _ => {}
        }
    }
}

impl<C> Drop for Session<C> {
    fn drop(&mut self) {
        self.peer.close();
        self.peer.jobs.stop();
        self.in_flight.cancel_all();
    }
}

/// The request that a message cancels, if it does.
pub(crate) fn cancels(message: &Incoming) -> Option<RequestId> {
    match message {
        Incoming::Notification { method, params } if method == "notifications/cancelled" => cancelled(params.as_ref()?),
        _ => None,
    }
}

fn cancelled(params: &JsonObject) -> Option<RequestId> {
    let params: CancelledNotificationParams = mcp_model::decode(params.text().as_bytes()).ok()?;
    params.request_id
}
