//! Resources: what a server lets be read.

use crate::metadata::{described, titled};
use crate::wire::wire;
use crate::{Annotations, Base64, Icon, Integer, Meta};

wire! {
    /// Something that can be read.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource>.
    pub struct Resource {
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

wire! {
    /// A family of resources whose URIs follow a template.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates>.
    pub struct ResourceTemplate {
        /// What programs call it.
        pub name: String,
        /// The template of the URIs, as RFC 6570 has it.
        pub uri_template: String as "uri-template" = "uriTemplate",
        /// What people see.
        pub title: Option<String>,
        /// What it is for.
        pub description: Option<String>,
        /// Pictures of it in several sizes and formats.
        pub icons: Option<Vec<Icon>>,
        /// The MIME type, where all of them have the same.
        pub mime_type: Option<String> = "mimeType",
        /// Whom it is for and how much it matters.
        pub annotations: Option<Annotations>,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

described!(Resource);
described!(ResourceTemplate);
titled!(Resource, ResourceTemplate);

wire! {
    /// What all contents of a resource have.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-contents>.
    pub struct ResourceContents {
        /// The URI of what this is.
        pub uri: String as "uri",
        /// Its MIME type.
        pub mime_type: Option<String> = "mimeType",
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Contents that are text.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#text-content>.
    pub struct TextResourceContents {
        /// The URI of what this is.
        pub uri: String as "uri",
        /// Its MIME type.
        pub mime_type: Option<String> = "mimeType",
        /// The text.
        pub text: String,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Contents that are bytes.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#binary-content>.
    pub struct BlobResourceContents {
        /// The URI of what this is.
        pub uri: String as "uri",
        /// Its MIME type.
        pub mime_type: Option<String> = "mimeType",
        /// The bytes.
        pub blob: Base64,
        /// What the protocol does not define.
        pub meta: Option<Meta> = "_meta",
    }
}

wire! {
    /// Contents of either sort.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-contents>.
    pub enum AnyResourceContents having {
        "text" => Text(TextResourceContents),
        "blob" => Blob(BlobResourceContents),
    }
}
