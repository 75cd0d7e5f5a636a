//! The tasks of a made-up server, and how it behaves where the specification leaves it free.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::server::{Refusal, invalid};

const RELATED: &str = "io.modelcontextprotocol/related-task";

/// Choices about tasks.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Debug, Clone)]
pub(crate) struct TaskManner {
    list: bool,
    cancel: bool,
    lifetime: Lifetime,
    poll: Option<u64>,
    /// Whether it tells of every change.
    notifies: bool,
    /// Whether a task asks the user something on its way.
    asks: bool,
    /// Milliseconds of each half of the work.
    half: u64,
    /// What its tools say of tasks, in turn.
    pub(crate) support: Vec<Option<&'static str>>,
}

#[derive(Debug, Clone, Copy)]
enum Lifetime {
    /// As asked for, up to an hour.
    AsAsked,
    /// Always the same.
    Fixed(u64),
    /// For ever, unless somebody asks for very long.
    Unlimited,
}

const HOUR: u64 = 3_600_000;

impl Lifetime {
    fn granted(self, wish: Option<u64>) -> Option<u64> {
        match (self, wish) {
            (Self::AsAsked, wish) => Some(wish.unwrap_or(HOUR).min(HOUR)),
            (Self::Fixed(time), _) => Some(time),
            (Self::Unlimited, Some(wish)) if wish > HOUR => Some(HOUR),
            (Self::Unlimited, _) => None,
        }
    }
}

pub(crate) fn manner() -> impl Strategy<Value = TaskManner> {
    let lifetime = prop_oneof![
        2 => Just(Lifetime::AsAsked),
        1 => prop_oneof![Just(50), Just(60_000)].prop_map(Lifetime::Fixed),
        1 => Just(Lifetime::Unlimited),
    ];
    let support = prop_oneof![
        1 => Just(None),
        1 => Just(Some("forbidden")),
        3 => Just(Some("optional")),
        2 => Just(Some("required")),
    ];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (flags, lifetime, option::of(0..300u64), prop_oneof![Just(0), 1..400u64], vec(support, 1..4)).prop_map(
        |((list, cancel, notifies, asks), lifetime, poll, half, support)| TaskManner {
            list,
            cancel,
            lifetime,
            poll,
            notifies,
            asks,
            half,
            support,
        },
    )
}

impl TaskManner {
    /// Works fast, where time is real; and asks nothing where no stream carries the question.
    pub(crate) fn hurry(&mut self, can_ask: bool) {
        self.half %= 30;
        self.poll = self.poll.map(|poll| poll % 40);
        self.asks &= can_ask;
    }

    pub(crate) fn capability(&self) -> Value {
        let mut tasks = json!({"requests": {"tools": {"call": {}}}});
        for (name, declared) in [("list", self.list), ("cancel", self.cancel)] {
            if declared {
                tasks[name] = json!({});
            }
        }
        tasks
    }
}

/// The tasks of one connection.
#[derive(Default)]
pub(crate) struct Tasks(Vec<Task>);

struct Task {
    id: String,
    born: Instant,
    changed: Instant,
    ttl: Option<u64>,
    status: &'static str,
    outcome: Result<Value, Refusal>,
    token: Option<Value>,
    step: Step,
    /// The requests that wait for its result, as they came.
    waiting: Vec<Vec<u8>>,
}

#[derive(PartialEq)]
enum Step {
    Begun(Instant),
    Asked,
    Resumed(Instant),
    Over,
}

/// What is to be said to the client.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) messages: Vec<Value>,
    /// Requests that were waiting, as they came, and what they are answered.
    pub(crate) answers: Vec<(Vec<u8>, Result<Value, Refusal>)>,
}

/// What a request about tasks gets: an answer, or nothing for now.
pub(crate) type Reply = Option<Result<Value, Refusal>>;

impl Task {
    fn lives(&self) -> bool {
        self.ttl.is_none_or(|ttl| Instant::now() < self.born + Duration::from_millis(ttl))
    }

    fn show(&self, manner: &TaskManner) -> Value {
        let mut shown = json!({
            "taskId": self.id, "status": self.status, "createdAt": time(self.born), "lastUpdatedAt": time(self.changed),
            "ttl": self.ttl,
        });
        if let Some(poll) = manner.poll {
            shown["pollInterval"] = poll.into();
        }
        if self.status == "failed" {
            shown["statusMessage"] = "it did not work".into();
        }
        shown
    }

    fn change(&mut self, status: &'static str, manner: &TaskManner, said: &mut Said) {
        (self.status, self.changed) = (status, Instant::now());
        if manner.notifies {
            let shown = self.show(manner);
            said.messages.push(json!({"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": shown}));
        }
    }

    fn progress(&self, progress: &Value, said: &mut Said) {
        if let Some(token) = &self.token {
            let params = json!({"progressToken": token, "progress": progress, "_meta": self.meta()});
            said.messages.push(json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}));
        }
    }

    fn meta(&self) -> Value {
        json!({RELATED: {"taskId": self.id}})
    }

    fn due(&self) -> Option<Instant> {
        match self.step {
            Step::Begun(due) | Step::Resumed(due) => Some(due),
            Step::Asked | Step::Over => None,
        }
    }

    fn go_on(&mut self, manner: &TaskManner, asks: bool, said: &mut Said) {
        let half = Duration::from_millis(manner.half);
        match self.step {
            Step::Begun(_) if asks => {
                self.progress(&json!(0.5), said);
                self.step = Step::Asked;
                self.change("input_required", manner, said);
                let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
                let params = json!({"message": "Which city?", "requestedSchema": schema, "_meta": self.meta()});
                let (id, method) = (self.question(), "elicitation/create");
                said.messages.push(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            }
            Step::Begun(due) => {
                self.progress(&json!(0.5), said);
                self.step = Step::Resumed(due + half);
            }
            Step::Resumed(_) => {
                self.progress(&json!(1), said);
                self.step = Step::Over;
                let fails =
                    self.outcome.as_ref().is_ok_and(|result| result["isError"] == true) || self.outcome.is_err();
                self.change(if fails { "failed" } else { "completed" }, manner, said);
            }
            Step::Asked | Step::Over => {}
        }
    }

    fn question(&self) -> String {
        format!("for {}", self.id)
    }

    fn result(&self) -> Result<Value, Refusal> {
        let mut result = self.outcome.clone()?;
        result["_meta"] = self.meta();
        Ok(result)
    }
}

impl Tasks {
    /// Begins a task whose outcome is known already.
    pub(crate) fn begin(&mut self, manner: &TaskManner, params: &Value, outcome: Result<Value, Refusal>) -> Value {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let now = Instant::now();
        let task = Task {
            id: format!("task-{:016x}", COUNT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            born: now,
            changed: now,
            ttl: manner.lifetime.granted(params["task"]["ttl"].as_u64()),
            status: "working",
            outcome,
            token: params["_meta"].get("progressToken").cloned(),
            step: Step::Begun(now + Duration::from_millis(manner.half)),
            waiting: Vec::new(),
        };
        let shown = json!({"task": task.show(manner)});
        self.0.push(task);
        shown
    }

    /// Answers a request about tasks, or keeps it.
    pub(crate) fn reply(&mut self, manner: &TaskManner, method: &str, params: &Value, line: &[u8]) -> Reply {
        let unknown = || (-32601, format!("no such method: {method}"));
        let declared = match method {
            "tasks/list" => manner.list,
            "tasks/cancel" => manner.cancel,
            _ => matches!(method, "tasks/get" | "tasks/result"),
        };
        if !declared {
            return Some(Err(unknown()));
        }
        if method == "tasks/list" {
            return Some(self.page(manner, params.get("cursor")));
        }
        let task = self.0.iter_mut().find(|task| params["taskId"] == *task.id && task.lives());
        let Some(task) = task else { return Some(Err(invalid("no such task"))) };
        match method {
            "tasks/get" => Some(Ok(task.show(manner))),
            "tasks/cancel" if task.step == Step::Over => Some(Err(invalid("the task is over"))),
            "tasks/cancel" => {
                (task.status, task.changed, task.step) = ("cancelled", Instant::now(), Step::Over);
                task.outcome = Err((-32000, "the task was cancelled".to_owned()));
                Some(Ok(task.show(manner)))
            }
            _ if task.step == Step::Over => Some(task.result()),
            _ => {
                task.waiting.push(line.to_vec());
                None
            }
        }
    }

    /// Three tasks to a page; a cursor is the place of the next one.
    fn page(&self, manner: &TaskManner, cursor: Option<&Value>) -> Result<Value, Refusal> {
        let start = match cursor {
            None => 0,
            Some(cursor) => {
                let start = cursor.as_str().and_then(|text| text.strip_prefix("after-")?.parse().ok());
                start.filter(|start| (1..self.0.len()).contains(start)).ok_or_else(|| invalid("no such cursor"))?
            }
        };
        let mut living = self.0.iter().enumerate().skip(start).filter(|(_, task)| task.lives());
        let page: Vec<_> = living.by_ref().take(3).map(|(_, task)| task.show(manner)).collect();
        let mut result = json!({"tasks": page});
        if let Some((next, _)) = living.next() {
            result["nextCursor"] = format!("after-{next}").into();
        }
        Ok(result)
    }

    /// The client has answered the question of that id.
    pub(crate) fn answered(&mut self, manner: &TaskManner, id: &Value) -> Said {
        let mut said = Said::default();
        let asked = self.0.iter_mut().find(|task| task.step == Step::Asked && *id == *task.question());
        if let Some(task) = asked {
            task.step = Step::Resumed(Instant::now() + Duration::from_millis(manner.half));
            task.change("working", manner, &mut said);
        }
        said
    }

    /// When there is something to do: work, or to tell that a task has expired.
    pub(crate) fn due(&self) -> Option<Instant> {
        let expiry = |task: &Task| Some(task.born + Duration::from_millis(task.ttl?));
        let expected = self.0.iter().filter(|task| !task.waiting.is_empty()).filter_map(expiry);
        self.0.iter().filter(|task| task.lives()).filter_map(Task::due).chain(expected).min()
    }

    /// Does the work that is due.
    pub(crate) fn work(&mut self, manner: &TaskManner, has_user: bool) -> Said {
        let mut said = Said::default();
        for task in self.0.iter_mut().filter(|task| task.lives()) {
            if task.due().is_some_and(|due| due <= Instant::now()) {
                task.go_on(manner, manner.asks && has_user, &mut said);
            }
        }
        said
    }

    /// What those that waited are answered.
    pub(crate) fn fetched(&mut self) -> Said {
        let mut said = Said::default();
        for task in &mut self.0 {
            let answer = match task.lives() {
                true if task.step != Step::Over => continue,
                true => task.result(),
                false => Err(invalid("the task has expired")),
            };
            said.answers.extend(task.waiting.drain(..).map(|line| (line, answer.clone())));
        }
        said
    }
}

/// A moment in ISO 8601; the first one is the start of the revision.
fn time(moment: Instant) -> String {
    static START: OnceLock<Instant> = OnceLock::new();
    let passed = moment.saturating_duration_since(*START.get_or_init(|| moment));
    humantime::format_rfc3339_millis(SystemTime::UNIX_EPOCH + Duration::from_hours(490_008) + passed).to_string()
}
