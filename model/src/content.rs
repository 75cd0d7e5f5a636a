//! Content: what tools give back and what messages are made of.

use crate::metadata::{described, titled};
use crate::wire::wire;
use crate::{Annotations, AnyResourceContents, Base64, Icon, Integer, JsonObject, Meta, Resource};

wire! {
    /// Text.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content>.
    pub struct TextContent [type "text"] {
        /// The text.
        pub text: String,
        /// Whom it is for and how much it matters.
        pub annotations: Option<Annotations>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A picture.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content>.
    pub struct ImageContent [type "image"] {
        /// The bytes.
        pub data: Base64,
        /// Its MIME type.
        pub mime_type: String = "mimeType",
        /// Whom it is for and how much it matters.
        pub annotations: Option<Annotations>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A sound.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#audio-content>.
    pub struct AudioContent [type "audio"] {
        /// The bytes.
        pub data: Base64,
        /// Its MIME type.
        pub mime_type: String = "mimeType",
        /// Whom it is for and how much it matters.
        pub annotations: Option<Annotations>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// A resource that can be read, without its contents.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#resource-links>.
    pub struct ResourceLink [type "resource_link"] {
        /// What programs call it.
        pub name: String,
        /// Its URI.
        pub uri: String as "uri",
        /// What people see.
        pub title: Option<String>,
        /// What it holds.
        pub description: Option<String>,
        /// Pictures of it in several sizes and formats.
        pub icons: Option<Vec<Icon>>,
        /// The MIME type of what it holds.
        pub mime_type: Option<String> = "mimeType",
        /// Whom it is for and how much it matters.
        pub annotations: Option<Annotations>,
        /// The size of what it holds, in bytes before any encoding.
        pub size: Option<Integer>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

described!(ResourceLink);
titled!(ResourceLink);

impl From<Resource> for ResourceLink {
    fn from(resource: Resource) -> Self {
        Self {
            name: resource.name,
            uri: resource.uri,
            title: resource.title,
            description: resource.description,
            icons: resource.icons,
            mime_type: resource.mime_type,
            annotations: resource.annotations,
            size: resource.size,
            meta: resource.meta,
            extra: resource.extra,
        }
    }
}

wire! {
    /// A resource with its contents.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources>.
    pub struct EmbeddedResource [type "resource"] {
        /// The contents.
        pub resource: AnyResourceContents,
        /// Whom it is for and how much it matters.
        pub annotations: Option<Annotations>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// One piece of content.
    ///
    /// ```
    /// use mcp_model::ContentBlock;
    /// let text = r#"{"type":"hologram","depth":1.0}"#;
    /// let block: ContentBlock = mcp_model::decode(text.as_bytes())?;
    /// assert!(matches!(block, ContentBlock::Unknown(_)));
    /// assert_eq!(serde_json::to_string(&block).unwrap(), text);
    /// # Ok::<(), mcp_model::DecodeError>(())
    /// ```
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/schema#contentblock>.
    pub enum ContentBlock by type {
        "text" => Text(TextContent),
        "image" => Image(ImageContent),
        "audio" => Audio(AudioContent),
        "resource_link" => ResourceLink(Box<ResourceLink>),
        "resource" => Resource(Box<EmbeddedResource>),
    }
}

wire! {
    /// A model's wish to have a tool called.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tools-in-sampling>.
    pub struct ToolUseContent [type "tool_use"] {
        /// What the tool's result will refer to.
        pub id: String,
        /// The tool's name.
        pub name: String,
        /// The arguments.
        pub input: JsonObject,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// What a tool gave back, for the model that wished for it.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#tools-in-sampling>.
    pub struct ToolResultContent [type "tool_result"] {
        /// The `id` of the wish.
        pub tool_use_id: String = "toolUseId",
        /// What the tool gave back.
        pub content: Vec<ContentBlock>,
        /// The same as an object, where the tool gives one.
        pub structured_content: Option<JsonObject> = "structuredContent",
        /// Whether the tool failed; absent means that it did not.
        pub is_error: Option<bool> = "isError",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

impl From<ResourceLink> for ContentBlock {
    fn from(link: ResourceLink) -> Self {
        Self::ResourceLink(Box::new(link))
    }
}

impl From<EmbeddedResource> for ContentBlock {
    fn from(resource: EmbeddedResource) -> Self {
        Self::Resource(Box::new(resource))
    }
}

impl From<&str> for ContentBlock {
    fn from(text: &str) -> Self {
        Self::Text(TextContent::new(text))
    }
}
