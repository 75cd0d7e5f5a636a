//! <https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates>

mod expanded;

use serde_json::Value;

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
    /// Variables stand in braces. Open braces, `{{id}}` and names with hyphens are no expressions, and no client can fill
    /// them. (The `:id` and `*` of routers are legal text, which nobody fills either.)
    Must uri_template_is_rfc6570 since V2024_11_05 cites ["templates-rfc6570"] = "server/resources#resource-templates";

    /// A server that declares resources lists its templates, if only as none.
    ///
    /// There is no capability of its own for templates, so clients ask every server with resources. An unknown method is a
    /// nuisance rather than a fault.
    Should list_is_served needs "resources" since V2024_11_05
    cites ["templates-list-shape"] = "server/resources#resource-templates";

    /// A template that names a MIME type gives resources of that type only.
    ///
    /// Where they differ, the type is left out. Servers break this by taking the type of the most usual one. It is judged by
    /// what was read under a URI that the template can give and nothing else does; parameters such as the charset do not
    /// matter.
    Should mime_type_is_of_all needs "resources" since V2024_11_05
    cites ["templates-mimetype-uniform"] = "schema#resourcetemplate";
}

fn uri_template_is_rfc6570(t: &Transcript) -> Observations {
    claimed(t, "templates/uri-template-is-rfc6570", "no template was listed")
}

fn list_is_served(t: &Transcript) -> Observations {
    is_served(t, "resources/templates/list")
}

fn mime_type_is_of_all(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nothing was read that a template with a MIME type gives");
    let templates: Vec<_> = t
        .requests("resources/templates/list")
        .filter_map(|listed| listed.result())
        .flat_map(|(answer, result)| listed(result).map(move |template| (answer, template)))
        .collect();
    for read in t.requests("resources/read") {
        let (Some((answer, result)), Some(uri)) = (read.result(), read.params()["uri"].as_str()) else { continue };
        let gives = |template: &Value| template["uriTemplate"].as_str().is_some_and(|text| expanded::gives(text, uri));
        let mut giving: Vec<_> = templates.iter().filter(|(_, template)| gives(template)).collect();
        giving.dedup_by_key(|(_, template)| &template["uriTemplate"]);
        let [(list, template)] = giving[..] else { continue };
        for contents in listed_under(result, uri) {
            if let (Some(said), Some(is)) = (media_type(template), media_type(contents)) {
                let why = (said != is).then(|| format!("the template says {said}, and this is {is}"));
                seen.judge([*list, answer], why);
            }
        }
    }
    seen
}

fn listed(result: &Value) -> impl Iterator<Item = &Value> {
    result["resourceTemplates"].as_array().into_iter().flatten()
}

fn listed_under<'r>(result: &'r Value, uri: &'r str) -> impl Iterator<Item = &'r Value> {
    result["contents"].as_array().into_iter().flatten().filter(move |contents| contents["uri"] == uri)
}

/// The MIME type without parameters, in small letters.
fn media_type(value: &Value) -> Option<String> {
    let whole = value["mimeType"].as_str()?;
    Some(whole.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

fn list_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ListResourceTemplatesResult", "ResourceTemplate"], "no templates were listed").judge(t)
}
