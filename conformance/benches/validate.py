#!/usr/bin/env python3
"""`mcp-conformance validate` beside Python's jsonschema and ajv: whole processes, one file, in turns.

    conformance/benches/validate.py [LISTS]

Builds the program as it is released, installs the validators that `fixtures/` pins, writes LISTS (50) lists of 1,000 tools,
one a line, and prints how many times longer the others take. What counts is the processor's time of each process.
"""

import json, os, pathlib, re, statistics, subprocess, sys, tempfile, time, venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIXTURES = ROOT / "fixtures"
SCHEMA = ROOT / "spec-snapshots/2025-11-25/schema.json"
WORDS = "the given item of a workspace and returns its latest state with every field that changed".split()
ROUNDS = {"mcp-conformance": 5, "ajv": 5, "jsonschema": 1}


def sentence(seed, words):
    return " ".join(WORDS[(seed * 7 + n * n + n * 3) % len(WORDS)] for n in range(words)) + "."


def properties(seed, count):
    kinds = [{"type": "string", "minLength": 1}, {"type": "integer", "minimum": 0}, {"type": "array", "items": {"type": "string"}}]
    return {f"field_{n}": {**kinds[(seed + n) % 3], "description": sentence(seed + n, 8)} for n in range(count)}


def tool(n):
    return {
        "name": f"search_item_{n}",
        "title": "search an item",
        "description": sentence(n, 30) + '\n\nUse "item" ids only.',
        "icons": [{"src": f"https://cdn.example.com/icons/item-{n}.png", "mimeType": "image/png", "sizes": ["48x48", "96x96"]}],
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": properties(n, 5),
            "required": ["field_0", "field_1"],
            "additionalProperties": False,
        },
        "execution": {"taskSupport": "optional"},
        "outputSchema": {"type": "object", "properties": properties(n + 1, 2), "required": ["field_0"]},
        "annotations": {"title": "search", "readOnlyHint": n % 2 == 0, "destructiveHint": False, "openWorldHint": False},
        "_meta": {"com.example/owner": f"team-{n % 40}"},
    }


def a_list(number, broken=False):
    tools = [tool(number * 1000 + n) for n in range(1000)]
    if broken:
        tools[-1]["inputSchema"]["type"] = "array"
    return json.dumps({"tools": tools, "nextCursor": "page-2"}, separators=(",", ":"), ensure_ascii=False) + "\n"


def written(path, lines):
    with open(path, "w") as file:
        file.writelines(lines)
    return path


def install():
    target = json.loads(subprocess.check_output(["cargo", "metadata", "--no-deps", "--format-version=1"], cwd=ROOT))["target_directory"]
    subprocess.check_call(["cargo", "build", "--release", "--quiet", "-p", "mcp-conformance"], cwd=ROOT)
    python = FIXTURES / ".venv/bin/python"
    if not python.exists():
        venv.create(FIXTURES / ".venv", with_pip=True)
    packages = ["--quiet", "--disable-pip-version-check", "--requirement", FIXTURES / "requirements.txt"]
    subprocess.check_call([python, "-m", "pip", "install", *packages])
    subprocess.check_call(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=FIXTURES, stdout=subprocess.DEVNULL)
    return {
        "mcp-conformance": [f"{target}/release/mcp-conformance", "validate", "--quiet", "--as", "ListToolsResult"],
        "ajv": ["node", HERE / "validate.mjs", SCHEMA],
        "jsonschema": [python, HERE / "validate_lines.py", SCHEMA],
    }


def run(command, path):
    """Seconds of work, and the exit status."""
    process = subprocess.Popen([*command, path], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, os.waitstatus_to_exitcode(status)


def most_memory(command, path):
    """The most MiB held, as Linux tells it; what `wait4` tells begins with the memory of this process."""
    process = subprocess.Popen([*command, path], stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
        most = max(most, int(found[1]) / 1024 if found else 0)
        time.sleep(0.002)
    return most


def measure(commands, path):
    seconds = {name: [] for name in commands}
    for turn in range(max(ROUNDS.values())):
        for name in (name for name in commands if turn < ROUNDS[name]):
            worked, status = run(commands[name], path)
            assert status == 0, f"{name} refuses the lists"
            seconds[name].append(worked)
    return {name: statistics.median(times) for name, times in seconds.items()}


def main():
    lists = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    commands = install()
    with tempfile.TemporaryDirectory() as folder:
        write = lambda name, lines: written(pathlib.Path(folder, name), lines)
        broken = write("broken.jsonl", [a_list(0, broken=True)])
        for name, command in commands.items():
            assert run(command, broken)[1] == 1, f"{name} takes what is broken"
        path = write("lists.jsonl", map(a_list, range(lists)))
        seconds = measure(commands, path)
        ours = seconds["mcp-conformance"]
        print(f"{lists} lists of 1,000 tools, {path.stat().st_size / 1e6:.0f} MB\n")
        print("| | seconds | times as long |\n|---|--:|--:|")
        for name, worked in seconds.items():
            print(f"| {name} | {worked:.2f} | {worked / ours:.1f} |")
        few = most_memory(commands["mcp-conformance"], write("few.jsonl", map(a_list, range(5))))
        many = most_memory(commands["mcp-conformance"], path)
        print(f"\nmcp-conformance holds {few:.0f} MiB at most for 5 lists, {many:.0f} MiB for {lists}.")
        assert many < 1.2 * few, "the memory grows with the lines"


main()
