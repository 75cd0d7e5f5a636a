//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/index#json-schema-usage>

use super::shared::claimed::claimed;
use crate::rule::{Observations, rules};
use crate::transcript::Transcript;

rules! { "schema-dialect";
    /// Schemas are written in JSON Schema 2020-12.
    ///
    /// It is the recommended dialect; another one is allowed where `$schema` names it. Libraries that generate draft-07
    /// are the usual reason.
    Should is_2020_12 since V2025_11_25
    cites ["schema-dialect-prefer-2020-12"] = "basic/index#schema-dialect";
}

fn is_2020_12(t: &Transcript) -> Observations {
    claimed(t, "schema-dialect/is-2020-12", "no schema named its dialect")
}
