//! What the server tells the client while it serves a request: progress, log messages, the answer.

use std::sync::PoisonError;

use mcp_model::{
    ElicitRequestUrlParams, ElicitationCompleteNotificationParams, ErrorObject, Json, LoggingLevel,
    LoggingMessageNotificationParams, Number, ProgressNotificationParams, ProgressToken, ProtocolVersion, RequestId,
    URL_ELICITATION_REQUIRED, UrlElicitationRequiredData,
};
use serde::Serialize;

use super::{Channel, Client, allowed};
use crate::{
    Failure,
    message::{self, Answer},
    outbox::About,
};

impl Client {
    /// Tells how far the request has come, if it asked for that. Progress only ever grows and ends with the
    /// answer: whatever does not exceed what was told before, or comes too late, is not sent.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress>
    pub async fn progress(&self, progress: f64, total: Option<f64>, message: impl Into<String>) {
        let Some(token) = &self.shared.token else { return };
        let mut told = self.shared.progress.lock().await;
        if told.finished || told.last.is_some_and(|last| progress <= last) {
            return;
        }
        let Some(params) = params(token, progress, total, message.into()) else { return };
        told.last = Some(progress);
        self.notify("notifications/progress", &params).await;
    }

    /// Sends a log message, if the server declares logging and the client wants this level.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications>
    pub async fn log(&self, level: LoggingLevel, logger: impl Into<String>, data: impl Into<Json>) {
        if self.shared.peer.hears(level) {
            let params = LoggingMessageNotificationParams::new(level, data).logger(logger);
            self.notify("notifications/message", &params).await;
        }
    }

    /// Tells that what the user was asked to do at a URL is done.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation>
    pub async fn elicitation_complete(&self, elicitation_id: impl Into<String>) {
        let params = ElicitationCompleteNotificationParams::new(elicitation_id);
        self.notify("notifications/elicitation/complete", &params).await;
    }

    /// The failure of a request that can only be served after the user has done something at these URLs. The client
    /// may try again then. A client that does not declare URLs gets a tool error instead.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error>
    pub fn elicitation_required(
        &self,
        message: impl Into<String>,
        elicitations: impl IntoIterator<Item = ElicitRequestUrlParams>,
    ) -> Failure {
        if let Err(error) = allowed::urls(self.capabilities()) {
            return error.into();
        }
        let data = UrlElicitationRequiredData::new(elicitations);
        let data = message::answer(&data).unwrap_or_default();
        ErrorObject::new(URL_ELICITATION_REQUIRED, message).data(data).into()
    }

    /// Ends the connection that waits for the answer, over HTTP and where the client knows that it can come back for the
    /// rest. Work that takes long holds no connection then.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server>
    pub async fn close_stream(&self) {
        let resumes = self.protocol_version() == Some(&ProtocolVersion::LATEST);
        if let (Channel::Request(id), true) = (&self.shared.channel, resumes) {
            self.shared.peer.outbox.send(About::Break(id.clone()), String::new()).await;
        }
    }

    /// Sends the answer, after which there is no more progress.
    pub(crate) async fn finish(&self, id: RequestId, answer: Answer) {
        let mut told = self.shared.progress.lock().await;
        told.finished = true;
        let text = message::response(id.clone(), answer);
        self.shared.peer.outbox.send(About::Answer(id), text).await;
        let answered = self.shared.answered.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _nobody_waits = answered.map(|answered| answered.send(()));
    }

    async fn notify<T: Serialize>(&self, method: &str, params: &T) {
        self.shared.channel.tell(&self.shared.peer.outbox, method, message::answer(params).ok()).await;
    }
}

/// The notification's params; `None` where a number is not finite, which JSON cannot say.
fn params(
    token: &ProgressToken,
    progress: f64,
    total: Option<f64>,
    message: String,
) -> Option<ProgressNotificationParams> {
    let progress = Number::try_from(progress).ok()?;
    let mut params = ProgressNotificationParams::new(token.clone(), progress).message(message);
    params.total = total.map(Number::try_from).transpose().ok()?;
    Some(params)
}
