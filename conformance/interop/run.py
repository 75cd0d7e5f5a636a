#!/usr/bin/env python3
"""Installs real servers in pinned versions, judges each over each of its transports, and compares with its baseline.

    run.py [--light] [--bless] [NAME...]

Servers, their state and their reports go to $MCP_INTEROP (default: target/interop). --light takes only the servers marked
so. --bless writes the baselines, `results.json` and the pictures anew. Exit status: 0 where every server is as its baseline
says. A rule that servers.json lists as unstable may break or not: the server itself is of two minds.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import picture

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HOME = pathlib.Path(os.environ.get("MCP_INTEROP", ROOT / "target" / "interop"))
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SUITE = os.environ.get("MCP_CONFORMANCE", str(TARGET / "debug" / "mcp-conformance"))
SERVERS = json.loads((HERE / "servers.json").read_text())
KUBECONFIG = """apiVersion: v1
kind: Config
clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
users: [{name: nobody, user: {token: none}}]
contexts: [{name: none, context: {cluster: none, user: nobody}}]
current-context: none
"""


def expanded(text):
    return text.replace("$SERVERS", str(HOME)).replace("$OWN", str(HERE / "own"))


def fresh_state():
    """What a server writes in one run must not meet the next."""
    data = HOME / "data"
    shutil.rmtree(data, ignore_errors=True)
    for folder in ("fs", "ws", "repo"):
        (data / folder).mkdir(parents=True)
    (data / "fs" / "hello.txt").write_text("hello\n")
    (data / "kubeconfig").write_text(KUBECONFIG)
    git = ["git", "-C", str(data / "repo"), "-c", "user.name=n", "-c", "user.email=n@example.com"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run(git + words, check=True)


def install(server):
    (HOME / "npm").mkdir(parents=True, exist_ok=True)
    done = HOME / f"{server['name']}.installed"
    said = expanded(server["install"])
    if done.exists() and done.read_text() == said:
        return
    log = HOME / f"{server['name']}.install.log"
    with log.open("w") as out:
        if subprocess.run(["bash", "-c", said], stdout=out, stderr=out).returncode:
            sys.exit(f"could not install {server['name']}:\n{log.read_text()[-2000:]}")
    done.write_text(said)


def command(server, transport):
    """The words of the command, and its variables as NAME=VALUE."""
    text = expanded(server["start"][transport])
    leading = re.match(r"(?:[A-Z_]+=\S+ )*", text).group()
    return shlex.split(text[len(leading):]), leading.split()


def judge(server, transport):
    """The report of one run, or none where the suite could not judge."""
    name = f"{server['name']}-{transport}"
    report = HOME / f"{name}.json"
    report.unlink(missing_ok=True)
    start, variables = command(server, transport)
    words = [SUITE, "test", "--quiet", "--report", f"json={report}", "--report", f"transcript={HOME / name}.jsonl"]
    words += [word for variable in variables for word in ("--env", variable)]
    words += ["--url", server["url"]] if transport == "http" else []
    begin = time.monotonic()
    run = subprocess.run(words + ["--"] + start, capture_output=True, text=True)
    if not report.exists():
        print(f"FAIL {name}: could not judge\n{run.stdout}{run.stderr}", flush=True)
        return None
    return json.loads(report.read_text()) | {"seconds": round(time.monotonic() - begin, 1)}


def verdicts(report, verdict):
    return {rule["id"]: rule for rule in report["rules"] + report["robustness"] if rule["verdict"] == verdict}


def argued(server):
    """The rules whose breach findings.md argues to be the server's."""
    of_it = (HERE / "findings.md").read_text().split(f"\n## {server['name']}\n")[1].split("\n## ")[0]
    return {line.split("`")[1] for line in of_it.splitlines() if line.startswith("- `")}


def compare(server, transport, report):
    """What is other than the baseline says, or not argued."""
    baseline = HERE / "baselines" / f"{server['name']}-{transport}.json"
    expected = json.loads(baseline.read_text())["broken"] if baseline.exists() else {}
    unstable = server.get("unstable", {})
    broken = {id: rule["why"] for id, rule in verdicts(report, "broken").items()}
    fresh = [f"{id} breaks: {why}" for id, why in broken.items() if id not in expected and id not in unstable]
    stale = [f"{id} does not break any more" for id in expected if id not in broken]
    unargued = [f"findings.md does not argue {id}" for id in sorted({*expected, *unstable} - argued(server))]
    return fresh + stale + unargued


def in_short(why):
    """The first thing that is wrong, without counts, which differ from run to run."""
    return re.sub(r" \(\d+ times\)", "", why).split("; ")[0]


def bless(server, transport, report):
    unstable = server.get("unstable", {})
    baseline = HERE / "baselines" / f"{server['name']}-{transport}.json"
    baseline.parent.mkdir(exist_ok=True)
    before = json.loads(baseline.read_text())["broken"] if baseline.exists() else {}
    shown = verdicts(report, "broken").items()
    broken = {id: before.get(id, in_short(rule["why"])) for id, rule in shown if id not in unstable}
    baseline.write_text(json.dumps({"broken": dict(sorted(broken.items()))}, indent=2, ensure_ascii=False) + "\n")
    picture.keep(server, transport, report)


def main():
    flags = {word for word in sys.argv[1:] if word.startswith("--")}
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    if set(names) - {server["name"] for server in SERVERS} or flags - {"--light", "--bless"}:
        sys.exit(__doc__)
    chosen = [s for s in SERVERS if (not names or s["name"] in names) and (s["light"] or "--light" not in flags)]
    as_expected = True
    for server in chosen:
        install(server)
        for transport in server["start"]:
            fresh_state()
            report = judge(server, transport)
            if report is not None and "--bless" in flags:
                bless(server, transport, report)
            faults = ["no report"] if report is None else compare(server, transport, report)
            as_expected &= not faults
            word = f"{report['seconds']} s" if report else ""
            print(f"{'FAIL' if faults else 'ok  '} {server['name']}-{transport} {word}", *faults, sep="\n       ", flush=True)
    if "--bless" in flags:
        picture.draw()
    sys.exit(0 if as_expected else 1)


if __name__ == "__main__":
    main()
