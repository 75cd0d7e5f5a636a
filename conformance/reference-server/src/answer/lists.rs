//! The four lists, page by page.
//! <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination>

use mcp_model::{
    ErrorObject, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams,
};

use super::Request;
use crate::{
    message::{Answer, answer},
    registry::{Listed, Page, Shelf},
};

pub(super) fn tools<C>(request: &Request<C>) -> Answer {
    let (page, next) = page(request, &request.server.parts().registry.tools)?;
    let mut result = ListToolsResult::new(page);
    result.next_cursor = next.map(Into::into);
    answer(&result)
}

pub(super) fn resources<C>(request: &Request<C>) -> Answer {
    let (page, next) = page(request, &request.server.parts().registry.resources)?;
    let mut result = ListResourcesResult::new(page);
    result.next_cursor = next.map(Into::into);
    answer(&result)
}

pub(super) fn templates<C>(request: &Request<C>) -> Answer {
    let (page, next) = page(request, &request.server.parts().registry.templates)?;
    let mut result = ListResourceTemplatesResult::new(page);
    result.next_cursor = next.map(Into::into);
    answer(&result)
}

pub(super) fn prompts<C>(request: &Request<C>) -> Answer {
    let (page, next) = page(request, &request.server.parts().registry.prompts)?;
    let mut result = ListPromptsResult::new(page);
    result.next_cursor = next.map(Into::into);
    answer(&result)
}

fn page<C, E: Listed>(request: &Request<C>, shelf: &Shelf<E>) -> Result<Page<E::Descriptor>, ErrorObject> {
    let params: PaginatedRequestParams = request.params()?;
    let cursor = params.cursor.as_ref().map(mcp_model::Cursor::as_str);
    shelf.page(cursor, request.server.parts().settings.page_size)
}
