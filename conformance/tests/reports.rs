//! Every format of the report, accepted by review; and baselines.

use std::path::Path;

use mcp_conformance::baseline::Baseline;
use mcp_conformance::render::{json, junit, markdown, sarif, tap, text};
use mcp_conformance::report::{Recording, Report};
use mcp_conformance::rules;
use mcp_conformance::transcript::{Transcript, read};

/// A server that says hostile things, breaks a must, and leaves most occasions out.
const HOSTILE: &str = r#"{"transcript":1}
{"event":"opened","transport":"stdio","target":"hostile"}
{"event":"sent","json":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}}
{"event":"received","json":{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"<b>\u001b[31m]]>&|`x`\u202e","version":"1"}}}}
{"event":"sent","json":{"jsonrpc":"2.0","method":"notifications/initialized"}}
{"event":"sent","json":{"jsonrpc":"2.0","id":2,"method":"ping"}}
{"event":"received","json":{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"<!-- \u001b[2J ]]> | # \u202e\u0007 -->"}}}
"#;

fn recordings() -> Vec<Recording> {
    let (header, events) = read(HOSTILE.as_bytes()).expect("a recording");
    vec![Recording { name: "run".to_owned(), transcript: Transcript::new(header, events) }]
}

fn report() -> Report {
    Report::new(rules::find("ping/is-answered"), &recordings())
}

#[test]
fn every_format_is_as_accepted() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("snapshots/reports"));
    settings.set_prepend_module_to_snapshot(false);
    let report = report();
    settings.bind(|| {
        insta::assert_snapshot!(
            "text",
            anstream::adapter::strip_str(&text::render(&report, &text::Options::default()))
        );
        insta::assert_snapshot!("json", json::render(&report));
        insta::assert_snapshot!("junit", junit::render(&report, false));
        insta::assert_snapshot!("markdown", markdown::render(&report));
        insta::assert_snapshot!("sarif", sarif::render(&report));
        insta::assert_snapshot!("tap", tap::render(&report, false));
    });
}

#[test]
fn no_format_shows_a_control_character() {
    let report = report();
    let plain = anstream::adapter::strip_str(&text::render(&report, &text::Options::default())).to_string();
    for shown in [
        plain,
        json::render(&report),
        junit::render(&report, false),
        markdown::render(&report),
        tap::render(&report, false),
    ] {
        let bad = |character: char| character != '\n' && (character.is_control() || character == '\u{202e}');
        assert!(!shown.contains(bad), "{shown}");
    }
}

#[test]
fn a_baseline_accepts_what_it_lists_and_complains_of_what_is_stale() {
    let mut accepted = report();
    assert!(accepted.fails(false));
    Baseline::of(&accepted, &Baseline::default()).apply(&mut accepted);
    assert!(!accepted.fails(true));
    assert_eq!(accepted.summary.accepted, 1);

    let mut stale = report();
    let unknown = Baseline { broken: [("ping/is-fast".to_owned(), "it is slow".to_owned())].into() };
    unknown.apply(&mut stale);
    assert_eq!(stale.stale, ["`ping/is-fast` is no rule; take it out of the baseline"]);
    assert!(stale.fails(false));
}

#[test]
fn a_reason_given_before_stays() {
    let before = Baseline { broken: [("ping/is-answered".to_owned(), "known since spring".to_owned())].into() };
    assert_eq!(Baseline::of(&report(), &before), before);
}

/// The published schema of the JSON report; `MCP_BLESS=1 cargo test` writes it anew.
#[test]
fn the_json_report_fits_its_published_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.schema.json");
    let generator = schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = serde_json::to_value(generator.into_root_schema_for::<Report>()).expect("a schema");
    let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
    if std::env::var_os("MCP_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the schema can be written");
    }
    similar_asserts::assert_eq!(std::fs::read_to_string(&path).expect("the published schema"), text);
    let report: serde_json::Value = serde_json::from_str(&json::render(&report())).expect("JSON");
    let fault = jsonschema::validate(&schema, &report).err();
    assert!(fault.is_none(), "{fault:?}");
}
