//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation>

use crate::judge;
use crate::rule::{Observations, rules};
use crate::rules::shared::capability::{is_served, is_undeclared, notifications_are_declared};
use crate::rules::shared::listing::{LISTS, List};
use crate::transcript::{Connection, Exchange, Message, Party, Transcript};

rules! { "lifecycle";
    /// A server that declares tools lists them.
    ///
    /// The capability promises `tools/list`. Frameworks that declare every feature, whether or not anything is behind it,
    /// answer that the method does not exist.
    Must declared_tools_are_served needs "tools" since V2024_11_05
    cites ["lifecycle-cap-tools"] = "basic/lifecycle#capability-negotiation"
    by |t| is_served(t, "tools/list");

    /// A declared list can be had.
    ///
    /// The plain request for it succeeds at least once. A server whose lists always fail, be it with an internal error, offers
    /// nothing of what it declares.
    Should declared_lists_succeed since V2024_11_05
    cites ["lifecycle-cap-tools", "lifecycle-cap-resources", "lifecycle-cap-prompts"]
    = "basic/lifecycle#capability-negotiation";

    /// A server that declares resources lists them.
    ///
    /// The capability promises `resources/list` and `resources/read`. See the rule for tools.
    Must declared_resources_are_served needs "resources" since V2024_11_05
    cites ["lifecycle-cap-resources"] = "basic/lifecycle#capability-negotiation"
    by |t| is_served(t, "resources/list");

    /// A server that declares prompts lists them.
    ///
    /// The capability promises `prompts/list` and `prompts/get`. See the rule for tools.
    Must declared_prompts_are_served needs "prompts" since V2024_11_05
    cites ["lifecycle-cap-prompts"] = "basic/lifecycle#capability-negotiation"
    by |t| is_served(t, "prompts/list");

    /// A server that declares completions completes.
    ///
    /// The capability promises `completion/complete`; an unknown method is what servers answer that declare it by default.
    Must declared_completions_are_served needs "completions" since V2025_03_26
    cites ["lifecycle-cap-completions"] = "basic/lifecycle#capability-negotiation"
    by |t| is_served(t, "completion/complete");

    /// Only a server that declares it announces that its tools have changed.
    ///
    /// `notifications/tools/list_changed` belongs to `tools.listChanged`; what is not negotiated is not used.
    Must tool_changes_are_declared since V2024_11_05
    cites ["lifecycle-cap-list-changed"] = "basic/lifecycle#capability-negotiation"
    by |t| notifications_are_declared(t, "tools.listChanged", "notifications/tools/list_changed");

    /// Only a server that declares it announces that its resources have changed.
    ///
    /// `notifications/resources/list_changed` belongs to `resources.listChanged`; what is not negotiated is not used.
    Must resource_changes_are_declared since V2024_11_05
    cites ["lifecycle-cap-list-changed"] = "basic/lifecycle#capability-negotiation"
    by |t| notifications_are_declared(t, "resources.listChanged", "notifications/resources/list_changed");

    /// Only a server that declares it announces that its prompts have changed.
    ///
    /// `notifications/prompts/list_changed` belongs to `prompts.listChanged`; what is not negotiated is not used.
    Must prompt_changes_are_declared since V2024_11_05
    cites ["lifecycle-cap-list-changed", "prompts-respect-capabilities"] = "basic/lifecycle#capability-negotiation"
    by |t| notifications_are_declared(t, "prompts.listChanged", "notifications/prompts/list_changed");

    /// Only a server that declares subscriptions announces that a resource was updated.
    ///
    /// `notifications/resources/updated` belongs to `resources.subscribe`; what is not negotiated is not used.
    Must updates_are_declared since V2024_11_05
    cites ["lifecycle-cap-subscribe"] = "basic/lifecycle#capability-negotiation"
    by |t| notifications_are_declared(t, "resources.subscribe", "notifications/resources/updated");

    /// A server asks of a client only what the client declares.
    ///
    /// Roots, sampling and elicitation are up to the client. Servers that never look at its capabilities send such requests
    /// to every client, and some wait for ever when nobody answers. What a declared feature has in parts, such as the modes
    /// of elicitation, has rules of its own.
    Must respects_client_capabilities since V2024_11_05
    cites ["lifecycle-respect-capabilities", "roots-server-check-capability"] = "basic/lifecycle#operation";
}

fn respects_client_capabilities(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked nothing of the client");
    for connection in t.connections().filter(|_| t.handshakes().next().is_some()) {
        for exchange in connection.exchanges(Party::Server) {
            let needs = match exchange.method() {
                "roots/list" => "client.roots",
                "sampling/createMessage" => "client.sampling",
                "elicitation/create" => "client.elicitation",
                _ => continue,
            };
            let is_undeclared = is_undeclared(connection, t, needs);
            let fault = || format!("`{}` was asked for, and the client does not declare it", exchange.method());
            seen.judge([exchange.request], is_undeclared.then(fault));
        }
    }
    seen
}

fn declared_lists_succeed(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no declared list was asked for");
    for list in LISTS {
        let plain: Vec<_> = t.connections().flat_map(|connection| asked(connection, list)).collect();
        // A method that is unknown has rules of its own.
        let is_failure = |answer: &&Message| answer.code().is_some_and(|code| code != -32601);
        let failed = plain.iter().find_map(|exchange| Some((exchange.request, exchange.answer().filter(is_failure)?)));
        if plain.iter().any(|exchange| exchange.result().is_some()) {
            seen.held();
        } else if let Some((request, answer)) = failed {
            seen.broken([request, answer], format!("`{}` never succeeds", list.method));
        }
    }
    seen
}

/// The plain requests for a list that the handshake before them declares.
fn asked(connection: &Connection, list: List) -> Vec<Exchange<'_>> {
    let feature = list.method.split('/').next().unwrap_or_default();
    let Some(handshake) = connection.handshake().filter(|handshake| judge::declared(handshake, feature)) else {
        return Vec::new();
    };
    let is_plain = |exchange: &Exchange<'_>| {
        exchange.request.seq > handshake.answer.seq && exchange.params().get("cursor").is_none()
    };
    connection.requests(list.method).filter(is_plain).collect()
}
