//! What the client runs as a task for the server.
//! <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks>

use std::{marker::PhantomData, time::Duration};

use mcp_model::{
    CancelTaskResult, CreateMessageRequestParams, CreateMessageResult, CreateTaskResult, ElicitRequestParams,
    ElicitResult, GetTaskResult, Integer, JsonObject, Task, TaskMetadata, TaskStatus, Wire,
};

use super::{Client, ClientError, allowed, asking::object};

/// How long to wait between two looks where the client does not say.
const POLL: Duration = Duration::from_millis(500);

/// A request that the client runs as a task.
/// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks>
pub struct ClientTask<T> {
    client: Client,
    task: Task,
    result: PhantomData<fn() -> T>,
}

impl Client {
    /// Has the client's model generate a message, as a task that the client keeps for `ttl` or as long as it likes.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/sampling>
    ///
    /// # Errors
    ///
    /// Those of [`Client::create_message`], and that the client does not declare such tasks.
    pub async fn create_message_as_task(
        &self,
        params: CreateMessageRequestParams,
        ttl: Option<Duration>,
    ) -> Result<ClientTask<CreateMessageResult>, ClientError> {
        allowed::sampling(self.capabilities(), &params)?;
        allowed::sampling_tasks(self.capabilities())?;
        self.begin("sampling/createMessage", object(&params.task(wish(ttl)))?).await
    }

    /// Asks the user something, as a task that the client keeps for `ttl` or as long as it likes.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation>
    ///
    /// # Errors
    ///
    /// Those of [`Client::elicit`], and that the client does not declare such tasks.
    pub async fn elicit_as_task(
        &self,
        params: impl Into<ElicitRequestParams>,
        ttl: Option<Duration>,
    ) -> Result<ClientTask<ElicitResult>, ClientError> {
        let params = params.into();
        allowed::elicitation(self.capabilities(), &params)?;
        allowed::elicitation_tasks(self.capabilities())?;
        let params = object(&params)?;
        let task = object(&wish(ttl))?;
        self.begin("elicitation/create", params.with("task", task)).await
    }

    async fn begin<T>(&self, method: &str, params: JsonObject) -> Result<ClientTask<T>, ClientError> {
        let created: CreateTaskResult = self.ask(method, Some(params)).await?;
        Ok(ClientTask { client: self.clone(), task: created.task, result: PhantomData })
    }
}

impl<T: Wire> ClientTask<T> {
    /// The task as it was seen last.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Asks where it stands.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks>
    ///
    /// # Errors
    ///
    /// Why there was no answer.
    pub async fn poll(&mut self) -> Result<&Task, ClientError> {
        let seen: GetTaskResult = self.client.ask("tasks/get", Some(self.params())).await?;
        self.task = seen.into();
        Ok(&self.task)
    }

    /// Looks at the task as often as the client lets it, until it is over or needs something, and fetches its result. A
    /// task that takes longer than the client's time for answers is given up.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#retrieving-task-results>
    ///
    /// # Errors
    ///
    /// Why there was no result.
    pub async fn result(mut self) -> Result<T, ClientError> {
        let limit = self.client.timeout;
        let (client, params) = (self.client.clone(), self.params());
        let fetched = tokio::time::timeout(limit, self.fetch()).await;
        if matches!(fetched, Ok(Err(ClientError::TimedOut(_))) | Err(_)) && allowed::cancelling(client.capabilities()) {
            let _given_up: Result<CancelTaskResult, _> = client.ask("tasks/cancel", Some(params)).await;
        }
        fetched.unwrap_or(Err(ClientError::TimedOut(limit)))
    }

    async fn fetch(&mut self) -> Result<T, ClientError> {
        while self.task.status == TaskStatus::Working {
            let wanted = self.task.poll_interval.as_ref().and_then(Integer::as_u64);
            tokio::time::sleep(wanted.map_or(POLL, Duration::from_millis)).await;
            self.poll().await?;
        }
        self.client.ask("tasks/result", Some(self.params())).await
    }

    /// Gives the task up, and tells where it stands after that.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#cancelling-tasks>
    ///
    /// # Errors
    ///
    /// That the client does not declare this, that the task is over, or why there was no answer.
    pub async fn cancel(self) -> Result<Task, ClientError> {
        if !allowed::cancelling(self.client.capabilities()) {
            return Err(ClientError::NotDeclared("tasks.cancel"));
        }
        let cancelled: CancelTaskResult = self.client.ask("tasks/cancel", Some(self.params())).await?;
        Ok(cancelled.into())
    }

    fn params(&self) -> JsonObject {
        JsonObject::new().with("taskId", self.task.task_id.as_str())
    }
}

fn wish(ttl: Option<Duration>) -> TaskMetadata {
    let mut wish = TaskMetadata::new();
    wish.ttl = ttl.map(|ttl| i64::try_from(ttl.as_millis()).unwrap_or(i64::MAX).into());
    wish
}
