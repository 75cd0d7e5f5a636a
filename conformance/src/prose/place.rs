//! Where each claim applies: the one table of definitions, members and functions.

use super::{Claim, Fault, Object, base64, elicitation, icon, message, meta, mime, resource, sampling, task, template};
use super::{time, tool, uri};

/// How a claim looks at a value.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// At a string.
    Text(fn(&str) -> Option<String>),
    /// At each string of an array.
    Texts(fn(&str) -> Option<String>),
    /// At each key of an object.
    Keys(fn(&str) -> Option<String>),
    /// At the members of an object.
    Object(fn(&Object<'_>) -> Vec<Fault>),
    /// At the text of any JSON.
    Json(fn(&str) -> Vec<Fault>),
    /// At the length of an array: as many items at most.
    AtMost(usize),
    /// At the items of an array: no two have the same string under this name.
    Unique(&'static str),
}

/// A place where a claim applies.
#[derive(Debug)]
pub struct Place {
    /// The definition: its name, `Name/member` for an object that is written inside of another, a name that starts with
    /// `*` for all that end alike, or `*` for all.
    pub definition: &'static str,
    /// The member; empty for the object itself.
    pub member: &'static str,
    /// What is claimed.
    pub claim: &'static Claim,
    /// How to look.
    pub check: Check,
}

impl Place {
    /// Whether it is in that definition.
    pub fn is_in(&self, definition: &str) -> bool {
        match self.definition.strip_prefix('*') {
            Some(end) => definition.ends_with(end),
            None => self.definition == definition,
        }
    }
}

/// A member's name as a step of a JSON pointer.
pub fn step(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

macro_rules! places {
    ($($definition:literal $member:literal $claim:path => $check:expr;)+) => {
        /// Every place.
        pub static PLACES: &[Place] =
            &[$(Place { definition: $definition, member: $member, claim: &$claim, check: $check }),+];
        /// Every claim, as often as it has places.
        pub static CLAIMS: &[&Claim] = &[$(&$claim),+];
    };
}

use Check::{AtMost, Json, Keys, Object as Whole, Text, Texts, Unique};

places! {
    "*" "_meta" meta::KEYS => Keys(meta::fault);
    "*" "_meta" meta::RESERVED => Keys(meta::reserved_fault);
    "*" "_meta" meta::REVERSED => Keys(meta::reversed_fault);
    "*" "_meta" task::RELATED => Whole(task::related_faults);

    "Annotations" "lastModified" time::MODIFIED => Text(time::fault);
    "ImageContent" "data" base64::IMAGE => Text(base64::fault);
    "ImageContent" "mimeType" mime::IMAGE => Text(mime::fault);
    "AudioContent" "data" base64::AUDIO => Text(base64::fault);
    "AudioContent" "mimeType" mime::AUDIO => Text(mime::fault);
    "BlobResourceContents" "blob" base64::BLOB => Text(base64::fault);
    "BlobResourceContents" "" resource::TEXT => Whole(resource::text_faults);
    "TextResourceContents" "" resource::TEXT => Whole(resource::text_faults);
    "Icon" "src" icon::SOURCE => Text(icon::source_fault);
    "Icon" "src" icon::SAFE => Text(icon::safe_fault);
    "Icon" "sizes" icon::SIZES => Texts(icon::size_fault);
    "Implementation" "websiteUrl" uri::WEBSITE => Text(uri::fault);

    "Resource" "uri" uri::RESOURCE => Text(uri::fault);
    "ResourceLink" "uri" uri::RESOURCE => Text(uri::fault);
    "ResourceContents" "uri" uri::RESOURCE => Text(uri::fault);
    "TextResourceContents" "uri" uri::RESOURCE => Text(uri::fault);
    "BlobResourceContents" "uri" uri::RESOURCE => Text(uri::fault);
    "ResourceRequestParams" "uri" uri::RESOURCE => Text(uri::fault);
    "ReadResourceRequestParams" "uri" uri::RESOURCE => Text(uri::fault);
    "SubscribeRequestParams" "uri" uri::RESOURCE => Text(uri::fault);
    "UnsubscribeRequestParams" "uri" uri::RESOURCE => Text(uri::fault);
    "ResourceUpdatedNotificationParams" "uri" uri::RESOURCE => Text(uri::fault);
    "ResourceTemplate" "uriTemplate" template::TEMPLATE => Text(template::fault);
    "ResourceTemplateReference" "uri" template::TEMPLATE => Text(template::fault);
    "ListResourcesResult" "resources" resource::URIS => Unique("uri");
    "Root" "uri" uri::ROOT => Text(uri::root_fault);
    "ListRootsResult" "roots" resource::ROOTS => Unique("uri");
    "ListPromptsResult" "prompts" resource::PROMPTS => Unique("name");
    "PromptMessage" "" resource::EMBEDDED => Whole(resource::embedded_faults);
    "CompleteResult/completion" "values" resource::COMPLETIONS => AtMost(resource::COMPLETIONS_MOST);
    "CompleteResult" "completion" resource::MORE => Whole(resource::more_faults);

    "Tool" "name" tool::NAME => Text(tool::name_fault);
    "Tool" "name" tool::LENGTH => Text(tool::length_fault);
    "Tool" "inputSchema" tool::INPUT => Json(tool::schema_faults);
    "Tool" "outputSchema" tool::OUTPUT => Json(tool::schema_faults);
    "Tool/inputSchema" "$schema" tool::DIALECT => Text(tool::dialect_fault);
    "Tool/outputSchema" "$schema" tool::DIALECT => Text(tool::dialect_fault);
    "ListToolsResult" "tools" tool::UNIQUE => Unique("name");
    "CallToolResult" "" tool::MIRROR => Whole(tool::mirror_faults);

    "*Notification" "" message::NOTIFICATION => Whole(message::notification_faults);
    "JSONRPCMessage" "" message::NULL_ID => Whole(message::null_id_faults);
    "JSONRPCMessage" "" message::REQUEST_ID => Whole(message::request_id_faults);
    "JSONRPCResultResponse" "" message::XOR => Whole(message::xor_faults);
    "JSONRPCErrorResponse" "" message::XOR => Whole(message::xor_faults);
    "JSONRPCErrorResponse" "" elicitation::REQUIRED => Whole(elicitation::required_faults);
    "Error" "message" message::CONCISE => Text(message::concise_fault);
    "PingRequest" "params" message::PING => Whole(message::ping_faults);
    "CancelledNotificationParams" "" message::CANCELLED => Whole(message::cancelled_faults);

    "UntitledSingleSelectEnumSchema" "format" elicitation::FORMAT => Text(elicitation::format_fault);
    "TitledSingleSelectEnumSchema" "format" elicitation::FORMAT => Text(elicitation::format_fault);
    "LegacyTitledEnumSchema" "format" elicitation::FORMAT => Text(elicitation::format_fault);
    "ElicitRequestFormParams" "" elicitation::TITLES => Whole(elicitation::titles_faults);
    "ElicitRequestURLParams" "url" uri::ELICITATION => Text(uri::url_fault);
    "ElicitRequestURLParams" "url" uri::ELICITATION_HTTPS => Text(uri::https_fault);
    "ElicitRequestURLParams" "url" uri::ELICITATION_SECRET => Text(uri::secret_fault);
    "ElicitResult" "" elicitation::CONTENT => Whole(elicitation::content_faults);

    "CreateMessageRequestParams" "includeContext" sampling::CONTEXT => Text(sampling::context_fault);
    "CreateMessageRequestParams" "" sampling::ANSWERED => Whole(sampling::answered_faults);
    "CreateMessageRequestParams" "" sampling::KNOWN => Whole(sampling::known_faults);
    "CreateMessageRequestParams" "" sampling::UNIQUE => Whole(sampling::unique_faults);
    "SamplingMessage" "" sampling::ASSISTANT => Whole(sampling::assistant_faults);
    "SamplingMessage" "" sampling::USER => Whole(sampling::user_faults);
    "SamplingMessage" "" sampling::ALONE => Whole(sampling::alone_faults);
    "CreateMessageResult" "" sampling::ASSISTANT => Whole(sampling::assistant_faults);
    "CreateMessageResult" "" sampling::USER => Whole(sampling::user_faults);

    "Task" "createdAt" time::CREATED => Text(time::stamp_fault);
    "Task" "lastUpdatedAt" time::UPDATED => Text(time::stamp_fault);
    "GetTaskResult" "createdAt" time::CREATED => Text(time::stamp_fault);
    "GetTaskResult" "lastUpdatedAt" time::UPDATED => Text(time::stamp_fault);
    "CancelTaskResult" "createdAt" time::CREATED => Text(time::stamp_fault);
    "CancelTaskResult" "lastUpdatedAt" time::UPDATED => Text(time::stamp_fault);
    "TaskStatusNotificationParams" "createdAt" time::CREATED => Text(time::stamp_fault);
    "TaskStatusNotificationParams" "lastUpdatedAt" time::UPDATED => Text(time::stamp_fault);
    "GetTaskRequest" "params" task::REQUEST => Whole(task::twice_faults);
    "GetTaskPayloadRequest" "params" task::REQUEST => Whole(task::twice_faults);
    "CancelTaskRequest" "params" task::REQUEST => Whole(task::twice_faults);
    "GetTaskResult" "" task::RESPONSE => Whole(task::twice_faults);
    "CancelTaskResult" "" task::RESPONSE => Whole(task::twice_faults);
    "ListTasksResult" "" task::RESPONSE => Whole(task::twice_faults);
    "TaskStatusNotificationParams" "" task::STATUS => Whole(task::twice_faults);
    "GetTaskPayloadResult" "" task::RESULT => Whole(task::result_faults);
    "CreateTaskResult" "" task::NEW => Whole(task::new_faults);
    "CreateTaskResult" "" task::IMMEDIATE => Whole(task::immediate_faults);
    "CancelTaskResult" "" task::CANCEL => Whole(task::cancel_faults);
    "GetTaskResult" "" task::FAILED => Whole(task::failed_faults);
}
