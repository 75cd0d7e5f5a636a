//! The texts: made of counters and short lists of words, so that every run reads the same bytes.

use std::fmt::Write as _;

const NOUNS: [&str; 8] = ["user", "invoice", "branch", "ticket", "calendar", "sensor", "document", "pipeline"];
const VERBS: [&str; 7] = ["list", "create", "delete", "search", "archive", "export", "merge"];
const WORDS: [&str; 16] = [
    "the",
    "given",
    "item",
    "of",
    "a",
    "workspace",
    "and",
    "returns",
    "its",
    "latest",
    "state",
    "with",
    "every",
    "field",
    "that",
    "changed",
];

fn noun(n: usize) -> &'static str {
    NOUNS[n % NOUNS.len()]
}

fn verb(n: usize) -> &'static str {
    VERBS[n % VERBS.len()]
}

/// A sentence of so many words.
fn sentence(seed: usize, words: usize) -> String {
    let words = (0..words).map(|n| WORDS[(seed * 7 + n * n + n * 3) % WORDS.len()]);
    let mut text: Vec<_> = words.collect();
    text.insert(0, verb(seed));
    text.join(" ") + "."
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// The response to request `id` with a result.
pub fn response(id: usize, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// A page of tools, each with all that a tool can have.
pub fn tools(count: usize) -> String {
    format!(r#"{{"tools":[{}],"nextCursor":"page-2"}}"#, join((0..count).map(tool)))
}

fn tool(n: usize) -> String {
    let (verb, noun) = (verb(n), noun(n));
    let description = sentence(n, 30);
    format!(
        r#"{{"name":"{verb}_{noun}_{n}","title":"{verb} a {noun}","description":"{description}\n\nUse \"{noun}\" ids only.","icons":[{{"src":"https://cdn.example.com/icons/{noun}-{n}.png","mimeType":"image/png","sizes":["48x48","96x96"]}}],"inputSchema":{{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{{{}}},"required":["{noun}_0","{noun}_1"],"additionalProperties":false}},"execution":{{"taskSupport":"optional"}},"outputSchema":{{"type":"object","properties":{{{}}},"required":["{noun}_0"]}},"annotations":{{"title":"{verb} {noun}","readOnlyHint":{},"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}},"_meta":{{"com.example/owner":"team-{}"}}}}"#,
        properties(n, noun, 5),
        properties(n + 1, noun, 2),
        n.is_multiple_of(2),
        n % 40,
    )
}

fn properties(seed: usize, noun: &str, count: usize) -> String {
    join((0..count).map(|n| {
        let description = sentence(seed + n, 8);
        match (seed + n) % 3 {
            0 => format!(r#""{noun}_{n}":{{"type":"string","description":"{description}","minLength":1}}"#),
            1 => format!(r#""{noun}_{n}":{{"type":"integer","description":"{description}","minimum":0}}"#),
            _ => {
                format!(r#""{noun}_{n}":{{"type":"array","items":{{"type":"string"}},"description":"{description}"}}"#)
            }
        }
    }))
}

/// A page of resources.
pub fn resources(count: usize) -> String {
    let resources = join((0..count).map(|n| {
        let (noun, description) = (noun(n), sentence(n, 9));
        format!(
            r#"{{"uri":"file:///srv/projects/{noun}/src/module_{n}.rs","name":"module_{n}.rs","title":"{noun} {n}","description":"{description}","mimeType":"text/x-rust","size":{},"annotations":{{"audience":["user","assistant"],"priority":0.{},"lastModified":"2025-11-{:02}T12:00:00Z"}}}}"#,
            n * 37 + 512,
            n % 9 + 1,
            n % 28 + 1,
        )
    }));
    format!(r#"{{"resources":[{resources}]}}"#)
}

/// A call with a few arguments.
pub fn call(id: usize) -> String {
    let params = call_params(id);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
}

/// The same in the order of the TypeScript SDK.
pub fn call_id_last(id: usize) -> String {
    let params = call_params(id);
    format!(r#"{{"method":"tools/call","params":{params},"jsonrpc":"2.0","id":{id}}}"#)
}

fn call_params(n: usize) -> String {
    let (verb, noun) = (verb(n), noun(n));
    format!(
        r#"{{"name":"{verb}_{noun}","arguments":{{"{noun}_id":"{noun}-{n}","limit":25,"include":["owner","labels"]}}}}"#
    )
}

/// What a tool gave back: text, a link, an embedded resource, and the same as structure.
pub fn result(n: usize) -> String {
    let (noun, text) = (noun(n), sentence(n, 25));
    let rows = join((0..4).map(|row| format!(r#"{{"id":"{noun}-{row}","score":0.{row}5,"open":true}}"#)));
    format!(
        r#"{{"content":[{{"type":"text","text":"{text}"}},{{"type":"resource_link","uri":"file:///srv/{noun}/{n}.md","name":"{n}.md","mimeType":"text/markdown"}},{{"type":"resource","resource":{{"uri":"file:///srv/{noun}/{n}.json","mimeType":"application/json","text":"{{\"{noun}\": {n}}}"}}}}],"structuredContent":{{"{noun}":[{rows}],"total":4}},"isError":false}}"#
    )
}

/// A result with one picture of so many bytes of base64.
pub fn image(bytes: usize) -> String {
    let mut data = String::with_capacity(bytes);
    for n in 0..bytes / 8 {
        write!(data, "{:08x}", n.wrapping_mul(2_654_435_761) & 0xffff_ffff).expect("a string takes all");
    }
    format!(r#"{{"content":[{{"type":"image","data":"{data}","mimeType":"image/png"}}]}}"#)
}

/// A step of some request's progress.
pub fn progress(n: usize) -> String {
    let message = sentence(n, 4);
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"token-{n}","progress":{},"total":100,"message":"{message}"}}}}"#,
        n % 100,
    )
}

/// How a client opens a connection.
pub fn initialize() -> String {
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"sampling":{},"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"example-client","title":"Example Client","version":"1.4.2","description":"An editor that speaks to tools","websiteUrl":"https://example.com"}}}"#.to_owned()
}

/// How a server answers that.
pub fn initialized() -> String {
    r#"{"protocolVersion":"2025-11-25","capabilities":{"logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":true},"completions":{}},"serverInfo":{"name":"example-server","title":"Example Server","version":"2.0.0"},"instructions":"Search before you create. Ids are stable, names are not."}"#.to_owned()
}

/// A line of a log.
pub fn log(n: usize) -> String {
    let (noun, text) = (noun(n), sentence(n, 6));
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","logger":"{noun}","data":{{"message":"{text}","attempt":{n}}}}}}}"#
    )
}

/// Asks for one resource.
pub fn read(id: usize) -> String {
    let noun = noun(id);
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"resources/read","params":{{"uri":"file:///srv/{noun}/{id}.md"}}}}"#
    )
}

/// Asks whether the other side is there.
pub fn ping(id: usize) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)
}
