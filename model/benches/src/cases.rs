//! The cases: for each text, which types of whom read it.

use crate::case::Case;
use crate::contender::{Contender, Way, Who, ours, peer};
use crate::input;
use serde_json::Value;

/// Who takes part: the expected type and the message type of each.
macro_rules! contenders {
    ($ours:ty, $rmcp:ty, $schema:ty; $side:ident $result:ty) => {
        |direct, message| {
            let mut all: Vec<Contender> = Vec::new();
            all.extend(ours::<$ours>(Way::DecodeDirect, direct));
            all.extend(ours::<contenders!(@message mcp_model $side $result)>(Way::DecodeMessage, message));
            all.extend(peer::<$rmcp>(Who::Rmcp, Way::DecodeDirect, direct));
            all.extend(peer::<contenders!(@message rmcp $side)>(Who::Rmcp, Way::DecodeMessage, message));
            all.extend(peer::<$schema>(Who::RustMcpSchema, Way::DecodeDirect, direct));
            all.extend(peer::<contenders!(@message rust_mcp_schema $side)>(Who::RustMcpSchema, Way::DecodeMessage, message));
            all.extend(peer::<Value>(Who::Value, Way::DecodeDirect, direct));
            all.extend(peer::<Value>(Who::Value, Way::DecodeMessage, message));
            all
        }
    };
    // Here the asker says which result it waits for; the peers try one type after another.
    (@message mcp_model client $result:ty) => {
        mcp_model::Message<mcp_model::ClientRequest, mcp_model::ClientNotification, $result>
    };
    (@message mcp_model server $result:ty) => {
        mcp_model::Message<mcp_model::ServerRequest, mcp_model::ServerNotification, $result>
    };
    (@message rmcp client) => { rmcp::model::ClientJsonRpcMessage };
    (@message rmcp server) => { rmcp::model::ServerJsonRpcMessage };
    (@message rust_mcp_schema client) => { rust_mcp_schema::schema_utils::ClientMessage };
    (@message rust_mcp_schema server) => { rust_mcp_schema::schema_utils::ServerMessage };
}

/// A result by itself, and in its response.
macro_rules! result {
    ($name:literal, $text:expr, $result:ident) => {{
        let text: String = $text;
        let message = input::response(1, &text);
        Case::new($name, text, message, contenders!(
            mcp_model::$result, rmcp::model::$result, rust_mcp_schema::$result; server mcp_model::$result
        ))
    }};
}

/// A request or notification, with its envelope either way.
macro_rules! message {
    ($name:literal, $text:expr, $message:ident, $envelope:ident, $side:ident) => {{
        let text: String = $text;
        Case::new($name, text.clone(), text, contenders!(
            mcp_model::$message,
            rmcp::model::$envelope<rmcp::model::$message>,
            rust_mcp_schema::$message;
            $side mcp_model::OpaqueResult
        ))
    }};
}

/// Every case, in the order of the table; made one after the other, so that the heap holds one only.
pub fn all() -> Vec<fn() -> Case> {
    vec![
        || result!("tools/list, 1,000 tools", input::tools(1000), ListToolsResult),
        || result!("resources/list, 5,000 resources", input::resources(5000), ListResourcesResult),
        || message!("tools/call", input::call(7), CallToolRequest, JsonRpcRequest, client),
        || message!("tools/call, id last", input::call_id_last(7), CallToolRequest, JsonRpcRequest, client),
        || result!("result: 3 blocks, structure", input::result(7), CallToolResult),
        || result!("result: 1 MiB image", input::image(1 << 20), CallToolResult),
        || message!("progress", input::progress(7), ProgressNotification, JsonRpcNotification, server),
        || message!("initialize", input::initialize(), InitializeRequest, JsonRpcRequest, client),
        || result!("initialize, result", input::initialized(), InitializeResult),
        || Case::mixed("10,000 mixed messages", (0..10_000).map(small)),
    ]
}

/// What a session consists of: mostly calls and what comes of them.
#[expect(deprecated, reason = "one of the peers expects logging to leave a later revision")]
fn small(n: usize) -> Case {
    match n % 10 {
        0 | 4 => message!("", input::call(n), CallToolRequest, JsonRpcRequest, client),
        1 | 5 => result!("", input::result(n), CallToolResult),
        2 | 6 => message!("", input::progress(n), ProgressNotification, JsonRpcNotification, server),
        3 => message!("", input::log(n), LoggingMessageNotification, JsonRpcNotification, server),
        7 => message!("", input::read(n), ReadResourceRequest, JsonRpcRequest, client),
        8 => message!("", input::ping(n), PingRequest, JsonRpcRequest, client),
        _ => result!("", "{}".to_owned(), EmptyResult),
    }
}
