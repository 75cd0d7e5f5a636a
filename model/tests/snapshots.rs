//! The smallest and the fullest shape of every definition, as reviewed.

use mcp_model::strategy::Source;
use mcp_model::{DEFINITIONS, Definition, JsonKind, JsonRef};
use std::fmt::Write as _;

/// One member or element a line, the text of everything else as it is.
fn indent(value: JsonRef<'_>, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth + 1);
    let (open, close, parts): (_, _, Vec<_>) = match value.kind() {
        JsonKind::Object => {
            let members = value.members().unwrap();
            ('{', '}', members.map(|(name, value)| (format!("{name:?}: "), value)).collect())
        }
        JsonKind::Array => {
            let elements = value.elements().unwrap();
            ('[', ']', elements.map(|value| (String::new(), value)).collect())
        }
        _ => return out.push_str(value.text()),
    };
    if parts.is_empty() {
        return out.push_str(value.text());
    }
    out.push(open);
    for (index, (name, part)) in parts.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}\n{pad}{name}").unwrap();
        indent(*part, depth + 1, out);
    }
    write!(out, "\n{}{close}", "  ".repeat(depth)).unwrap();
}

fn shape(definition: &Definition, mut source: Source) -> String {
    let value = definition.generate(&mut source);
    definition.check(value.text().as_bytes()).expect("what is built is valid");
    let mut out = String::new();
    indent(value.view(), 0, &mut out);
    out
}

#[test]
fn definitions_look_as_they_did() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../spec-snapshots/2025-11-25/wire");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for definition in DEFINITIONS {
            let smallest = shape(definition, Source::new([]));
            let fullest = shape(definition, Source::fullest());
            insta::assert_snapshot!(definition.name, format!("smallest\n{smallest}\nfullest\n{fullest}"));
        }
    });
}
