//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#meta>

use serde_json::Value;

use super::shared::claimed::claimed;
use crate::rule::{Observations, rules};
use crate::transcript::{Message, Party, Transcript};

rules! { "meta";
    /// The keys of `_meta` have the agreed form.
    ///
    /// A key is a name, which begins and ends with a letter or digit, after an optional prefix of dotted labels and a slash,
    /// each of which begins with a letter. `_internal`, `1st.example/x` and `my app/x` are none. Private fields of a
    /// framework end up there as they are.
    Must key_format since V2025_06_18
    cites ["meta-prefix-label-format", "meta-label-start-end", "meta-label-interior-chars", "meta-name-start-end-alnum"] = "basic/index#meta";

    /// A server makes up no keys under a prefix that is reserved.
    ///
    /// Prefixes whose second label is `modelcontextprotocol` or `mcp` belong to the protocol, which defines two keys there.
    /// Servers take such a prefix for the proper place of their own keys; their own domain is.
    Must prefix_is_not_reserved since V2025_11_25 cites ["meta-prefix-reserved"] = "basic/index#meta";

    /// The prefix of a key of `_meta` is a domain in reverse.
    ///
    /// `com.example/` rather than `example.com/`: the order tells who is responsible, and which prefixes are reserved.
    Should prefix_is_reverse_dns since V2025_11_25 cites ["meta-prefix-reverse-dns"] = "basic/index#meta";

    /// Whatever stands under a reserved key does no harm.
    ///
    /// A receiver assumes nothing about values at keys that belong to the protocol. A `ping` with a number or null there is
    /// a `ping` all the same.
    Must reserved_values_are_harmless since V2025_06_18 cites ["meta-reserved-no-assumptions"] = "basic/index#meta";
}

const NONE: &str = "no `_meta` was given";

fn key_format(t: &Transcript) -> Observations {
    claimed(t, "meta/key-format", NONE)
}

fn prefix_is_not_reserved(t: &Transcript) -> Observations {
    claimed(t, "meta/prefix-is-not-reserved", NONE)
}

fn prefix_is_reverse_dns(t: &Transcript) -> Observations {
    claimed(t, "meta/prefix-is-reverse-dns", NONE)
}

fn reserved_values_are_harmless(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no `ping` with a reserved key in `_meta` was sent");
    for ping in
        t.exchanges(Party::Client).filter(|exchange| exchange.method() == "ping" && has_reserved_key(exchange.request))
    {
        if let Some(answer) = ping.answer() {
            seen.judge([ping.request, answer], answer.error().map(|_| "the value of a reserved key is refused"));
        }
    }
    seen
}

fn has_reserved_key(request: &Message) -> bool {
    let Value::Object(meta) = &request.params()["_meta"] else { return false };
    meta.keys()
        .any(|key| crate::prose::meta::reserved_fault(key).is_some() || key == "io.modelcontextprotocol/related-task")
}
