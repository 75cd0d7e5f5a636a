//! Everything that a well-meaning client does.

use std::time::Duration;

use serde_json::{Value, json};

use super::talk::{Over, Talk};

impl Talk {
    /// Everything that a well-meaning client does.
    pub(super) async fn run(&mut self) -> Result<(), Over> {
        let (roots, elicitation) = (json!({"listChanged": true}), json!({"form": {}, "url": {}}));
        self.greet(json!({"roots": roots, "sampling": {"tools": {}}, "elicitation": elicitation})).await?;
        self.ask("ping", json!({})).await?;
        let tools = self.list("tools/list", "tools").await?;
        let resources = self.list("resources/list", "resources").await?;
        self.list("resources/templates/list", "resourceTemplates").await?;
        let prompts = self.list("prompts/list", "prompts").await?;
        if let Some(resource) = resources.first() {
            let params = json!({"uri": resource["uri"]});
            self.ask("resources/subscribe", params.clone()).await?;
            self.ask("resources/read", params.clone()).await?;
            self.ask("resources/unsubscribe", params).await?;
        }
        for prompt in &prompts {
            self.get(prompt).await?;
        }
        for tool in &tools {
            self.call(tool).await?;
        }
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})).await?;
        self.ask("ping", json!({})).await.map(drop)
    }

    async fn list(&mut self, method: &str, member: &str) -> Result<Vec<Value>, Over> {
        let (mut all, mut params) = (Vec::new(), json!({}));
        loop {
            let page = self.ask(method, params).await?;
            all.extend(page["result"][member].as_array().into_iter().flatten().cloned());
            match page["result"].get("nextCursor") {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => return Ok(all),
            }
        }
    }

    /// Gets a prompt with every argument, after having its first one completed.
    async fn get(&mut self, prompt: &Value) -> Result<(), Over> {
        let names: Vec<_> = prompt["arguments"].as_array().into_iter().flatten().map(|given| &given["name"]).collect();
        if let Some(name) = names.first() {
            let what = json!({"type": "ref/prompt", "name": prompt["name"]});
            self.ask("completion/complete", json!({"ref": what, "argument": {"name": name, "value": ""}})).await?;
        }
        let given = names.iter().filter_map(|name| Some((name.as_str()?.to_owned(), Value::from("1"))));
        let arguments: Value = given.collect();
        self.ask("prompts/get", json!({"name": prompt["name"], "arguments": arguments})).await.map(drop)
    }

    /// Calls a tool with the least that it takes.
    async fn call(&mut self, tool: &Value) -> Result<(), Over> {
        let schema = &tool["inputSchema"];
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let value = |name: &str| match schema["properties"][name]["type"].as_str() {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            Some("array") => json!([]),
            _ => json!("north"),
        };
        let arguments: Value = required.map(|name| (name.to_owned(), value(name))).collect();
        let params = json!({"name": tool["name"], "arguments": arguments});
        if tool["execution"]["taskSupport"] == "required" {
            return self.call_as_task(params).await;
        }
        self.ask("tools/call", params).await.map(drop)
    }

    /// Calls a tool as a task, looks at the task as often as it may until it is over, and gets its result.
    async fn call_as_task(&mut self, mut params: Value) -> Result<(), Over> {
        params["task"] = json!({"ttl": 60_000});
        let mut task = self.ask("tools/call", params).await?["result"]["task"].take();
        let named = json!({"taskId": task["taskId"]});
        while matches!(task["status"].as_str(), Some("working" | "input_required")) {
            self.listen(Duration::from_millis(task["pollInterval"].as_u64().unwrap_or(100))).await?;
            task = self.ask("tasks/get", named.clone()).await?["result"].take();
        }
        self.ask("tasks/result", named).await.map(drop)
    }
}
