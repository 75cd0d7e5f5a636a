//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#annotations>

use super::shared::claimed::claimed;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "annotations";
    /// The hints of a tool are booleans, and its title a text.
    ///
    /// `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint` are `true`, `false` or absent. `null`, `"true"`
    /// and 1 are none of it, and a client that asks for `true` takes them for something else.
    Must tool_hints_are_booleans since V2025_03_26 cites ["annotations-tool-shape"] = "schema#toolannotations";

    /// Annotations say for whom and how important, in the agreed words.
    ///
    /// `audience` is a list of `user` and `assistant`, `priority` a number from 0 to 1. A single text as audience, `system`,
    /// and priorities such as 5, 100 or `"high"` are the usual violations.
    Must audience_and_priority_are_valid since V2024_11_05
    cites ["annotations-audience-values", "annotations-priority-range"] = "server/resources#annotations";

    /// The time of the last change is written in ISO 8601.
    ///
    /// `2025-01-12T15:00:58Z`, with or without a fraction or another zone. Texts such as `1736694058`,
    /// `12/01/2025` and `yesterday` cannot be sorted by a client.
    Should last_modified_is_iso8601 since V2025_06_18
    cites ["annotations-lastmodified-iso8601"] = "server/resources#annotations";
}

fn last_modified_is_iso8601(t: &Transcript) -> Observations {
    claimed(t, "annotations/last-modified-is-iso8601", "no `lastModified` was given")
}

fn tool_hints_are_booleans(t: &Transcript) -> Observations {
    Shape::of(&["ToolAnnotations"], "no tool was annotated").judge(t)
}

fn audience_and_priority_are_valid(t: &Transcript) -> Observations {
    Shape::of(&["Annotations"], "nothing was annotated").judge(t)
}
