//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations>

use super::shared::claimed::claimed;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "annotations";
    /// The time of the last change is written in ISO 8601.
    ///
    /// `2025-01-12T15:00:58Z`, with or without a fraction or another zone. Unix times, local formats and texts such as
    /// `yesterday` cannot be sorted by a client.
    Should last_modified_is_iso8601 since V2025_06_18
    cites ["annotations-lastmodified-iso8601"] = "server/resources#annotations";
}

fn last_modified_is_iso8601(t: &Transcript) -> Observations {
    claimed(t, "annotations/last-modified-is-iso8601", "no `lastModified` was given")
}
