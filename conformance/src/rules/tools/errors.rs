//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling>

use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::rules::shared::call::{Call, calls};
use crate::rules::shared::capability::without;
use crate::rules::shared::listing::TOOLS;
use crate::transcript::Transcript;

rules! { "tools";
    /// A tool that does not exist gives an error of the protocol.
    ///
    /// Not a result: with `isError` a model takes it for a failure of the tool, and without it for success. Frameworks
    /// that wrap every exception of a call into a result do it to unknown names, too.
    Should unknown_tool_is_refused since V2024_11_05
    cites ["tools-error-unknown-tool"] = "server/tools#error-handling";

    /// The error for a tool that does not exist has the code -32602.
    ///
    /// The text shows it by example and fixes no code, so other codes are only noted. -32601 says that `tools/call` itself is
    /// unknown.
    Robustness unknown_tool_code since V2024_11_05
    cites ["tools-error-unknown-tool-code"] = "server/tools#error-handling";

    /// A call that is no call gives an error of the protocol.
    ///
    /// Without a name, with a number for it, or with arguments that are no object, the request itself is wrong, and no tool
    /// was run that could have failed. Where a tool of that name exists, a result with `isError` is let pass.
    Should malformed_call_is_refused since V2024_11_05
    cites ["tools-error-malformed-request"] = "server/tools#error-handling";

    /// Tools are not called where there are none.
    ///
    /// Without the capability `tools`, `tools/call` gives an error of the protocol, not a result.
    Should call_without_tools_is_refused since V2024_11_05
    cites ["tools-error-exceptional-protocol"] = "schema#calltoolresult";

    /// Names of tools differ by the case of their letters.
    ///
    /// `Echo` is not `echo`. A server that folds the case calls a tool that was not asked for.
    Should names_are_case_sensitive since V2025_11_25
    cites ["tools-name-case-sensitive"] = "server/tools#tool-names";
}

/// Whether the params are those of a call: a name, and arguments that are an object, if there are any.
fn is_good(params: &Value) -> bool {
    params["name"].is_string() && (params["arguments"].is_null() || params["arguments"].is_object())
}

/// The calls of tools that do not exist, which are in order otherwise.
fn unknown(t: &Transcript) -> impl Iterator<Item = (Call<'_>, &str)> {
    calls(t).filter_map(|call| {
        let params = call.exchange.params();
        let name = params["name"].as_str().filter(|name| is_good(params) && t.is_unknown(name))?;
        Some((call, name))
    })
}

fn unknown_tool_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unknown tool was called");
    for (call, name) in unknown(t) {
        let fault = call.answer.result().map(|result| {
            let says = if result["isError"] == true { " that says `isError`, and no error" } else { "" };
            format!("the unknown tool {name:?} gives a result{says}")
        });
        seen.judge([call.exchange.request, call.answer], fault);
    }
    seen
}

fn unknown_tool_code(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no unknown tool was refused");
    for (call, _) in unknown(t) {
        if let Some(code) = call.answer.code() {
            let fault = (code != -32602).then(|| format!("the code is {code}, where -32602 was expected"));
            seen.judge([call.exchange.request, call.answer], fault);
        }
    }
    seen
}

fn malformed_call_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no malformed call was sent");
    for call in calls(t) {
        let is_let_pass = call.tool.is_some() && call.is_failure();
        if !is_good(call.exchange.params()) && !call.exchange.request.is_malformed() && !is_let_pass {
            let fault = call.answer.result().map(|_| "a call that is none gives a result, and no error");
            seen.judge([call.exchange.request, call.answer], fault);
        }
    }
    seen
}

fn call_without_tools_is_refused(t: &Transcript) -> Observations {
    let mut seen = Observations::new("tools are declared, or were not called");
    for exchange in without(t, "tools").flat_map(|connection| connection.requests("tools/call")) {
        if let Some(answer) = exchange.answer() {
            let fault = answer.result().map(|_| "`tools` is not declared, and a call gives a result");
            seen.judge([exchange.request, answer], fault);
        }
    }
    seen
}

fn names_are_case_sensitive(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool was called under a name in other letters");
    for call in calls(t).filter(|call| call.tool.is_none()) {
        let Some(name) = call.exchange.params()["name"].as_str() else { continue };
        let is_folded = |listed: &str| listed.eq_ignore_ascii_case(name);
        if TOOLS.listed(t).any(|(_, tool)| tool["name"].as_str().is_some_and(is_folded)) {
            let is_served = call.result().is_some() && !call.is_failure();
            let fault = is_served.then(|| format!("{name:?} is not listed, and is called all the same"));
            seen.judge([call.exchange.request, call.answer], fault);
        }
    }
    seen
}
