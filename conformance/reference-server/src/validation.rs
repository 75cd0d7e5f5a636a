//! Arguments and structured results held against the schemas that the tool declares.

use std::sync::Arc;

use jsonschema::Validator;
use mcp_model::{CallToolResult, JsonObject, ObjectSchema, Tool};
use serde_json::Value;

use crate::{BuildError, ToolCall, ToolService, middleware::Handle, outcome};

/// How many problems an answer tells of.
const MOST: usize = 3;

/// A tool's handler, which now sees only arguments that fit the input schema and whose structured results
/// must fit the output schema. The schemas are those of the complete descriptor.
pub(crate) fn around<C: Send + Sync + 'static>(
    tool: &Tool,
    handle: Arc<Handle<C>>,
) -> Result<ToolService<C>, BuildError> {
    let compile = |schema| compiled(&tool.name, schema).map(Arc::new);
    let input = compile(&tool.input_schema)?;
    let output = tool.output_schema.as_ref().map(compile).transpose()?;
    Ok(ToolService::handler(Arc::new(move |call: ToolCall<C>| {
        if let Some(problems) = problems(&input, call.request.arguments.as_ref()) {
            let refusal = outcome::failed(format!("The arguments do not fit: {problems}"));
            return Box::pin(std::future::ready(Ok(refusal)));
        }
        let answer = handle(call);
        let output = output.clone();
        Box::pin(async move {
            let result = answer.await?;
            match output.and_then(|output| misfit(&output, &result)) {
                Some(problems) => Err(problems.into()),
                None => Ok(result),
            }
        })
    })))
}

fn compiled(tool: &str, schema: &ObjectSchema) -> Result<Validator, BuildError> {
    let fault = |fault: String| BuildError::Schema { tool: tool.to_owned(), fault };
    let value: Value = serde_json::from_str(schema.text()).map_err(|error| fault(error.to_string()))?;
    jsonschema::validator_for(&value).map_err(|error| fault(error.to_string()))
}

/// What is wrong with an object, if anything; an absent one counts as empty.
fn problems(schema: &Validator, object: Option<&JsonObject>) -> Option<String> {
    let text = object.map_or("{}", JsonObject::text);
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Some(error.to_string()),
    };
    let mut errors = schema.iter_errors(&value).take(MOST).peekable();
    errors.peek()?;
    let told = errors.map(|error| match error.instance_path().as_str() {
        "" => error.to_string(),
        path => format!("{path}: {error}"),
    });
    Some(told.collect::<Vec<_>>().join("; "))
}

fn misfit(schema: &Validator, result: &CallToolResult) -> Option<String> {
    if result.is_error == Some(true) {
        return None;
    }
    match &result.structured_content {
        None => Some("a tool with an output schema gave no structured content".to_owned()),
        structured => problems(schema, structured.as_ref()),
    }
}
