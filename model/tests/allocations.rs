//! What reading asks of the heap, held to a limit.

#[path = "../benches/src/input.rs"]
#[expect(dead_code, unreachable_pub, reason = "the benches share the texts, and read more of them")]
mod input;

use allocation_counter::{AllocationInfo, measure};
use mcp_model::{ClientMessage, JsonRpcResultResponse, ListResourcesResult, ListToolsResult, Wire, decode};

fn decoding<T: Wire>(text: &str) -> AllocationInfo {
    measure(|| drop(decode::<T>(text.as_bytes()).expect("the text is what it is read as")))
}

fn assert_tools_are_light<T: Wire>(text: &str) {
    let info = decoding::<T>(text);
    assert!(info.count_total <= 17 * 1000, "{} allocations for 1,000 tools", info.count_total);
    assert_peak(&info, text, 15);
}

fn assert_peak(info: &AllocationInfo, text: &str, tenths: usize) {
    let peak = usize::try_from(info.bytes_max).expect("the peak fits");
    assert!(10 * peak <= tenths * text.len(), "{peak} bytes at a time for {} bytes of text", text.len());
}

#[test]
fn a_listed_tool_is_light() {
    let result = input::tools(1000);
    assert_tools_are_light::<ListToolsResult>(&result);
    assert_tools_are_light::<JsonRpcResultResponse<ListToolsResult>>(&input::response(1, &result));
}

#[test]
fn a_small_call_takes_five_allocations() {
    let info = decoding::<ClientMessage>(&input::call(7));
    assert!(info.count_total <= 5, "{} allocations for a small call", info.count_total);
}

#[test]
fn a_long_list_is_held_once() {
    let text = input::resources(5000);
    let info = decoding::<ListResourcesResult>(&text);
    assert!(info.count_total <= 36_000, "{} allocations for 5,000 resources", info.count_total);
    assert_peak(&info, &text, 18);
}
