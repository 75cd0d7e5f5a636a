//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result>

use super::shared::claimed::claimed;
use super::shared::part;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::{Message, Transcript};

rules! { "content";
    /// A block of content is of a known kind, and has what its kind needs.
    ///
    /// Text has `text`, an image and audio have `data` and `mimeType`, a link has `uri` and `name`, an embedded resource has
    /// `resource`. Violations: kinds of other protocols (`input_text`, `json`, `image_url`), an image without MIME type,
    /// the members of a resource on the block itself, and an object as text.
    Must block_is_valid since V2024_11_05
    cites ["content-text-shape", "content-image-shape", "content-audio-shape", "content-resource-link-shape", "content-embedded-shape", "tools-call-result-shape"] = "server/tools#tool-result";

    /// Binary data is base64.
    ///
    /// Images, audio and blobs are bytes in the standard alphabet of base64, padded, on one line, with nothing before them.
    /// Violations: a whole `data:` URI, the address of a picture, the URL-safe alphabet, and the line breaks of an encoder
    /// for mail.
    Must base64_is_base64 since V2024_11_05
    cites ["content-image-base64", "content-audio-base64", "content-binary-encoded", "content-embedded-payload"] = "server/prompts#image-content";

    /// Images and audio have a MIME type.
    ///
    /// A type, a slash and a subtype, such as `image/png`. `png` or `.png` say the same to a person, not to a client.
    Must mime_type_is_valid since V2024_11_05
    cites ["content-image-mime", "content-audio-mime"] = "server/prompts#image-content";

    /// The MIME type of an image is one of images, that of audio one of audio.
    ///
    /// A client picks its decoder by it. `application/octet-stream` says nothing, and `text/html` for an image is a mistake.
    Should mime_type_fits_the_block since V2024_11_05
    cites ["content-image-mime", "content-audio-mime"] = "server/prompts#image-content";

    /// Contents have text only where they are text.
    ///
    /// Binary contents have a `blob` alone. An empty `text` beside it makes readers throw the blob away, and a binary file
    /// read as if it were text is damaged for good.
    Must text_only_if_text since V2024_11_05
    cites ["content-text-only-if-text"] = "schema#textresourcecontents";

    /// A link to a resource can be followed.
    ///
    /// What a tool links to, the client can read or subscribe to. Links that only the server itself understands, or whose
    /// resource `resources/read` does not know, lead nowhere. Only links that were tried are judged.
    Should linked_resource_can_be_read since V2025_06_18
    cites ["content-resource-link-fetchable"] = "server/tools#resource-links";
}

fn base64_is_base64(t: &Transcript) -> Observations {
    claimed(t, "content/base64-is-base64", "no binary data was given")
}

fn mime_type_is_valid(t: &Transcript) -> Observations {
    claimed(t, "content/mime-type-is-valid", "no image or audio was given")
}

fn mime_type_fits_the_block(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no image or audio was given");
    for part in part::parts(t) {
        let family = match part.definition {
            "ImageContent" => "image/",
            "AudioContent" => "audio/",
            _ => continue,
        };
        if let Some(mime) = part.value["mimeType"].as_str().filter(|mime| crate::prose::mime::fault(mime).is_none()) {
            let fits = mime.to_ascii_lowercase().starts_with(family);
            let fault = (!fits).then(|| format!("{}/mimeType is `{mime}`, where {family}… was expected", part.pointer));
            seen.judge([part.message], fault);
        }
    }
    seen
}

fn text_only_if_text(t: &Transcript) -> Observations {
    claimed(t, "content/text-only-if-text", "no contents were given")
}

fn linked_resource_can_be_read(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no linked resource was read");
    for link in part::of(t, "ResourceLink") {
        let Some(uri) = link.value["uri"].as_str().filter(|uri| !uri.starts_with("http")) else { continue };
        let is_read = |request: &Message| request.params()["uri"] == uri && request.seq > link.message.seq;
        let Some(read) = t.requests("resources/read").find(|exchange| is_read(exchange.request)) else { continue };
        if let Some(answer) = read.answer() {
            let fault = answer.error().map(|_| format!("{}/uri cannot be read: {uri}", link.pointer));
            seen.judge([link.message, answer], fault);
        }
    }
    seen
}

fn block_is_valid(t: &Transcript) -> Observations {
    const BLOCKS: &[&str] =
        &["TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource", "ContentBlock"];
    Shape::of(BLOCKS, "no content was given").judge(t)
}
