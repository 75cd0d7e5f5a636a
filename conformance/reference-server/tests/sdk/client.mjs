// A session of the official TypeScript SDK with the reference server: everything is listed, everything is called, one
// tool as a task, and sampling, elicitation and roots are answered. Over HTTP a broken stream is gone on with.
// Usage: node client.mjs COMMAND [ARGUMENTS…], or node client.mjs URL
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ElicitationCompleteNotificationSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const [command, ...args] = process.argv.slice(2);
let passed = 0;
const asked = { sampling: 0, toolTurns: 0, form: 0, url: 0, roots: 0 };
const heard = { log: [], updated: [], completed: [], tools: 0, resources: 0, prompts: 0 };

async function check(name, body) {
  await body();
  passed += 1;
  console.log(`ok ${passed} - ${name}`);
}

async function until(what, condition) {
  for (let tries = 0; tries < 200 && !condition(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(condition(), `${what} did not arrive within two seconds`);
}

async function everyPage(list, member) {
  const all = [];
  let cursor;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    all.push(...page[member]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

const client = new Client(
  { name: "typescript-sdk-session", version: "1.0.0" },
  {
    capabilities: {
      roots: { listChanged: true },
      sampling: { tools: {} },
      elicitation: { form: {}, url: {} },
    },
  },
);

client.setRequestHandler(ListRootsRequestSchema, async () => {
  asked.roots += 1;
  return { roots: [{ uri: "file:///srv/books", name: "Books" }] };
});
client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  if (params.mode === "url") {
    asked.url += 1;
    return { action: "accept" };
  }
  asked.form += 1;
  const visit = "day" in params.requestedSchema.properties;
  const content = visit ? { day: "friday" } : { name: "Ada", branch: "north", newsletter: true };
  return { action: "accept", content };
});
client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
  asked.sampling += 1;
  const last = params.messages.at(-1);
  const blocks = Array.isArray(last.content) ? last.content : [last.content];
  if (params.tools && !blocks.some((block) => block.type === "tool_result")) {
    asked.toolTurns += 1;
    const input = { query: "sea" };
    const content = [{ type: "tool_use", id: "use-1", name: params.tools[0].name, input }];
    return { role: "assistant", model: "scripted", stopReason: "toolUse", content };
  }
  const content = { type: "text", text: "The Sea Atlas" };
  return { role: "assistant", model: "scripted", stopReason: "endTurn", content };
});
client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
  heard.log.push(params.level);
});
client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
  heard.updated.push(params.uri);
});
client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
  heard.completed.push(params.elicitationId);
});
client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
  heard.tools += 1;
});
client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
  heard.resources += 1;
});
client.setNotificationHandler(PromptListChangedNotificationSchema, () => {
  heard.prompts += 1;
});
// The SDK forgets a call's progress token as soon as it reads the answer, and hands notifications on a turn later: a step
// that came right before the answer reaches it as one of an unknown token.
const late = [];
const BROKEN = "broken on purpose";
client.onerror = (error) => {
  const step = /progress notification for an unknown token: (.*)/.exec(error.message);
  if (step) {
    late.push(JSON.parse(step[1]).params.progress);
    return;
  }
  if (error.message.includes(BROKEN)) {
    return;
  }
  console.error(error);
  process.exitCode = 1;
};

// Over HTTP the stream of the next answer breaks after its first message, if that is wanted; what follows was asked for
// with the id of the event that came last.
const web = { breakNext: false, broken: false, resumed: [] };
async function breaking(url, init) {
  const response = await fetch(url, init);
  const last = new Headers(init?.headers).get("last-event-id");
  if (last) {
    web.resumed.push(last);
  }
  const streams = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!web.breakNext || init?.method !== "POST" || !streams) {
    return response;
  }
  web.breakNext = false;
  const broken = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (new TextDecoder().decode(chunk).includes("data: {")) {
        web.broken = true;
        setTimeout(() => controller.error(new Error(BROKEN)), 5);
      }
    },
  });
  return new Response(response.body.pipeThrough(broken), response);
}
const overHttp = /^https?:/.test(command);
const transport = overHttp
  ? new StreamableHTTPClientTransport(new URL(command), { fetch: breaking })
  : new StdioClientTransport({ command, args, stderr: "inherit" });
await client.connect(transport);

let tools, resources, templates, prompts;
await check("the server introduces itself", () => {
  const { name, version } = client.getServerVersion();
  assert.ok(name && version);
  const declared = Object.keys(client.getServerCapabilities()).sort();
  assert.deepEqual(declared, ["completions", "logging", "prompts", "resources", "tasks", "tools"]);
});
await check("ping is answered", () => client.ping());
await check("every list is read page by page", async () => {
  tools = await everyPage((params) => client.listTools(params), "tools");
  resources = await everyPage((params) => client.listResources(params), "resources");
  templates = await everyPage((params) => client.listResourceTemplates(params), "resourceTemplates");
  prompts = await everyPage((params) => client.listPrompts(params), "prompts");
  const first = await client.listResources();
  assert.ok(first.resources.length < resources.length, "the list of resources has several pages");
});
await check("every resource is read", async () => {
  for (const { uri, mimeType } of resources) {
    const { contents } = await client.readResource({ uri });
    assert.equal(contents[0].uri, uri);
    assert.equal(contents[0].mimeType, mimeType);
  }
});
await check("every template serves a URI", async () => {
  for (const { uriTemplate } of templates) {
    const uri = uriTemplate.replace("{id}", "3").replace("{?query}", "?query=sea");
    const { contents } = await client.readResource({ uri });
    assert.equal(contents[0].uri, uri);
  }
});
await check("every prompt is got", async () => {
  for (const { name, arguments: declared } of prompts) {
    const given = Object.fromEntries((declared ?? []).map(({ name }) => [name, "3"]));
    const { messages } = await client.getPrompt({ name, arguments: given });
    assert.ok(messages.length > 0);
  }
});
await check("arguments are completed", async () => {
  const ref = { type: "ref/prompt", name: "summarise_book" };
  const style = await client.complete({ ref, argument: { name: "style", value: "s" } });
  assert.ok(style.completion.values.every((value) => value.startsWith("s")));
  assert.ok(style.completion.values.length > 0);
  const book = { type: "ref/resource", uri: "library://books/{id}" };
  const id = await client.complete({ ref: book, argument: { name: "id", value: "1" } });
  assert.ok(id.completion.values.includes("1"));
});
await check("the log level is set", () => client.setLoggingLevel("debug"));
await check("a subscription is taken", () =>
  client.subscribeResource({ uri: "library://books/3" }));

const progress = [];
const calls = {
  search_books: [{ query: "sea" }, (result) => assert.ok(result.structuredContent.total > 0)],
  get_book: [{ id: 3 }, (result) => assert.equal(result.structuredContent.id, 3)],
  preview_book: [
    { id: 3 },
    (result) => {
      const types = result.content.map(({ type }) => type);
      assert.deepEqual(types, ["text", "image", "audio", "resource_link", "resource"]);
    },
  ],
  lend_book: [{ id: 3, reader: "Ada" }, () => until("updated", () => heard.updated.includes("library://books/3"))],
  return_book: [{ id: 3 }, () => {}],
  remove_book: [{ id: 12 }, () => until("resources/list_changed", () => heard.resources > 0)],
  take_stock: [{ shelves: 3 }, () => until("progress", () => `${[...progress, ...late]}` === "1,2,3")],
  keep_diary: [{ entry: "rain" }, () => until("log", () => heard.log.length >= 8)],
  recommend_book: [{ mood: "calm" }, () => assert.ok(asked.sampling >= 2 && asked.toolTurns === 1)],
  register_reader: [{}, () => assert.equal(asked.form, 1)],
  pay_fine: [{ reader: "Ada" }, () => until("elicitation/complete", () => asked.url === 1 && heard.completed.length === 1)],
  read_archive: [{}, () => {}],
  find_folders: [{}, () => assert.equal(asked.roots, 1)],
  ring_bell: [{}, () => {}],
  open_office: [{}, () => until("list_changed", () => heard.tools > 0 && heard.prompts > 0)],
  audit_shelves: [{}, () => {}],
  plan_visit: [{}, (result) => assert.equal(result.content[0].text, "Come on friday; Maren is at the desk.")],
  print_record: [{ uri: "library://books/3" }, () => {}],
  count_pages: [{}, (result) => assert.match(result.content[0].text, /^\d+ pages in \d+ books\.$/)],
};
async function asTask(name, input) {
  const seen = [];
  const params = { name, arguments: input };
  for await (const message of client.experimental.tasks.callToolStream(params, undefined, { task: { ttl: 60000 } })) {
    seen.push(message.type === "taskStatus" ? message.task.status : message.type);
    if (message.type === "error") {
      throw message.error;
    }
    if (message.type === "result") {
      assert.deepEqual([...new Set(seen)].filter((one) => one !== "working"), ["taskCreated", "completed", "result"]);
      return message.result;
    }
  }
  throw new Error(`the task ended without a word: ${seen}`);
}
async function call(name) {
  const [input, judge] = calls[name];
  const onprogress = (update) => progress.push(update.progress);
  const needsTask = tools.some((tool) => tool.name === name && tool.execution?.taskSupport === "required");
  const result = needsTask
    ? await asTask(name, input)
    : await client.callTool({ name, arguments: input }, undefined, { onprogress });
  assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  await judge(result);
}
await check("a tool asks for a signature first", () =>
  assert.rejects(client.callTool({ name: "read_archive" }), { code: -32042 }));
for (const { name } of tools) {
  await check(`tool ${name}`, () => call(name));
}
await check("a tool that came later is listed and called", async () => {
  const later = await everyPage((params) => client.listTools(params), "tools");
  const fresh = later.filter(({ name }) => !tools.some((tool) => tool.name === name));
  assert.deepEqual(fresh.map(({ name }) => name), ["audit_shelves"]);
  await call("audit_shelves");
  assert.equal(later.length, Object.keys(calls).length, "every tool was called");
});
await check("faults are told apart", async () => {
  const unknownBook = await client.callTool({ name: "get_book", arguments: { id: 999 } });
  assert.equal(unknownBook.isError, true);
  const badArguments = await client.callTool({ name: "get_book", arguments: { id: "x" } });
  assert.equal(badArguments.isError, true);
  await assert.rejects(client.callTool({ name: "no_such_tool" }), { code: -32602 });
  await assert.rejects(client.readResource({ uri: "library://nowhere" }), { code: -32002 });
  await assert.rejects(client.getPrompt({ name: "no_such_prompt" }), { code: -32602 });
  await assert.rejects(client.listTools({ cursor: "bogus" }), { code: -32602 });
});
await check("a task is asked what it needs, listed, and cancelled", async () => {
  const { tasks } = client.experimental;
  const forms = asked.form;
  const visit = await asTaskWithInput("plan_visit");
  assert.equal(visit.content[0].text, "Come on friday; Maren is at the desk.");
  assert.equal(asked.form, forms + 1);
  const listed = await tasks.listTasks();
  assert.ok(listed.tasks.every(({ status }) => status === "completed") && listed.tasks.length > 1);
  await assert.rejects(tasks.cancelTask(listed.tasks[0].taskId), { code: -32602 });
  await assert.rejects(tasks.getTask("no-such-task"), { code: -32602 });
});
async function asTaskWithInput(name) {
  for await (const message of client.experimental.tasks.callToolStream({ name }, undefined, { task: {} })) {
    if (message.type === "result") {
      return message.result;
    }
    assert.notEqual(message.type, "error", message.error?.message);
  }
  throw new Error("the task ended without a word");
}
if (overHttp) {
  await check("a broken stream goes on where it broke", async () => {
    web.breakNext = true;
    const steps = [];
    const onprogress = (update) => steps.push(update.progress);
    const params = { name: "take_stock", arguments: { shelves: 60 } };
    const result = await client.callTool(params, undefined, { onprogress });
    assert.equal(result.content[0].text, "Counted 60 shelves.");
    assert.ok(web.broken && web.resumed.length >= 1, JSON.stringify(web));
    // The step right before the answer may come too late, as above; no other is lost, and none comes twice.
    assert.deepEqual(steps.slice(0, 59), Array.from({ length: 59 }, (_, at) => at + 1));
  });
}
await check("a call is cancelled and the session goes on", async () => {
  const stop = new AbortController();
  const params = { name: "take_stock", arguments: { shelves: 1000 } };
  const slow = client.callTool(params, undefined, { signal: stop.signal });
  setTimeout(() => stop.abort("enough"), 50);
  await assert.rejects(slow);
  await client.ping();
});
await check("the subscription ends", () =>
  client.unsubscribeResource({ uri: "library://books/3" }));
// The SDK goes on with every stream whose answer was an error, and tells of each that closing cuts short.
client.onerror = () => {};
if (overHttp) {
  await check("the session ends", () => transport.terminateSession());
}
await client.close();
console.log(`typescript: ${passed} passed, 0 failed`);
