//! Looking at tasks, fetching and ending them.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#protocol-messages>

use std::sync::Arc;

use mcp_model::{
    CancelTaskResult, ErrorObject, GetTaskResult, ListTasksResult, PaginatedRequestParams, TaskRequestParams,
};

use super::Request;
use crate::{
    client::Channel,
    message::{Answer, answer},
    protocol_error::internal,
    task::Job,
};

pub(super) fn get<C>(request: &Request<C>) -> Answer {
    answer(&GetTaskResult::from(meant(request)?.task()))
}

pub(super) async fn result<C>(request: Request<C>) -> Answer {
    let job = meant(&request)?;
    match request.cx.client.channel() {
        Channel::Request(id) => job.outcome(id.clone()).await,
        Channel::Task(_) => Err(internal()),
    }
}

pub(super) fn list<C>(request: &Request<C>) -> Answer {
    let params: PaginatedRequestParams = request.params()?;
    let cursor = params.cursor.as_ref().map(mcp_model::Cursor::as_str);
    let size = request.server.parts().settings.page_size;
    let (page, next) = request.cx.client.peer().jobs.page(cursor, size)?;
    let mut result = ListTasksResult::new(page);
    result.next_cursor = next.map(Into::into);
    answer(&result)
}

pub(super) fn cancel<C>(request: &Request<C>) -> Answer {
    let job = meant(request)?;
    job.cancel()?;
    answer(&CancelTaskResult::from(job.task()))
}

fn meant<C>(request: &Request<C>) -> Result<Arc<Job>, ErrorObject> {
    let params: TaskRequestParams = request.params()?;
    request.cx.client.peer().jobs.find(&params.task_id)
}
