//! Customizers: when they run, what they see, and what they may not do.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use crate::support::Talk;
use mcp_model::{Implementation, JsonObject, Map, Prompt, Resource, ResourceTemplate, ServerCapabilities};
use mcp_reference_server::{
    BuildError, Customizer, Draft, PromptHandler, ResourceHandler, ResourceTemplateHandler, Server, ServerBuilder,
    ToolDraft, ToolHandler, prompt, resource, resource_template, tool,
};
use serde_json::json;

struct Marked(&'static str);

fn a_tool() -> ToolHandler {
    tool("t").title("T").marker(Marked("by its author")).run(|_| async { "done" })
}

fn a_resource() -> ResourceHandler {
    resource("r", "test://r").read(|| async { "text" })
}

fn a_template() -> ResourceTemplateHandler {
    resource_template("p", "test://p/{x}").read(|_| async { "text" })
}

fn a_prompt() -> PromptHandler {
    prompt("p").get(|_| async { "text".to_owned() })
}

fn server() -> ServerBuilder {
    Server::builder(Implementation::new("test", "1"))
        .tool(a_tool())
        .resource(a_resource())
        .resource_template(a_template())
        .prompt(a_prompt())
}

/// Counts its calls, and signs every descriptor.
struct Sign(&'static str, Arc<AtomicUsize>);

impl Sign {
    fn signed(&self, old: Option<&str>) -> String {
        self.1.fetch_add(1, Ordering::Relaxed);
        format!("{}{}", old.unwrap_or_default(), self.0)
    }
}

impl Customizer for Sign {
    fn tool(&self, draft: &mut ToolDraft<'_, ()>) {
        let signed = self.signed(draft.descriptor.description.as_deref());
        draft.descriptor.description = Some(signed);
    }

    fn resource(&self, draft: &mut Draft<'_, Resource>) {
        draft.descriptor.description = Some(self.signed(draft.descriptor.description.as_deref()));
    }

    fn resource_template(&self, draft: &mut Draft<'_, ResourceTemplate>) {
        draft.descriptor.description = Some(self.signed(draft.descriptor.description.as_deref()));
    }

    fn prompt(&self, draft: &mut Draft<'_, Prompt>) {
        draft.descriptor.description = Some(self.signed(draft.descriptor.description.as_deref()));
    }

    fn capabilities(&self, capabilities: &mut ServerCapabilities) {
        self.1.fetch_add(1, Ordering::Relaxed);
        let experimental = capabilities.experimental.get_or_insert_with(Map::new);
        experimental.insert(format!("com.example/{}", self.0), JsonObject::new());
    }
}

#[tokio::test]
async fn each_runs_once_per_handler_in_order_of_registration() {
    let count = Arc::new(AtomicUsize::new(0));
    let server = server()
        .customizer(Sign("a", Arc::clone(&count)))
        .customizer(Sign("b", Arc::clone(&count)))
        .build()
        .expect("sound");
    assert_eq!(count.load(Ordering::Relaxed), 2 * 5);
    let mut talk = Talk::open(server.clone()).await;
    let mut again = Talk::open(server).await;
    for (method, member) in [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ] {
        let list = talk.request(method, json!({})).await;
        assert_eq!(list["result"][member][0]["description"], "ab", "{method}");
        again.request(method, json!({})).await;
    }
    assert_eq!(count.load(Ordering::Relaxed), 2 * 5, "neither sessions nor lists run them again");
}

#[tokio::test]
async fn an_extension_declares_its_capability() {
    let sign = Sign("x", Arc::default());
    let mut talk = Talk::silent(server().customizer(sign).build().expect("sound"));
    let hello = talk.initialize("2025-11-25", json!({})).await;
    let declared = &hello["result"]["capabilities"];
    assert_eq!(declared["experimental"], json!({"com.example/x": {}}));
    assert!(declared.get("tools").is_some());
}

/// What a customizer saw of a tool.
struct Look(Arc<Mutex<Vec<String>>>);

impl Customizer for Look {
    fn tool(&self, draft: &mut ToolDraft<'_, ()>) {
        let marker = draft.origin.marker::<Marked>().map_or("none", |marked| marked.0);
        let mut seen = self.0.lock().expect("not poisoned");
        let complete = draft.descriptor.title.clone().unwrap_or_default();
        seen.push(format!("{} {complete} {marker}", draft.origin.type_name()));
    }
}

#[test]
fn it_sees_where_the_handler_comes_from() {
    let seen = Arc::default();
    server().customizer(Look(Arc::clone(&seen))).build().expect("sound");
    let seen = seen.lock().expect("not poisoned");
    assert_eq!(*seen, ["it::customizers::a_tool::{{closure}} T by its author"]);
}

#[tokio::test]
async fn without_any_a_descriptor_is_listed_as_it_was_made() {
    let made = serde_json::to_string(a_tool().descriptor()).expect("JSON");
    let mut talk = Talk::open(server().build().expect("sound")).await;
    let id = talk.ask("tools/list", json!({})).await;
    let line = talk.hear_line().await.expect("an answer");
    let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{made}]}}}}"#);
    assert_eq!(line, expected);
}

/// Renames whatever it sees.
struct Rename(&'static str);

impl Customizer for Rename {
    fn name(&self) -> &'static str {
        "rename"
    }

    fn tool(&self, draft: &mut ToolDraft<'_, ()>) {
        if self.0 == "name" {
            draft.descriptor.name.push('!');
        }
    }

    fn resource(&self, draft: &mut Draft<'_, Resource>) {
        if self.0 == "uri" {
            draft.descriptor.uri.push('!');
        }
    }

    fn resource_template(&self, draft: &mut Draft<'_, ResourceTemplate>) {
        if self.0 == "uriTemplate" {
            draft.descriptor.uri_template.push('!');
        }
    }

    fn prompt(&self, draft: &mut Draft<'_, Prompt>) {
        if self.0 == "prompt" {
            draft.descriptor.name.push('!');
        }
    }
}

#[test]
fn identity_is_kept() {
    for (what, before) in [("name", "t"), ("uri", "test://r"), ("uriTemplate", "test://p/{x}"), ("prompt", "p")] {
        let error = server().customizer(Rename(what)).build().err().expect(what);
        let told = error.to_string();
        for part in ["customizer rename", before, &format!("{before}!"), "customizers::a_"] {
            assert!(told.contains(part), "{part} is missing in: {told}");
        }
        assert!(matches!(error, BuildError::Identity { .. }));
    }
}

#[test]
fn two_handlers_of_one_name_are_named_both() {
    fn other() -> ToolHandler {
        tool("t").run(|_| async { "other" })
    }
    for error in [
        server().tool(other()).build().err().expect("tools collide"),
        server().resource(a_resource()).build().err().expect("resources collide"),
        server().resource_template(a_template()).build().err().expect("templates collide"),
        server().prompt(a_prompt()).build().err().expect("prompts collide"),
    ] {
        let told = error.to_string();
        assert_eq!(told.matches("customizers::").count(), 2, "{told}");
    }
}

/// Puts a schema that is none into every tool, as a careless relay might.
struct Spoil;

impl Customizer for Spoil {
    fn name(&self) -> &'static str {
        "spoil"
    }

    fn tool(&self, draft: &mut ToolDraft<'_, ()>) {
        draft.descriptor.input_schema = mcp_model::decode(br#"{"type": "array"}"#).expect("read as it came");
    }
}

#[test]
fn a_schema_stays_an_object_schema() {
    let error = server().customizer(Spoil).build().err().expect("spoiled");
    let told = error.to_string();
    for part in ["customizer spoil", "\"t\"", "customizers::a_tool", "no object schema"] {
        assert!(told.contains(part), "{part} is missing in: {told}");
    }
}

/// Puts another word into every tool's mouth.
struct Decorate;

impl Customizer for Decorate {
    fn tool(&self, draft: &mut ToolDraft<'_, ()>) {
        draft.layer(tower::util::MapResponseLayer::new(|result: mcp_model::CallToolResult| {
            result.meta("com.example/decorated", true)
        }));
    }
}

#[tokio::test]
async fn it_may_add_middleware() {
    let mut talk = Talk::open(server().customizer(Decorate).build().expect("sound")).await;
    let result = talk.call("t", json!({})).await;
    assert_eq!(result["_meta"], json!({"com.example/decorated": true}));
}
