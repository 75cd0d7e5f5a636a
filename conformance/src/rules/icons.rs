//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons>

use super::shared::claimed::claimed;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "icons";
    /// Icons are a list of objects with a source.
    ///
    /// `src` is there, `sizes` is a list, and `theme` is `light` or `dark`. One icon without a list, and a bare address, are
    /// the usual violations.
    Must list_is_valid since V2025_11_25
    cites ["icons-list-shape", "icons-src-required", "icons-theme-enum", "icons-theme-values"] = "schema#icon";

    /// An icon comes from an http or https address, or from a data: URI with base64.
    ///
    /// Clients load it by itself, so a path, another scheme such as `file:` or `javascript:`, or a data: URI without base64
    /// gives them nothing, or something dangerous.
    Must src_is_http_or_data since V2025_11_25
    cites ["icons-src-scheme", "icons-src-uri", "icons-src-http-or-data"] = "basic/index#icons";

    /// An icon comes from an https address or a data: URI.
    ///
    /// Plain http is allowed to servers, while clients are told to take icons from https or data: only, so such an icon is
    /// hardly ever seen.
    Should src_is_https_or_data since V2025_11_25 cites ["icons-src-scheme"] = "basic/index#icons";

    /// The sizes of an icon are written as `48x48`, or as `any`.
    ///
    /// Width and height are numbers of pixels with an `x` between them. `48`, `48 x 48` or `large` are not understood.
    Should sizes_are_wxh_or_any since V2025_11_25 cites ["icons-sizes-format", "icons-sizes-wxh"] = "schema#icon";
}

const NONE: &str = "no icon was given";

fn src_is_http_or_data(t: &Transcript) -> Observations {
    claimed(t, "icons/src-is-http-or-data", NONE)
}

fn src_is_https_or_data(t: &Transcript) -> Observations {
    claimed(t, "icons/src-is-https-or-data", NONE)
}

fn sizes_are_wxh_or_any(t: &Transcript) -> Observations {
    claimed(t, "icons/sizes-are-wxh-or-any", "no icon with sizes was given")
}

fn list_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["Icon"], NONE).judge(t)
}
