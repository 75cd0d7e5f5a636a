"""A session of the official Python SDK with the reference server: everything is listed, everything is called, one tool
as a task, and sampling, elicitation and roots are answered. Over HTTP a broken stream is gone on with.
Usage: python client.py COMMAND [ARGUMENTS…], or python client.py URL
"""

import asyncio
import sys
from collections import Counter
from datetime import timedelta

import httpx
from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from pydantic import AnyUrl

asked = Counter()
heard = Counter()
updated = []
passed = 0


def check(name):
    global passed
    passed += 1
    print(f"ok {passed} - {name}")


async def until(what, condition):
    for _ in range(200):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{what} did not arrive within two seconds")


async def on_roots(context):
    asked["roots"] += 1
    return types.ListRootsResult(roots=[types.Root(uri="file:///srv/books", name="Books")])


async def on_elicit(context, params):
    mode = getattr(params, "mode", "form")
    asked[mode] += 1
    if mode == "url":
        return types.ElicitResult(action="accept")
    visit = "day" in params.requestedSchema["properties"]
    content = {"day": "friday"} if visit else {"name": "Ada", "branch": "north", "newsletter": True}
    return types.ElicitResult(action="accept", content=content)


async def on_sample(context, params):
    asked["sampling"] += 1
    last = params.messages[-1].content
    blocks = last if isinstance(last, list) else [last]
    if params.tools and not any(block.type == "tool_result" for block in blocks):
        asked["tool turns"] += 1
        use = types.ToolUseContent(
            type="tool_use", id="use-1", name=params.tools[0].name, input={"query": "sea"}
        )
        return types.CreateMessageResultWithTools(
            role="assistant", model="scripted", stopReason="toolUse", content=[use]
        )
    text = types.TextContent(type="text", text="The Sea Atlas")
    return types.CreateMessageResult(
        role="assistant", model="scripted", stopReason="endTurn", content=text
    )


async def on_log(params):
    heard["log"] += 1


async def on_message(message):
    assert not isinstance(message, Exception), message
    if isinstance(message, types.ServerNotification):
        heard[message.root.method] += 1
        if message.root.method == "notifications/resources/updated":
            updated.append(str(message.root.params.uri))


async def every_page(fetch, member):
    everything, cursor = [], None
    while True:
        params = types.PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        page = await fetch(params=params)
        everything += getattr(page, member)
        cursor = page.nextCursor
        if cursor is None:
            return everything


async def refused(request, code):
    try:
        await request
    except McpError as error:
        assert error.error.code == code, error
    else:
        raise AssertionError(f"expected error {code}")


CALLS = {
    "search_books": {"query": "sea"},
    "get_book": {"id": 3},
    "preview_book": {"id": 3},
    "lend_book": {"id": 3, "reader": "Ada"},
    "return_book": {"id": 3},
    "remove_book": {"id": 12},
    "take_stock": {"shelves": 3},
    "keep_diary": {"entry": "rain"},
    "recommend_book": {"mood": "calm"},
    "register_reader": {},
    "pay_fine": {"reader": "Ada"},
    "read_archive": {},
    "find_folders": {},
    "ring_bell": {},
    "open_office": {},
    "audit_shelves": {},
    "plan_visit": {},
    "print_record": {"uri": "library://books/3"},
    "count_pages": {},
}


async def as_task(session, name, arguments):
    created = await session.experimental.call_tool_as_task(name, arguments, ttl=60000)
    task_id = created.task.taskId
    assert created.task.status == "working" and created.task.ttl == 60000, created
    async for status in session.experimental.poll_task(task_id):
        assert status.status in ("working", "input_required", "completed"), status
        if status.status == "input_required":
            break
    result = await session.experimental.get_task_result(task_id, types.CallToolResult)
    assert (await session.experimental.get_task(task_id)).status == "completed"
    assert result.meta["io.modelcontextprotocol/related-task"] == {"taskId": task_id}
    return result


async def call(session, name):
    if name == "count_pages":
        assert not (await as_task(session, name, {})).isError
        return check(f"tool {name} as a task")
    steps = []

    async def on_progress(progress, total, message):
        steps.append(progress)

    result = await session.call_tool(name, CALLS[name], progress_callback=on_progress)
    assert not result.isError, (name, result.content)
    if name == "take_stock":
        assert len(steps) >= 3 and steps == sorted(set(steps)), steps
    if name == "preview_book":
        types_seen = [block.type for block in result.content]
        assert types_seen == ["text", "image", "audio", "resource_link", "resource"], types_seen
    if name in ("search_books", "get_book"):
        assert result.structuredContent
    check(f"tool {name}")


async def converse(session):
    hello = await session.initialize()
    assert hello.serverInfo.name and hello.protocolVersion == "2025-11-25"
    check("the server introduces itself")
    await session.send_ping()
    check("ping is answered")

    tools = await every_page(session.list_tools, "tools")
    resources = await every_page(session.list_resources, "resources")
    templates = await every_page(session.list_resource_templates, "resourceTemplates")
    prompts = await every_page(session.list_prompts, "prompts")
    assert len((await session.list_resources()).resources) < len(resources)
    check("every list is read page by page")

    for resource in resources:
        contents = (await session.read_resource(resource.uri)).contents
        assert contents[0].uri == resource.uri and contents[0].mimeType == resource.mimeType
    check("every resource is read")
    for template in templates:
        uri = template.uriTemplate.replace("{id}", "3").replace("{?query}", "?query=sea")
        assert (await session.read_resource(AnyUrl(uri))).contents
    check("every template serves a URI")
    for prompt in prompts:
        arguments = {argument.name: "3" for argument in prompt.arguments or []}
        assert (await session.get_prompt(prompt.name, arguments)).messages
    check("every prompt is got")

    ref = types.PromptReference(type="ref/prompt", name="summarise_book")
    style = await session.complete(ref, {"name": "style", "value": "s"})
    assert style.completion.values and all(v.startswith("s") for v in style.completion.values)
    book = types.ResourceTemplateReference(type="ref/resource", uri="library://books/{id}")
    assert "1" in (await session.complete(book, {"name": "id", "value": "1"})).completion.values
    check("arguments are completed")
    await session.set_logging_level("debug")
    check("the log level is set")
    await session.subscribe_resource(AnyUrl("library://books/3"))
    check("a subscription is taken")

    await refused(session.call_tool("read_archive", {}), -32042)
    check("a tool asks for a signature first")
    for tool in tools:
        await call(session, tool.name)
    later = await every_page(session.list_tools, "tools")
    fresh = {tool.name for tool in later} - {tool.name for tool in tools}
    assert fresh == {"audit_shelves"} and len(later) == len(CALLS), fresh
    await call(session, "audit_shelves")

    assert asked["roots"] == 1 and asked["form"] == 2 and asked["url"] == 1, asked
    assert asked["sampling"] >= 2 and asked["tool turns"] == 1, asked
    check("sampling, elicitation and roots were answered")
    await until("a log message of every level", lambda: heard["log"] >= 8)
    await until("updated", lambda: "library://books/3" in updated)
    for method in ("tools/list_changed", "resources/list_changed", "prompts/list_changed", "elicitation/complete"):
        await until(method, lambda: heard[f"notifications/{method}"] > 0)
    check("every notification arrived")

    assert (await session.call_tool("get_book", {"id": 999})).isError
    assert (await session.call_tool("get_book", {"id": "x"})).isError
    await refused(session.call_tool("no_such_tool", {}), -32602)
    await refused(session.read_resource(AnyUrl("library://nowhere")), -32002)
    await refused(session.get_prompt("no_such_prompt"), -32602)
    bogus = types.PaginatedRequestParams(cursor="bogus")
    await refused(session.list_tools(params=bogus), -32602)
    check("faults are told apart")
    await session.unsubscribe_resource(AnyUrl("library://books/3"))
    check("the subscription ends")

    visit = await as_task(session, "plan_visit", {})
    assert visit.content[0].text == "Come on friday; Maren is at the desk.", visit
    listed = (await session.experimental.list_tasks()).tasks
    assert len(listed) == 2 and all(task.status == "completed" for task in listed), listed
    await refused(session.experimental.cancel_task(listed[0].taskId), -32602)
    await refused(session.experimental.get_task("no-such-task"), -32602)
    check("a task is asked what it needs, listed, and not cancelled after its end")


class Breaking(httpx.AsyncHTTPTransport):
    """Breaks the stream of the next answer after its first message, if that is wanted."""

    break_next = False
    broken = 0
    resumed = 0

    async def handle_async_request(self, request):
        self.resumed += "last-event-id" in request.headers
        response = await super().handle_async_request(request)
        streams = response.headers.get("content-type", "").startswith("text/event-stream")
        if self.break_next and request.method == "POST" and streams:
            self.break_next = False
            response.stream = Broken(response.stream, self)
        return response


class Broken(httpx.AsyncByteStream):
    def __init__(self, stream, owner):
        self.stream, self.owner = stream, owner

    async def __aiter__(self):
        async for chunk in self.stream:
            yield chunk
            if b"data: {" in chunk:
                self.owner.broken += 1
                raise httpx.ReadError("broken on purpose")

    async def aclose(self):
        await self.stream.aclose()


async def go_on(session, transport):
    steps = []

    async def on_progress(progress, total, message):
        steps.append(progress)

    transport.break_next = True
    result = await session.call_tool("take_stock", {"shelves": 60}, progress_callback=on_progress)
    assert result.content[0].text == "Counted 60 shelves.", result
    assert transport.broken == 1 and transport.resumed >= 1, vars(transport)
    # The step right before the answer may come too late; no other is lost, and none comes twice.
    assert steps[:59] == list(range(1, 60)), steps
    check("a broken stream goes on where it broke")


async def over_http(url):
    transport = Breaking()
    async with httpx.AsyncClient(transport=transport, timeout=20) as client:
        async with streamable_http_client(url, http_client=client) as (read, write, _):
            async with session_of(read, write) as session:
                await converse(session)
                await go_on(session, transport)


async def over_stdio(command, args):
    server = StdioServerParameters(command=command, args=args)
    async with stdio_client(server) as (read, write):
        async with session_of(read, write) as session:
            await converse(session)


def session_of(read, write):
    return ClientSession(
        read,
        write,
        read_timeout_seconds=timedelta(seconds=20),
        sampling_callback=on_sample,
        sampling_capabilities=types.SamplingCapability(tools=types.SamplingToolsCapability()),
        elicitation_callback=on_elicit,
        list_roots_callback=on_roots,
        logging_callback=on_log,
        message_handler=on_message,
    )


async def main():
    target, *args = sys.argv[1:]
    if target.startswith("http"):
        await over_http(target)
    else:
        await over_stdio(target, args)
    print(f"python: {passed} passed, 0 failed")


asyncio.run(main())
