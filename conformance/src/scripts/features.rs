//! What a server declares, used the way it is meant.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::calls;
use super::session::{Answer, Session, Tried};
use crate::wire::Gone;

/// As many listed things of a kind as are asked for.
const EACH: usize = 5;

/// As many times the patience for one call as all calls together may take.
const CALLS: u32 = 10;

/// Asks for every level of log messages, so that what follows has something to be logged.
pub(super) async fn logging(session: &mut Session) -> Result<(), Gone> {
    if session.server.declares("logging") {
        session.request("logging/setLevel", json!({"level": "debug"})).await?;
    }
    Ok(())
}

/// Reads a few of the listed resources, and subscribes to one.
pub(super) async fn resources(session: &mut Session) -> Result<(), Gone> {
    let uris: Vec<_> =
        session.server.resources.iter().filter_map(|item| item["uri"].as_str()).map(Value::from).collect();
    for uri in uris.iter().take(EACH) {
        session.call("resources/read", json!({"uri": uri})).await?;
    }
    if let Some(uri) = uris.first().filter(|_| session.server.declares("resources.subscribe")) {
        session.request("resources/subscribe", json!({"uri": uri})).await?;
        session.request("resources/unsubscribe", json!({"uri": uri})).await?;
    }
    Ok(())
}

/// Gets a few of the listed prompts: with the arguments they require, then with all; and one without what it requires.
pub(super) async fn prompts(session: &mut Session) -> Result<(), Gone> {
    let prompts: Vec<_> = session.server.prompts.iter().take(EACH).cloned().collect();
    for prompt in prompts {
        let (few, all) = (arguments(&prompt, true), arguments(&prompt, false));
        session.call("prompts/get", json!({"name": prompt["name"], "arguments": few})).await?;
        if all != few {
            session.call("prompts/get", json!({"name": prompt["name"], "arguments": all})).await?;
        }
    }
    let needy = session.server.prompts.iter().find(|prompt| arguments(prompt, true) != json!({})).cloned();
    if let Some(prompt) = needy {
        session.call("prompts/get", json!({"name": prompt["name"]})).await?;
    }
    Ok(())
}

/// Asks for completions of what the prompts and the resource templates take, and reads what templates give with the first
/// of them.
pub(super) async fn completions(session: &mut Session) -> Result<(), Gone> {
    if !session.server.declares("completions") {
        return Ok(());
    }
    let mut uris = Vec::new();
    for (what, argument) in completable(session) {
        let params = json!({"ref": what, "argument": {"name": argument, "value": ""}});
        if let Answer::Result(completed) = session.call("completion/complete", params).await? {
            uris.extend(expanded(&what, &argument, &completed["completion"]["values"]));
        }
    }
    for uri in uris.into_iter().take(EACH) {
        session.call("resources/read", json!({"uri": uri})).await?;
    }
    Ok(())
}

/// The URIs that a template with that one plain variable gives for the first two values that need no encoding.
fn expanded(what: &Value, variable: &str, values: &Value) -> Vec<String> {
    let (Some(template), Some(values)) = (what["uri"].as_str(), values.as_array()) else { return Vec::new() };
    let is_plain = |value: &&str| value.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c));
    let values = values.iter().filter_map(Value::as_str).filter(|value| !value.is_empty()).filter(is_plain);
    let fill = |value: &str| template.replacen(&format!("{{{variable}}}"), value, 1);
    values.take(2).map(fill).filter(|uri| !uri.contains('{')).collect()
}

/// Calls the tools that may be called, as long as all of them together do not take too long; then one without what it
/// requires, one with something else in its place, and one with a list for its arguments.
pub(super) async fn tools(session: &mut Session) -> Result<(), Gone> {
    let start = Instant::now();
    let mut calls = 0_usize;
    for planned in calls::plan(&session.server.tools, &session.options) {
        let mut all = planned.arguments().into_iter();
        while let Some(arguments) = all.next() {
            if start.elapsed() > session.options.patience.call * CALLS {
                return Ok(());
            }
            calls += 1;
            let meta = json!({"progressToken": format!("call-{calls}")});
            let params = json!({"name": planned.tool, "arguments": arguments, "_meta": meta});
            match session.begin_call(params).await? {
                Some(Answer::Nothing) => break,
                None => session.leave(
                    all.by_ref().map(|arguments| json!({"name": planned.tool, "arguments": arguments})).collect(),
                ),
                Some(_) => {}
            }
        }
    }
    if let Some(tool) = calls::incomplete(&session.server.tools, &session.options) {
        session.call("tools/call", json!({"name": tool, "arguments": {}})).await?;
    }
    if let Some((tool, arguments)) = calls::mistyped(&session.server.tools, &session.options) {
        session.call("tools/call", json!({"name": tool, "arguments": arguments})).await?;
    }
    if let Some(tool) = calls::first(&session.server.tools, &session.options) {
        session.call("tools/call", json!({"name": tool, "arguments": []})).await?;
    }
    Ok(())
}

/// Tells that the roots have changed, and makes a call again that needed them.
pub(super) async fn roots(session: &mut Session) -> Result<(), Gone> {
    session.notify("notifications/roots/list_changed", None).await?;
    let asks = |tried: &&Tried| tried.heard.asked.iter().any(|method| method == "roots/list");
    if let Some(tried) = session.tried.iter().find(asks).cloned() {
        session.call("tools/call", json!({"name": tried.name, "arguments": tried.arguments})).await?;
    }
    session.ping().await.map(drop)
}

fn arguments(prompt: &Value, required: bool) -> Value {
    let all = prompt["arguments"].as_array().into_iter().flatten();
    let wanted = all.filter(|argument| !required || argument["required"] == true);
    wanted.filter_map(|argument| Some((argument["name"].as_str()?.to_owned(), Value::from("1")))).collect()
}

fn completable(session: &Session) -> Vec<(Value, String)> {
    let prompts = session.server.prompts.iter().filter_map(|prompt| {
        let argument = prompt["arguments"][0]["name"].as_str()?;
        Some((json!({"type": "ref/prompt", "name": prompt["name"]}), argument.to_owned()))
    });
    let templates = session.server.templates.iter().filter_map(|template| {
        let uri = template["uriTemplate"].as_str()?;
        let variable = uri.split_once('{')?.1.split([',', '}', ':', '*']).next()?;
        Some((
            json!({"type": "ref/resource", "uri": uri}),
            variable.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']).to_owned(),
        ))
    });
    prompts.take(EACH).chain(templates.take(EACH)).collect()
}
