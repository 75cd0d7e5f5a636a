//! <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names>

use crate::rule::{Observations, rules};
use crate::rules::shared::capability::is_withheld;
use crate::rules::shared::changed::{announced, unique};
use crate::rules::shared::claimed::claimed;
use crate::rules::shared::listing::TOOLS;
use crate::rules::shared::shape::Shape;
use crate::transcript::Transcript;

rules! { "tools";
    /// What `tools/list` gives is a list of tools.
    ///
    /// Each has a name, and its other members have their types. The usual violation is `null` for what is not there;
    /// others are tools under another member, and a description that is no text.
    Must list_is_valid since V2024_11_05
    cites ["tools-list-shape"] = "schema#listtoolsresult";

    /// A server that offers tools declares it.
    ///
    /// Without `tools` among the capabilities clients never ask for them.
    Must capability_is_declared since V2024_11_05 cites ["tools-capability-declared"] = "server/tools#capabilities";

    /// The name of a tool has 1 to 128 characters.
    ///
    /// Longer names, as generated from whole paths, are cut or refused by the models' interfaces.
    Should name_length since V2025_11_25 cites ["tools-name-length"] = "server/tools#tool-names";

    /// The name of a tool is made of ASCII letters, digits, `_`, `-` and `.`.
    ///
    /// Slashes, blanks, colons and letters beyond ASCII are refused by the models' interfaces, so hosts have to rename the
    /// tool.
    Should name_charset since V2025_11_25
    cites ["tools-name-charset", "tools-name-no-special"] = "server/tools#tool-names";

    /// No two tools have the same name.
    ///
    /// Of two tools with one name, one can never be called, and hosts differ in which. Names are compared over all pages of
    /// the list.
    Should names_are_unique since V2024_11_05 cites ["tools-name-unique"] = "server/tools#tool-names";

    /// A change of the list of tools is announced.
    ///
    /// A server that declares `tools.listChanged` sends `notifications/tools/list_changed` when its list has changed.
    Should changes_are_announced needs "tools.listChanged" since V2024_11_05
    cites ["tools-list-changed-notify"] = "server/tools#list-changed-notification";
}

fn capability_is_declared(t: &Transcript) -> Observations {
    is_withheld(t, "tools", "tools/list", |exchange| {
        exchange.result().is_some_and(|(_, result)| result["tools"].as_array().is_some_and(|all| !all.is_empty()))
    })
}

fn name_length(t: &Transcript) -> Observations {
    claimed(t, "tools/name-length", "no tool was listed")
}

fn name_charset(t: &Transcript) -> Observations {
    claimed(t, "tools/name-charset", "no tool was listed")
}

fn names_are_unique(t: &Transcript) -> Observations {
    unique(t, TOOLS)
}

fn changes_are_announced(t: &Transcript) -> Observations {
    announced(t, TOOLS, "tools.listChanged")
}

fn list_is_valid(t: &Transcript) -> Observations {
    Shape::of(&["ListToolsResult", "Tool"], "no tools were listed").judge(t)
}
