//! Putting a server together.

use std::{sync::Arc, time::Duration};

use mcp_model::{CallToolResult, Implementation};
use tower::{BoxError, Layer, Service};

use crate::{
    BuildError, Customizer, PromptHandler, ResourceHandler, ResourceTemplateHandler, Server, Steps, ToolCall,
    ToolHandler, ToolService, assemble, middleware::ToolLayer, task::TaskLimits,
};

/// A server in the making; [`build`](ServerBuilder::build) completes it.
pub struct ServerBuilder<C = ()> {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) steps: Steps<C>,
    pub(crate) tools: Vec<ToolHandler<C>>,
    pub(crate) resources: Vec<ResourceHandler<C>>,
    pub(crate) templates: Vec<ResourceTemplateHandler<C>>,
    pub(crate) prompts: Vec<PromptHandler<C>>,
    pub(crate) layers: Vec<ToolLayer<C>>,
    pub(crate) customizers: Vec<Arc<dyn Customizer<C>>>,
    pub(crate) settings: Settings,
}

/// What a server does beside its handlers, and its limits.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) logging: bool,
    pub(crate) subscriptions: bool,
    pub(crate) list_changed: bool,
    pub(crate) page_size: usize,
    pub(crate) message_limit: usize,
    pub(crate) client_timeout: Duration,
    pub(crate) tasks: TaskLimits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            logging: true,
            subscriptions: true,
            list_changed: true,
            page_size: 100,
            message_limit: 16 << 20,
            client_timeout: Duration::from_mins(5),
            tasks: TaskLimits::default(),
        }
    }
}

impl<C: Send + Sync + 'static> ServerBuilder<C> {
    pub(crate) fn new(info: Implementation, steps: Steps<C>) -> Self {
        Self {
            info,
            instructions: None,
            steps,
            tools: Vec::new(),
            resources: Vec::new(),
            templates: Vec::new(),
            prompts: Vec::new(),
            layers: Vec::new(),
            customizers: Vec::new(),
            settings: Settings::default(),
        }
    }

    /// Makes contexts by these steps, in place of those it was begun with.
    pub fn steps(mut self, steps: Steps<C>) -> Self {
        self.steps = steps;
        self
    }

    /// How to use the server, for the model.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Adds a tool.
    pub fn tool(mut self, tool: ToolHandler<C>) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds a resource.
    pub fn resource(mut self, resource: ResourceHandler<C>) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds a resource template. Where several match a URI, the one added first serves it.
    pub fn resource_template(mut self, template: ResourceTemplateHandler<C>) -> Self {
        self.templates.push(template);
        self
    }

    /// Adds a prompt.
    pub fn prompt(mut self, prompt: PromptHandler<C>) -> Self {
        self.prompts.push(prompt);
        self
    }

    /// Adds a middleware round every tool, inside of those added before and outside of the tools' own.
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<ToolService<C>> + Send + Sync + 'static,
        L::Service: Service<ToolCall<C>, Response = CallToolResult, Future: Send> + Send + 'static,
        <L::Service as Service<ToolCall<C>>>::Error: Into<BoxError>,
    {
        self.layers.push(ToolLayer::new(layer));
        self
    }

    /// Adds a customizer, which runs after those added before.
    pub fn customizer(mut self, customizer: impl Customizer<C> + 'static) -> Self {
        self.customizers.push(Arc::new(customizer));
        self
    }

    /// Whether handlers may send log messages (by default they may).
    pub fn logging(mut self, logging: bool) -> Self {
        self.settings.logging = logging;
        self
    }

    /// Whether clients may subscribe to resources (by default they may).
    pub fn subscriptions(mut self, subscriptions: bool) -> Self {
        self.settings.subscriptions = subscriptions;
        self
    }

    /// Whether clients are told when lists change (by default they are).
    pub fn list_changed(mut self, list_changed: bool) -> Self {
        self.settings.list_changed = list_changed;
        self
    }

    /// The most entries on one page of a list (by default 100; at least 1).
    pub fn page_size(mut self, entries: usize) -> Self {
        self.settings.page_size = entries.max(1);
        self
    }

    /// The longest message that is read, in bytes (by default 16 MiB).
    pub fn message_limit(mut self, bytes: usize) -> Self {
        self.settings.message_limit = bytes;
        self
    }

    /// How long a handler waits for the client's answer, unless it says otherwise (by default five minutes).
    pub fn client_timeout(mut self, timeout: Duration) -> Self {
        self.settings.client_timeout = timeout;
        self
    }

    /// How many tasks a client may have at a time, over or not (256); more are refused.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#resource-management>
    pub fn task_limit(mut self, tasks: usize) -> Self {
        self.settings.tasks.count = tasks;
        self
    }

    /// The longest that a task is kept after it was created (an hour; at most a year), whatever the client asks for.
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#ttl-and-resource-management>
    pub fn task_ttl(mut self, longest: Duration) -> Self {
        self.settings.tasks.longest = longest.min(Duration::from_hours(365 * 24));
        self
    }

    /// How long clients are asked to wait between two looks at a task (half a second).
    /// <https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#getting-tasks>
    pub fn task_poll_interval(mut self, interval: Duration) -> Self {
        self.settings.tasks.poll = interval;
        self
    }

    /// Runs the customizers and completes the server.
    ///
    /// # Errors
    ///
    /// Which handler is at fault, and what to do about it.
    pub fn build(self) -> Result<Server<C>, BuildError> {
        assemble::server(self)
    }
}
