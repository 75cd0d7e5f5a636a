//! What a made-up server offers, and how it behaves where the specification leaves it free.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::legal;
use super::tasks::{self, TaskManner};

/// A made-up server.
#[derive(Debug, Clone)]
pub(crate) struct Offer {
    /// The revisions it speaks, oldest first.
    pub(crate) revisions: Vec<&'static str>,
    pub(crate) capabilities: Value,
    pub(crate) info: Value,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) resources: Vec<(Value, Value)>,
    pub(crate) templates: Vec<Value>,
    pub(crate) prompts: Vec<(Value, Value)>,
    pub(crate) completions: Vec<String>,
    pub(crate) page: usize,
    pub(crate) manner: Manner,
    /// How it deals with tasks, if it does.
    pub(crate) tasks: Option<TaskManner>,
}

#[derive(Debug, Clone)]
pub(crate) struct Tool {
    pub(crate) descriptor: Value,
    pub(crate) result: Value,
}

impl Tool {
    /// Who embeds resources is advised to have some.
    fn embeds_a_resource(&self) -> bool {
        let blocks = self.result["content"].as_array();
        blocks.into_iter().flatten().any(|block| block["type"] == "resource")
    }
}

/// Choices that the specification leaves to the server.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Debug, Clone)]
pub(crate) struct Manner {
    /// How a line is spelled.
    pub(crate) spelling: Spelling,
    /// Whether bad arguments of a tool are told as a tool error, rather than as a protocol error.
    pub(crate) tool_errors: bool,
    /// Whether lines that cannot be read, and messages that are none, are passed over in silence.
    pub(crate) ignores_noise: bool,
    /// Whether it pings the client once initialized.
    pub(crate) pings: bool,
    /// Whether it writes log messages and progress notifications.
    pub(crate) talkative: bool,
    /// What its cursors look like.
    pub(crate) cursor: &'static str,
    /// Milliseconds before an answer.
    pub(crate) delay: u64,
    /// What it adds to every result.
    pub(crate) meta: Option<Value>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Spelling {
    Compact,
    Spaced,
    CarriageReturn,
    Escaped,
}

pub(crate) fn offer() -> impl Strategy<Value = Offer> {
    let revisions = prop_oneof![
        4 => Just(vec!["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]),
        2 => Just(vec!["2025-11-25"]),
        1 => Just(vec!["2025-06-18"]),
        1 => Just(vec!["2024-11-05", "2025-03-26"]),
    ];
    let catalogue = (tools(), resources(), templates(), prompts(), vec("[a-z]{0,6}", 0..5));
    let manners = (manner(), option::of(tasks::manner()));
    (revisions, capabilities(), info(), option::of("[A-Za-z .]{0,40}"), catalogue, 1..6usize, manners).prop_map(
        |(revisions, mut capabilities, info, instructions, catalogue, page, (mut manner, tasks))| {
            let (mut tools, resources, templates, prompts, completions) = catalogue;
            // Since the newest revision it is advised that the model learns of bad arguments.
            manner.tool_errors |= revisions.contains(&"2025-11-25");
            if tools.iter().any(Tool::embeds_a_resource) && capabilities.get("resources").is_none() {
                capabilities["resources"] = json!({});
            }
            let is_newest = revisions.contains(&"2025-11-25");
            let tasks = tasks.filter(|_| is_newest && capabilities.get("tools").is_some() && !tools.is_empty());
            if let Some(tasks) = &tasks {
                capabilities["tasks"] = tasks.capability();
                say_how_they_go_with_tasks(&mut tools, tasks);
            }
            Offer {
                revisions,
                capabilities,
                info,
                instructions,
                tools,
                resources,
                templates,
                prompts,
                completions,
                page,
                manner,
                tasks,
            }
        },
    )
}

impl Offer {
    /// Goes without tasks.
    pub(crate) fn forget_tasks(&mut self) {
        self.tasks = None;
        self.capabilities.as_object_mut().expect("an object").remove("tasks");
        for tool in &mut self.tools {
            tool.descriptor.as_object_mut().expect("an object").remove("execution");
        }
    }
}

/// Who declares tasks for calls has at least one tool that goes with them.
fn say_how_they_go_with_tasks(tools: &mut [Tool], tasks: &TaskManner) {
    let said = tasks.support.iter().copied().cycle();
    for (at, (tool, said)) in tools.iter_mut().zip(said).enumerate() {
        let said = if at == 0 { said.filter(|said| *said != "forbidden").or(Some("optional")) } else { said };
        if let Some(said) = said {
            tool.descriptor["execution"] = json!({"taskSupport": said});
        }
    }
}

fn capabilities() -> BoxedStrategy<Value> {
    let changes = || legal::object(&json!({}), vec![("listChanged", legal::flag())]);
    let resources = legal::object(&json!({}), vec![("listChanged", legal::flag()), ("subscribe", legal::flag())]);
    let mut experimental = BTreeMap::new();
    experimental.insert("example.com/more", json!({"a": null}));
    let each: Vec<(&'static str, BoxedStrategy<Value>)> = vec![
        ("tools", changes()),
        ("resources", resources),
        ("prompts", changes()),
        ("logging", Just(json!({})).boxed()),
        ("completions", Just(json!({})).boxed()),
        ("experimental", Just(json!(experimental)).boxed()),
    ];
    let declared = vec(any::<bool>(), each.len());
    let values: Vec<_> = each.iter().map(|(_, value)| value.clone()).collect();
    let names: Vec<_> = each.iter().map(|(name, _)| *name).collect();
    (declared, values)
        .prop_map(move |(declared, values)| {
            let all = names.iter().zip(values).zip(declared).filter(|(_, declared)| *declared);
            Value::Object(all.map(|((name, value), _)| ((*name).to_owned(), value)).collect())
        })
        .boxed()
}

fn info() -> BoxedStrategy<Value> {
    let url = Just(json!("https://example.com/")).boxed();
    let optional =
        vec![("title", legal::text()), ("description", legal::text()), ("websiteUrl", url), ("icons", legal::icons())];
    legal::object(&json!({"name": "made-up", "version": "1.0.0-rc.1+7"}), optional)
}

fn tools() -> impl Strategy<Value = Vec<Tool>> {
    let annotations = legal::object(
        &json!({}),
        ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
            .map(|name| (name, legal::flag()))
            .to_vec(),
    );
    let read_only = legal::object(&json!({"readOnlyHint": true}), vec![("title", legal::text())]);
    let annotations = prop_oneof![1 => annotations, 2 => read_only];
    let tool = (
        legal::input_schema(),
        option::of(legal::output()),
        option::of(annotations),
        vec(legal::block(), 0..4),
        any::<bool>(),
    );
    let tool = tool.prop_flat_map(|(input, output, annotations, content, fails)| {
        let mut fixed = json!({"inputSchema": input});
        if let Some(annotations) = annotations {
            fixed["annotations"] = annotations;
        }
        let result = result(&mut fixed, output, content, fails);
        let optional = vec![
            ("title", legal::text()),
            ("description", legal::text()),
            ("icons", legal::icons()),
            ("_meta", legal::meta()),
        ];
        (legal::object(&fixed, optional), Just(result))
    });
    btree_map(legal::tool_name(), tool, 0..6).prop_map(|all| {
        let named = |(name, (mut descriptor, result)): (String, (Value, Value))| {
            descriptor["name"] = name.into();
            Tool { descriptor, result }
        };
        all.into_iter().map(named).collect()
    })
}

/// A tool with an output schema gives structured content and the same as text; one without may fail in its own way.
fn result(descriptor: &mut Value, output: Option<(Value, Value)>, mut content: Vec<Value>, fails: bool) -> Value {
    if let Some((schema, structured)) = output {
        descriptor["outputSchema"] = schema;
        content.push(json!({"type": "text", "text": structured.to_string()}));
        return json!({"content": content, "structuredContent": structured});
    }
    if fails {
        return json!({"content": [{"type": "text", "text": "the disk is full"}], "isError": true});
    }
    json!({"content": content})
}

fn resources() -> impl Strategy<Value = Vec<(Value, Value)>> {
    let uri = prop_oneof![
        "note:///[a-z]{1,8}",
        "file:///srv/[a-z]{1,8}\\.txt",
        "https://example\\.com/[a-z]{1,8}\\?q=1",
        "urn:isbn:[0-9]{10}"
    ];
    let named = uri.prop_flat_map(|uri| (Just(uri.clone()), vec(legal::contents(uri), 1..3)));
    let optional = || {
        let mime = Just(json!("text/markdown")).boxed();
        let size = prop_oneof![Just(json!(0)), Just(json!(100_000)), Just(json!(4_294_967_296_u64))].boxed();
        let own = vec![("title", legal::text()), ("description", legal::text()), ("mimeType", mime), ("size", size)];
        let shared = vec![("annotations", legal::annotations()), ("icons", legal::icons()), ("_meta", legal::meta())];
        own.into_iter().chain(shared).collect::<Vec<_>>()
    };
    let resource = named.prop_flat_map(move |(uri, contents)| {
        let descriptor = legal::object(&json!({"uri": uri, "name": "a note"}), optional());
        (Just(uri), descriptor, Just(Value::from(contents)))
    });
    vec(resource, 0..6).prop_map(|all| {
        let by_uri: BTreeMap<_, _> =
            all.into_iter().map(|(uri, descriptor, contents)| (uri, (descriptor, contents))).collect();
        by_uri.into_values().collect()
    })
}

fn templates() -> impl Strategy<Value = Vec<Value>> {
    let template = prop_oneof![
        Just("note:///{name}"),
        Just("file:///{+path}"),
        Just("https://example.com/search{?q,lang}"),
        Just("urn:{a}:{b,c}{/d*}{#frag:3}"),
    ];
    let optional =
        || vec![("title", legal::text()), ("description", legal::text()), ("annotations", legal::annotations())];
    let one = template.prop_flat_map(move |template| {
        legal::object(&json!({"uriTemplate": template, "name": "notes by name"}), optional())
    });
    vec(one, 0..3)
}

fn prompts() -> impl Strategy<Value = Vec<(Value, Value)>> {
    let argument = |name: String| {
        legal::object(
            &json!({"name": name}),
            vec![("description", legal::text()), ("required", legal::flag()), ("title", legal::text())],
        )
    };
    let arguments = option::of(btree_map("[a-z]{1,6}", Just(()), 0..3)).prop_flat_map(move |names| match names {
        Some(names) => {
            names.into_keys().map(argument).collect::<Vec<_>>().prop_map(|all| Some(Value::from(all))).boxed()
        }
        None => Just(None).boxed(),
    });
    let role = prop_oneof![Just("user"), Just("assistant")];
    let message = (role, legal::block()).prop_map(|(role, content)| json!({"role": role, "content": content}));
    let prompt = (arguments, vec(message, 1..3)).prop_flat_map(|(arguments, messages)| {
        let fixed = arguments.map_or_else(|| json!({}), |arguments| json!({"arguments": arguments}));
        let optional = vec![("title", legal::text()), ("description", legal::text()), ("icons", legal::icons())];
        (legal::object(&fixed, optional), Just(Value::from(messages)))
    });
    btree_map("[a-z][a-z_-]{0,9}", prompt, 0..4).prop_map(|all| {
        let named = |(name, (mut descriptor, messages)): (String, (Value, Value))| {
            descriptor["name"] = name.into();
            (descriptor, messages)
        };
        all.into_iter().map(named).collect()
    })
}

fn manner() -> impl Strategy<Value = Manner> {
    let spelling = prop_oneof![
        3 => Just(Spelling::Compact),
        1 => Just(Spelling::Spaced),
        1 => Just(Spelling::CarriageReturn),
        1 => Just(Spelling::Escaped),
    ];
    let cursor = prop_oneof![Just("page-"), Just("eyJvZmZzZXQiOiA="), Just("/?#[]@ é "), Just("0")];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (spelling, flags, cursor, prop_oneof![3 => Just(0), 1 => 1..4u64], option::of(legal::meta())).prop_map(
        |(spelling, (tool_errors, ignores_noise, pings, talkative), cursor, delay, meta)| Manner {
            spelling,
            tool_errors,
            ignores_noise,
            pings,
            talkative,
            cursor,
            delay,
            meta,
        },
    )
}
