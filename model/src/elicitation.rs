//! Elicitation: asking the client's user.

use crate::wire::{self, Cx, Object, wire};
use crate::{ElicitValue, JsonObject, Map, Meta, RequestId, RequestMeta, RequestedSchema, TaskMetadata};

wire! {
    /// Asks the client to ask its user.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests>.
    pub struct ElicitRequest [jsonrpc "2.0", method "elicitation/create"] {
        /// What the response will refer to.
        pub id: RequestId,
        /// What to ask, and how.
        pub params: ElicitRequestParams,
    }
}

wire! {
    /// The mode that asks by a form.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#form-mode-elicitation-requests>.
    pub enum FormMode {
        /// By a form.
        Form = "form",
    }
}

wire! {
    /// A form for the user to fill in.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#form-mode-elicitation-requests>.
    pub struct ElicitRequestFormParams {
        /// The mode; absent means the same.
        pub mode: Option<FormMode>,
        /// What the user reads.
        pub message: String,
        /// The form's fields.
        pub requested_schema: RequestedSchema = "requestedSchema",
        /// Asks to run it as a task.
        pub task: Option<TaskMetadata>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

wire! {
    /// A page for the user to visit.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-mode-elicitation-requests>.
    pub struct ElicitRequestUrlParams [mode "url"] {
        /// What the user reads.
        pub message: String,
        /// What the notification of its completion will refer to.
        pub elicitation_id: String = "elicitationId",
        /// The page.
        pub url: String as "uri",
        /// Asks to run it as a task.
        pub task: Option<TaskMetadata>,
        /// What the protocol does not define, and the progress token.
        pub meta: Option<RequestMeta> = "_meta",
    }
}

/// What to ask the user, in one of the modes.
///
/// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#elicitation-requests>.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ElicitRequestParams {
    /// By a form: where `mode` is `form` or absent.
    Form(ElicitRequestFormParams),
    /// At a URL: where `mode` is `url`.
    Url(ElicitRequestUrlParams),
    /// In a mode that is not known here: kept whole.
    Unknown(JsonObject),
}

impl Object for ElicitRequestParams {
    const EXPECTED: &'static str = "an object (ElicitRequestParams)";

    fn read_members<'de, A: serde::de::MapAccess<'de>>(
        members: &mut wire::Members<'de, A>,
        _: Option<&'static str>,
        cx: Cx<'_>,
    ) -> Result<Self, A::Error> {
        const MODE: &str = "mode";
        let Some(mode) = members.take_tag(MODE, cx)? else {
            return Object::read_members(members, None, cx).map(Self::Form);
        };
        match &*mode {
            "url" => Object::read_members(members, Some(MODE), cx).map(Self::Url),
            "form" => {
                members.put_tag(MODE, mode);
                Object::read_members(members, None, cx).map(Self::Form)
            }
            unknown => {
                wire::refuse_if_strict(unknown, &["form", "url"], MODE, cx)?;
                members.put_tag(MODE, mode);
                Object::read_members(members, None, cx).map(Self::Unknown)
            }
        }
    }
}

wire::macros::union! { ElicitRequestParams { Form(ElicitRequestFormParams), Url(ElicitRequestUrlParams); Unknown } }

impl From<ElicitRequestFormParams> for ElicitRequestParams {
    fn from(form: ElicitRequestFormParams) -> Self {
        Self::Form(form)
    }
}

impl From<ElicitRequestUrlParams> for ElicitRequestParams {
    fn from(url: ElicitRequestUrlParams) -> Self {
        Self::Url(url)
    }
}

wire! {
    /// What the user did.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions>.
    pub enum ElicitAction {
        /// Filled in the form, or agreed to visit the page.
        Accept = "accept",
        /// Said no.
        Decline = "decline",
        /// Closed it without an answer.
        Cancel = "cancel",
    }
}

wire! {
    /// What the user did and filled in.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions>.
    pub struct ElicitResult {
        /// What the user did.
        pub action: ElicitAction,
        /// What the user filled in, by field; only where a form was accepted.
        pub content: Option<Map<ElicitValue>>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// What the user was sent to do at a URL is done.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation>.
    pub struct ElicitationCompleteNotification [jsonrpc "2.0", method "notifications/elicitation/complete"] {
        /// Which one.
        pub params: ElicitationCompleteNotificationParams,
    }
}

wire! {
    /// Which elicitation is complete.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation>.
    pub struct ElicitationCompleteNotificationParams {
        /// The id that came with the request.
        pub elicitation_id: String = "elicitationId",
    }
}
