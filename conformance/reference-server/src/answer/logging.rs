//! Choosing how much is logged.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level>

use mcp_model::{ResultObject, SetLevelRequestParams};

use super::Request;
use crate::message::{Answer, answer};

pub(super) fn set_level<C>(request: &Request<C>) -> Answer {
    let params: SetLevelRequestParams = request.params()?;
    request.cx.client.peer().set_level(params.level);
    answer(&ResultObject::new())
}
