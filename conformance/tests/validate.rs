//! What `validate` and `schema` print, accepted by review, and how they end.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use mcp_conformance::cli::{Cli, Exit};

/// A folder of its own for a test, with these files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (file, bytes) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

/// Runs the program on files of that folder; says what it prints, without the folder's name and without styles.
fn run(folder: &Path, args: &[&str], files: &[&str]) -> (String, Exit) {
    let paths = files.iter().map(|file| folder.join(file).display().to_string());
    let words = ["mcp-conformance"].into_iter().chain(args.iter().copied()).map(str::to_owned).chain(paths);
    let mut out = Vec::new();
    let exit = Cli::try_parse_from(words).expect("a command line").run(&mut out).expect("a run");
    let text = anstream::adapter::strip_str(std::str::from_utf8(&out).expect("text")).to_string();
    (text.replace(&format!("{}/", folder.display()), ""), exit)
}

fn accept(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("snapshots/validate"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn a_definition_is_judged_member_by_member() {
    let tool = br#"{
  "name": "get forecast",
  "input_schema": {},
  "annotations": {"title": null},
  "icons": [{"src": "javascript:alert(1)", "sizes": ["48"]}],
  "execution": {"taskSupport": "maybe"},
  "_meta": {"1x/y": 1, "io.modelcontextprotocol/own": 2},
  "name": "again"
}
"#;
    let folder = folder("definition", &[("tool.json", tool)]);
    let (text, exit) = run(&folder, &["validate", "--as", "Tool"], &["tool.json"]);
    accept("definition", &text);
    assert_eq!(exit, Exit::Broken);
}

#[test]
fn messages_are_judged_by_their_method() {
    let lines = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":[]}}
{"jsonrpc":"2.0","id":null,"method":"ping"}

{"jsonrpc":"2.0","id":7,"method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"result":{},"error":null}
{"jsonrpc":"2.0","id":1}
{"jsonrpc":"2.0","id":1,"method":"own/thing","params":{"deep":[1e400,{"a":1,"\u0061":2}]}}
[]
"#;
    let folder = folder("messages", &[("messages.jsonl", lines)]);
    let (text, exit) = run(&folder, &["validate"], &["messages.jsonl"]);
    accept("messages", &text);
    assert_eq!(exit, Exit::Broken);
    accept("messages-json", &run(&folder, &["validate", "--format", "json"], &["messages.jsonl"]).0);
}

#[test]
fn a_result_in_lines_is_judged_by_the_request_before_it() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":"none"}}"#;
    let asked = format!("{}\n{result}\n", r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let folder = folder("lines", &[("alone.jsonl", result.as_bytes()), ("asked.jsonl", asked.as_bytes())]);
    let ((alone, _), (asked, exit)) =
        (run(&folder, &["validate"], &["alone.jsonl"]), run(&folder, &["validate"], &["asked.jsonl"]));
    assert_eq!(alone, "1 valid · 0 invalid · 0 advice\n");
    assert!(asked.contains("asked.jsonl:2:43") && asked.contains("ListToolsResult"), "{asked}");
    assert_eq!(exit, Exit::Broken);
}

#[test]
fn unions_are_judged_by_their_tag() {
    let result = br#"{"content":[{"type":"text"},{"type":"image","data":"a b","mimeType":"image/png"},
{"type":"video"},{"text":"x"},{"type":"resource","resource":{"uri":"a:b"}}]}"#;
    let form = br#"{"message":"m","requestedSchema":{"type":"object","properties":{
"a":{"type":"string","format":"color"},"b":{"type":"array","items":{"anyOf":["x"]}},"c":{"type":"object"},"d":{}}}}"#;
    let folder = folder("unions", &[("result.json", result), ("form.json", form)]);
    let (result, _) = run(&folder, &["validate", "--as", "CallToolResult"], &["result.json"]);
    let (form, _) = run(&folder, &["validate", "--as", "ElicitRequestParams"], &["form.json"]);
    accept("unions", &format!("{result}\n{form}"));
}

#[test]
fn a_recording_is_judged_message_by_message() {
    let recording = br#"{"transcript":1}
{"event":"opened","transport":"stdio"}
{"event":"sent","json":{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}}
{"event":"received","json":{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}}
{"event":"sent","json":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","task":{}}}}
{"event":"received","json":{"jsonrpc":"2.0","id":2,"result":{"content":[]}}}
{"event":"received","text":"Listening \u001b[31m on stdio\n"}
{"event":"received","json":{"jsonrpc":"2.0","id":1,"method":"roots/list"}}
{"event":"sent","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[{\"uri\":\"/home\"}]}}\r\n"}
"#;
    let ours = recording.to_vec();
    let ours = [b"{\"transcript\":1,\"client\":\"suite\"}".as_slice(), &ours[16..]].concat();
    let folder = folder("recording", &[("session.jsonl", recording), ("suite.jsonl", &ours)]);
    accept("recording", &run(&folder, &["validate"], &["session.jsonl"]).0);
    let (text, exit) = run(&folder, &["validate", "--quiet"], &["suite.jsonl"]);
    assert!(text.ends_with("1 valid · 3 invalid · 0 advice\n") && exit == Exit::Broken, "{text}");
}

#[test]
fn whatever_is_no_text_is_told_and_the_others_are_judged() {
    let deep = [b"[".repeat(100_000), b"]".repeat(100_000)].concat();
    let inside = [br#"{"jsonrpc":"2.0","id":1,"result":{"a":"#.as_slice(), &deep, b"}}"].concat();
    let files: &[(&str, &[u8])] = &[
        ("bad.json", b"{\"jsonrpc\": '2.0'}"),
        ("cut.json", b"{\"jsonrpc\": \"2.0\",\n"),
        ("deep.json", &deep),
        ("deeper/inside.json", &inside),
        ("empty.json", b""),
        ("empty.jsonl", b"\n"),
        ("ignored.txt", b"no"),
        ("latin.json", b"{\"caf\xE9\": 1}"),
        ("mark.json", b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
        ("torn.json", br#"{"jsonrpc":"2.0","id":1,"result":{"a":"\ud800"}}"#),
        ("two.json", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{}"),
        ("utf-16.json", b"\xFF\xFE{\0}\0"),
        ("wrong.jsonl", b"{\"transcript\":1}\n{\"event\":\"no\"}\n"),
    ];
    let folder = folder("texts", files);
    let (text, exit) = run(&folder, &["validate"], &["missing.json", "."]);
    let cut: String = text
        .replace(folder.to_str().expect("a name"), "")
        .lines()
        .map(|line| line.chars().take(160).collect::<String>() + "\n")
        .collect();
    accept("texts", &cut);
    assert_eq!(exit, Exit::CouldNot);
}

#[test]
fn long_lines_are_cut_and_hidden_characters_shown() {
    let long =
        format!(r#"{{"pad":"{}","name":"a{}b","x":[1,2],"y":"{}"}}"#, "é".repeat(500), '\u{202e}', "z".repeat(500));
    let folder = folder("lines", &[("tool.json", long.as_bytes())]);
    accept("lines", &run(&folder, &["validate", "--as", "Tool"], &["tool.json"]).0);
}

#[test]
fn it_ends_as_the_contract_says() {
    let files: &[(&str, &[u8])] = &[
        ("advised.json", br#"{"src":"http://example.com/a.png"}"#),
        ("fine.json", br#"{"src":"https://example.com/a.png"}"#),
    ];
    let folder = folder("ends", files);
    let exit = |args: &[&str], files: &[&str]| run(&folder, &[&["validate", "--as", "Icon"], args].concat(), files).1;
    assert_eq!(exit(&[], &["fine.json"]), Exit::Clean);
    assert_eq!(exit(&[], &["advised.json"]), Exit::Clean);
    assert_eq!(exit(&["--strict"], &["advised.json"]), Exit::Broken);
    assert_eq!(exit(&["--lines"], &["fine.json", "missing.json"]), Exit::CouldNot);
    let (text, _) = run(&folder, &["validate", "--as", "Icon", "--quiet"], &["advised.json"]);
    assert_eq!(text, "1 valid · 0 invalid · 1 advice\n");
}

#[test]
fn an_unknown_definition_is_met_with_the_nearest() {
    let said = |args: &[&str]| {
        let words = ["mcp-conformance"].iter().chain(args);
        Cli::try_parse_from(words).expect("a command line").run(&mut Vec::new()).expect_err("a failure").to_string()
    };
    let expected = "there is no definition `Tol`; did you mean Tool?";
    assert_eq!(said(&["validate", "--as", "Tol", "x.json"]), expected);
    assert_eq!(said(&["schema", "Tol"]), expected);
    assert!(said(&["schema", "Nothing at all"]).contains("`mcp-conformance schema` prints them all"));
}

#[test]
fn a_schema_stands_alone() {
    let folder = folder("schema", &[]);
    accept("schema-Annotations", &run(&folder, &["schema", "Annotations"], &[]).0);
    let whole: serde_json::Value = serde_json::from_str(&run(&folder, &["schema"], &[]).0).expect("JSON");
    assert_eq!(whole["$defs"].as_object().map(serde_json::Map::len), Some(145));
    let message = run(&folder, &["schema", "JSONRPCMessage"], &[]).0;
    let message: serde_json::Value = serde_json::from_str(&message).expect("JSON");
    let validator = jsonschema::validator_for(&message).expect("a schema by itself");
    assert!(validator.is_valid(&serde_json::json!({"jsonrpc": "2.0", "method": "x"})));
    assert!(!validator.is_valid(&serde_json::json!({"jsonrpc": "2.0"})));
}
