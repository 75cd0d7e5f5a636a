#!/usr/bin/env python3
"""Installs real servers in pinned versions, judges each, and compares with its baseline.

    run.py [--light] [--bless] [NAME...]

Servers and their state go to $MCP_INTEROP (default: target/interop), reports too. --light takes only the servers marked
so; --bless writes the baselines anew. Exit status: 0 where every server is as its baseline says.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HOME = pathlib.Path(os.environ.get("MCP_INTEROP", ROOT / "target" / "interop"))
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SUITE = os.environ.get("MCP_CONFORMANCE", str(TARGET / "debug" / "mcp-conformance"))
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
            sys.exit(f"could not install {server['name']}; see {log}")
    done.write_text(said)


def judge(server, transport, bless):
    command = expanded(server["start"][transport])
    leading = re.match(r"(?:[A-Z_]+=\S+ )*", command).group()
    name = f"{server['name']}-{transport}"
    baseline = HERE / "baselines" / f"{name}.json"
    words = [SUITE, "test", "--quiet", "--strict", "--baseline", str(baseline)]
    words += ["--report", f"json={HOME / name}.json", "--report", f"transcript={HOME / name}.jsonl"]
    words += ["--write-baseline"] if bless else []
    words += [word for variable in leading.split() for word in ("--env", variable)]
    words += ["--url", server["url"]] if transport == "http" else []
    run = subprocess.run(words + ["--"] + shlex.split(command[len(leading):]), capture_output=True, text=True)
    tally = run.stdout.strip().splitlines()[-1:] or run.stderr.strip().splitlines()[-1:]
    print(f"{'ok  ' if run.returncode == 0 else 'FAIL'} {name}: {' '.join(tally)}", flush=True)
    if run.returncode:
        print(run.stdout + run.stderr, flush=True)
    return run.returncode == 0


def main():
    flags = {word for word in sys.argv[1:] if word.startswith("--")}
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    servers = json.loads((HERE / "servers.json").read_text())
    unknown = set(names) - {server["name"] for server in servers}
    if unknown or flags - {"--light", "--bless"}:
        sys.exit(__doc__)
    chosen = [s for s in servers if (not names or s["name"] in names) and (s["light"] or "--light" not in flags)]
    (HERE / "baselines").mkdir(exist_ok=True)
    as_expected = True
    for server in chosen:
        install(server)
        for transport in server["start"]:
            fresh_state()
            as_expected &= judge(server, transport, "--bless" in flags)
    sys.exit(0 if as_expected else 1)


main()
