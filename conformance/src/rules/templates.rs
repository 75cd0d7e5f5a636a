//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates>

use super::shared::capability::is_served;
use super::shared::claimed::claimed;
use super::shared::shape::Shape;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "templates";
    /// What `resources/templates/list` gives is a list of templates.
    ///
    /// Each has a `uriTemplate` and a `name`. The usual violation is a template under `uri`, or `null` for what is not there.
    Must list_is_valid since V2024_11_05 cites ["templates-list-shape"] = "schema#listresourcetemplatesresult";

    /// A URI template follows RFC 6570.
    ///
    /// Variables stand in braces. Open braces, the `:id` and `*` of routers, `{{id}}` and names with hyphens are none, and
    /// no client can fill them.
    Must uri_template_is_rfc6570 since V2024_11_05 cites ["templates-rfc6570"] = "server/resources#resource-templates";

    /// A server that declares resources lists its templates, if only as none.
    ///
    /// There is no capability of its own for templates, so clients ask every server with resources. An unknown method is a
    /// nuisance rather than a fault.
    Should list_is_served needs "resources" since V2024_11_05
    cites ["templates-list-shape"] = "server/resources#resource-templates";
}

fn uri_template_is_rfc6570(t: &Transcript) -> Observations {
    claimed(t, "templates/uri-template-is-rfc6570", "no template was listed")
}

fn list_is_served(t: &Transcript) -> Observations {
    is_served(t, "resources/templates/list")
}

fn list_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ListResourceTemplatesResult", "ResourceTemplate"], "no templates were listed").judge(t)
}
