//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation>

use crate::judge;
use crate::revision::Revision;
use crate::rule::{Observations, rules};
use crate::rules::shared::capability::is_undeclared;
use crate::transcript::{Message, Party, Transcript};

rules! { "lifecycle";
    /// A server says nothing that the agreed revision does not know.
    ///
    /// Elicitation came with 2025-06-18; its URL mode, its completion notice and tasks came with 2025-11-25. Servers break this
    /// where they look at what the client declares and not at the revision that was agreed on. What a client does not declare
    /// at all is another rule's matter.
    Must speaks_the_agreed_revision since V2024_11_05 until V2025_06_18
    cites ["lifecycle-respect-version"] = "basic/lifecycle#operation";
}

/// What came later, and with which revision.
const LATER: [(&str, Revision); 7] = [
    ("elicitation/create", Revision::V2025_06_18),
    ("notifications/elicitation/complete", Revision::V2025_11_25),
    ("notifications/tasks/status", Revision::V2025_11_25),
    ("tasks/get", Revision::V2025_11_25),
    ("tasks/result", Revision::V2025_11_25),
    ("tasks/list", Revision::V2025_11_25),
    ("tasks/cancel", Revision::V2025_11_25),
];

fn speaks_the_agreed_revision(t: &Transcript) -> Observations {
    let mut seen = Observations::new("the server asked and told nothing of its own under an older revision");
    for connection in t.connections() {
        let Some(handshake) = connection.handshake() else { continue };
        let agreed = judge::revision(connection, t);
        let later = connection.messages_from(Party::Server).filter(|message| message.seq > handshake.answer.seq);
        for message in later {
            let Some(method) = message.method() else { continue };
            if method == "elicitation/create" && is_undeclared(connection, t, "client.elicitation") {
                continue;
            }
            let why = came(message).filter(|came| *came > agreed);
            let why = why.map(|came| format!("`{method}` came with {came}, and {agreed} was agreed on"));
            seen.judge([handshake.answer, message], why);
        }
    }
    seen
}

/// The revision that brought what the message is; none where it has been there always.
fn came(message: &Message) -> Option<Revision> {
    let method = message.method()?;
    if method == "elicitation/create" && message.params()["mode"] == "url" {
        return Some(Revision::V2025_11_25);
    }
    LATER.iter().find(|(name, _)| *name == method).map(|(_, came)| *came)
}
