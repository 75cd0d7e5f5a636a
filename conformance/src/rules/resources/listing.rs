//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::rules::shared::capability::{is_undeclared, is_withheld};
use crate::rules::shared::changed::{announced, unique};
use crate::rules::shared::claimed::claimed;
use crate::rules::shared::listing::RESOURCES;
use crate::rules::shared::shape::Shape;
use crate::transcript::Transcript;

rules! { "resources";
    /// What `resources/list` gives is a list of resources.
    ///
    /// Each has a `uri` and a `name`. A missing name and `null` for what is not there are the usual violations.
    Must list_is_valid since V2024_11_05 cites ["resources-list-shape"] = "schema#listresourcesresult";

    /// What `resources/read` gives is a list of contents.
    ///
    /// Also a single item is in a list, under `contents`.
    Must read_result_is_valid since V2024_11_05 cites ["resources-read-shape"] = "schema#readresourceresult";

    /// Contents have a URI, and text or a blob.
    ///
    /// Each item says what it is the content of, and has one of the two. Items without `uri`, with `content` in place of
    /// `text`, or with bytes as a list of numbers come from handlers that return what they have. The same goes for
    /// resources embedded in results and prompts.
    Must contents_are_valid since V2024_11_05
    cites ["resources-contents-uri", "resources-contents-text-or-blob"] = "server/resources#resource-contents";

    /// A server that offers resources declares it.
    ///
    /// Without `resources` among the capabilities clients never ask for them.
    Must capability_is_declared since V2024_11_05
    cites ["resources-capability-declared"] = "server/resources#capabilities";

    /// A server whose tools embed resources declares resources.
    ///
    /// A client that is handed a resource expects that it can read it again.
    Should capability_when_embedding since V2025_06_18
    cites ["resources-capability-when-embedding"] = "server/tools#embedded-resources";

    /// The URI of a resource is a URI.
    ///
    /// It has a scheme and no characters that have to be encoded. Paths such as `/srv/a` or `users/me`, blanks, backslashes,
    /// letters beyond ASCII, and schemes with an underscore are refused by the libraries of clients. The same goes for
    /// links, embedded resources, contents and updates.
    Must uri_is_uri since V2024_11_05
    cites ["resources-uri-rfc3986", "resources-custom-scheme-rfc3986", "content-embedded-uri"] = "server/resources#resource";

    /// No two resources have the same URI.
    ///
    /// The URI is what a client reads; of two resources with one URI, the second can never be had. URIs are compared over all
    /// pages of the list.
    Must uris_are_unique since V2024_11_05 cites ["resources-uri-unique"] = "server/resources#resource";

    /// The size of a resource counts its bytes.
    ///
    /// Not the characters of the text, and not the length of its base64: clients use it to guess how much of a model's
    /// context it takes. Other differences, as of a file that was changed meanwhile, are not judged.
    Must size_counts_bytes since V2024_11_05 cites ["resources-size-raw-bytes"] = "server/resources#resource";

    /// A change of the list of resources is announced.
    ///
    /// A server that declares `resources.listChanged` sends `notifications/resources/list_changed` when its list has changed.
    Should changes_are_announced needs "resources.listChanged" since V2024_11_05
    cites ["resources-list-changed-notify"] = "server/resources#list-changed-notification";
}

fn capability_is_declared(t: &Transcript) -> Observations {
    is_withheld(t, "resources", "resources/list", |exchange| {
        exchange.result().is_some_and(|(_, result)| result["resources"].as_array().is_some_and(|all| !all.is_empty()))
    })
}

fn capability_when_embedding(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool embedded a resource");
    for connection in t.connections().filter(|_| t.handshakes().next().is_some()) {
        let is_undeclared = is_undeclared(connection, t, "resources");
        for exchange in connection.requests("tools/call") {
            let Some((answer, result)) = exchange.result() else { continue };
            let blocks = result["content"].as_array();
            if blocks.into_iter().flatten().any(|block| block["type"] == "resource") {
                seen.judge(
                    [answer],
                    is_undeclared.then_some("a resource is embedded, and `resources` is not declared"),
                );
            }
        }
    }
    seen
}

fn uri_is_uri(t: &Transcript) -> Observations {
    claimed(t, "resources/uri-is-uri", "no resource was named")
}

fn uris_are_unique(t: &Transcript) -> Observations {
    unique(t, RESOURCES)
}

fn size_counts_bytes(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no resource with a size was read");
    for exchange in t.requests("resources/read") {
        let Some((answer, result)) = exchange.result() else { continue };
        let (Some(uri), Some([contents])) =
            (exchange.params()["uri"].as_str(), result["contents"].as_array().map(Vec::as_slice))
        else {
            continue;
        };
        let listed = RESOURCES.listed(t).find(|(_, resource)| resource["uri"] == uri && resource["size"].is_u64());
        if let Some((listed, size)) = listed.and_then(|(listed, resource)| Some((listed, resource["size"].as_u64()?))) {
            seen.judge([listed, answer], wrong_unit(contents, size));
        }
    }
    seen
}

/// What the size counts in place of the bytes, if it counts something else.
fn wrong_unit(contents: &Value, size: u64) -> Option<String> {
    let size = usize::try_from(size).ok()?;
    if let Some(text) = contents["text"].as_str() {
        let is_characters = size != text.len() && size == text.chars().count();
        return is_characters
            .then(|| format!("/size is {size}, the number of characters; there are {} bytes", text.len()));
    }
    let blob = contents["blob"].as_str()?;
    let bytes = blob.trim_end_matches('=').len() * 3 / 4;
    (size == blob.len() && size != bytes)
        .then(|| format!("/size is {size}, the length of the base64; there are {bytes} bytes"))
}

fn changes_are_announced(t: &Transcript) -> Observations {
    announced(t, RESOURCES, "resources.listChanged")
}

fn list_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ListResourcesResult", "Resource"], "no resources were listed").judge(t)
}

fn read_result_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ReadResourceResult"], "no resource was read").judge(t)
}

fn contents_are_valid(t: &Transcript) -> Observations {
    Shape::of(&["TextResourceContents", "BlobResourceContents"], "no contents were given").judge(t)
}
