//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result>

use crate::rule::{Observations, rules};
use crate::rules::shared::call::calls;
use crate::rules::shared::claimed::claimed;
use crate::rules::shared::schema;
use crate::rules::shared::shape::Shape;
use crate::transcript::Transcript;

rules! { "tools";
    /// What `tools/call` gives is the result of a tool.
    ///
    /// It has a list `content`, also beside structured content, which is an object; `isError` is a boolean. Servers return
    /// the bare value, leave `content` out where they give structured content, or give a list or a text as structured
    /// content.
    Must result_is_valid since V2024_11_05
    cites ["tools-call-result-shape", "tools-structured-object"] = "schema#calltoolresult";

    /// Structured content fits the output schema of the tool.
    ///
    /// The schema is a promise, also where the result is an error. Violations: members that the closed schema does not name,
    /// members left out, numbers as texts, and results whose shape has moved on while the schema was written by hand.
    /// Clients that check drop the whole result.
    Must structured_content_fits_output_schema since V2025_06_18
    cites ["tools-outputschema-conform", "schema-dialect-validate-as-declared"] = "server/tools#output-schema";

    /// A tool with an output schema gives structured content.
    ///
    /// Text alone does not keep the promise. Results that report an error are exempt, as the text says nothing of them.
    Must output_schema_gives_structured_content since V2025_06_18
    cites ["tools-outputschema-structured-present"] = "server/tools#output-schema";

    /// Structured content is repeated as text.
    ///
    /// A block of text with the same JSON serves clients from before structured content. Another spelling of the JSON is
    /// fine; a summary is not the same.
    Should structured_content_has_text since V2025_06_18
    cites ["tools-structured-text-mirror"] = "server/tools#structured-content";

    /// A result that reports an error says what is wrong.
    ///
    /// A model corrects itself by what it is told. No content at all, or an empty text, tells it nothing.
    Should error_result_says_something since V2024_11_05
    cites ["tools-error-actionable"] = "server/tools#error-handling";
}

fn structured_content_fits_output_schema(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool with an output schema gave structured content");
    for call in calls(t) {
        let (Some(tool), Some(result)) = (call.tool, call.result()) else { continue };
        let (schema, content) = (&tool["outputSchema"], &result["structuredContent"]);
        let Some(validator) = schema.as_object().and(content.as_object()).and_then(|_| schema::validator(schema))
        else {
            continue;
        };
        let fault =
            schema::fault(&validator, content).map(|fault| format!("/result/structuredContent does not fit: {fault}"));
        seen.judge([call.exchange.request, call.answer], fault);
    }
    seen
}

fn output_schema_gives_structured_content(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool with an output schema was called");
    for call in calls(t).filter(|call| !call.is_failure()) {
        let (Some(tool), Some(result)) = (call.tool, call.result()) else { continue };
        if tool["outputSchema"].is_object() {
            let lacks = result.get("structuredContent").is_none();
            let why = || format!("the tool {} has an output schema, and /result no `structuredContent`", tool["name"]);
            seen.judge([call.exchange.request, call.answer], lacks.then(why));
        }
    }
    seen
}

fn structured_content_has_text(t: &Transcript) -> Observations {
    let mut seen = claimed(t, "tools/structured-content-has-text", "no structured content was given");
    // The claim is about results with structured content only.
    let given =
        calls(t).filter_map(|call| call.result()).filter(|result| result["structuredContent"].is_object()).count();
    seen.occasions = seen.breaks.len().max(given);
    seen
}

fn error_result_says_something(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no tool reported an error");
    for call in calls(t).filter(crate::rules::shared::call::Call::is_failure) {
        let blocks = call.result().and_then(|result| result["content"].as_array());
        let mut blocks = blocks.into_iter().flatten();
        let says = blocks.any(|block| block["text"].as_str().is_none_or(|text| !text.trim().is_empty()));
        seen.judge([call.exchange.request, call.answer], (!says).then_some("the error says nothing"));
    }
    seen
}

fn result_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["CallToolResult"], "no tool gave a result").judge(t)
}
