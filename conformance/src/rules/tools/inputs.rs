//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations>

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

use crate::rule::{Observations, rules};
use crate::rules::shared::call::{Call, calls};
use crate::rules::shared::schema;
use crate::transcript::Transcript;

rules! { "tools";
    /// A tool checks its arguments.
    ///
    /// A call whose arguments break the tool's own input schema does not succeed. Judged are only faults that no kind reading
    /// makes good: a required member that is missing, an object or a list where a plain value belongs or the other way
    /// round, and a value that is not among those listed.
    Must inputs_are_validated since V2024_11_05
    cites ["tools-validate-inputs", "schema-dialect-validate-as-declared"] = "server/tools#security-considerations";

    /// Arguments that break the input schema are reported in a result.
    ///
    /// With `isError` in a result, the model sees what is wrong and tries again; an error of the protocol never reaches it.
    /// Older revisions left this open.
    Should input_faults_are_results since V2025_11_25
    cites ["tools-error-input-validation-iserror", "tools-error-in-result"] = "server/tools#error-handling";
}

/// Calls with arguments that the tool's own schema refuses, with the reason.
fn refused(t: &Transcript) -> impl Iterator<Item = (Call<'_>, String)> {
    calls(t).filter(|call| !call.needs_a_task() && call.exchange.params().get("task").is_none()).filter_map(|call| {
        let nothing = Value::Object(serde_json::Map::new());
        let arguments = match &call.exchange.params()["arguments"] {
            Value::Null => &nothing,
            arguments => arguments,
        };
        let validator =
            arguments.as_object().and(call.tool).and_then(|tool| schema::validator(&tool["inputSchema"]))?;
        let why = validator.iter_errors(arguments).find(is_plain)?.to_string();
        Some((call, crate::render::excerpt::cut(&why)))
    })
}

/// Whether no kind reading makes the fault good.
fn is_plain(error: &ValidationError<'_>) -> bool {
    let is_structure = error.instance().is_object() || error.instance().is_array();
    match error.kind() {
        ValidationErrorKind::Required { .. } => true,
        ValidationErrorKind::Enum { options } => {
            let read_kindly = |option: &Value| told(option).eq_ignore_ascii_case(told(error.instance()).trim());
            options.as_array().is_none_or(|options| !options.iter().any(read_kindly))
        }
        ValidationErrorKind::Type { kind: TypeKind::Single(kind) } => {
            let wants = kind.to_string();
            is_structure != (wants == "object" || wants == "array") && !error.instance().is_null()
        }
        _ => false,
    }
}

fn told(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn inputs_are_validated(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool was called with wrong arguments");
    for (call, why) in refused(t) {
        let is_accepted = call.result().is_some() && !call.is_failure();
        let fault = is_accepted.then(|| format!("the call succeeds, although {why}"));
        seen.judge([call.exchange.request, call.answer], fault);
    }
    seen
}

fn input_faults_are_results(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no wrong arguments were refused");
    for (call, why) in refused(t) {
        if call.answer.error().is_some() {
            let why = format!("the protocol reports what the result should: {why}");
            seen.broken([call.exchange.request, call.answer], why);
        } else if call.is_failure() {
            seen.held();
        }
    }
    seen
}
