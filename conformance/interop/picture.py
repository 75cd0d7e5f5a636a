#!/usr/bin/env python3
"""Draws docs/interop.svg and the tables of docs/interop.md and README.md from results.json and comparison.json.

    picture.py [--check]

With --check nothing is written, and the exit status says whether what is there is up to date.
"""

import html
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULTS = HERE / "results.json"
COMPARISON = HERE / "comparison.json"
SERVERS = json.loads((HERE / "servers.json").read_text())
# Columns of the picture, each with the areas of rules that it sums up.
COLUMNS = {
    "messages": ["jsonrpc", "ping", "cancellation", "progress", "pagination", "meta"],
    "lifecycle": ["lifecycle", "implementation"],
    "transport": ["stdio", "http", "security", "authorization"],
    "tools": ["tools", "annotations", "schema-dialect"],
    "resources": ["resources", "templates"],
    "prompts": ["prompts"],
    "content": ["content", "icons"],
    "completion": ["completion"],
    "logging": ["logging"],
    "of the client": ["roots", "sampling", "elicitation"],
    "tasks": ["tasks"],
}
KINDS = {
    "held": ("#3a8f5f", "held"),
    "must": ("#c0392b", "broken"),
    "should": ("#e0a030", "advice"),
    "robustness": ("#7d6fb0", "robustness"),
    "not-exercised": ("#d9dde1", "not exercised"),
}


def kind(rule):
    return rule["level"] if rule["verdict"] == "broken" else rule["verdict"]


def keep(server, transport, report):
    """Remembers the counts of one run."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    column = {area: name for name, areas in COLUMNS.items() for area in areas}
    cells = {name: dict.fromkeys(KINDS, 0) for name in COLUMNS}
    for rule in report["rules"] + report["robustness"]:
        if rule["binds"] == "server" and rule["verdict"] != "not-applicable":
            cells[column[rule["id"].split("/")[0]]][kind(rule)] += 1
    name = f"{server['name']}-{transport}"
    results[name] = {"revision": report["server"]["revision"], "seconds": report["seconds"], "cells": cells}
    order = [f"{one['name']}-{kind}" for one in SERVERS for kind in one["start"]]
    results = {name: results[name] for name in order if name in results}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")


def total(result):
    return {kind: sum(cell[kind] for cell in result["cells"].values()) for kind in KINDS}


def table(results):
    """One row per run; a cell is what held, what broke (any level), what was not exercised."""
    lines = ["| server | over | " + " | ".join(COLUMNS) + " |", "|---|---|" + "---|" * len(COLUMNS)]
    for name, result in results.items():
        server, transport = name.rsplit("-", 1)
        cells = [cell(result["cells"][column]) for column in COLUMNS]
        lines.append(f"| {server} | {transport} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def cell(counts):
    broken = counts["must"] + counts["should"] + counts["robustness"]
    if not any(counts.values()):
        return ""
    return f"{counts['held']} · {f'**{broken}**' if broken else 0} · {counts['not-exercised']}"


def totals(results):
    about = {server["name"]: server for server in SERVERS}
    lines = ["| server | SDK | over | revision | held | broken | advice | robustness | not exercised | seconds |"]
    lines.append("|---|---|---|---|---|---|---|---|---|---|")
    for name, result in results.items():
        server, transport = name.rsplit("-", 1)
        package = f"{about[server]['package']} {about[server]['version']}"
        counts = " | ".join(str(count) for count in total(result).values())
        words = [package, about[server]["sdk"], transport, result["revision"], counts, str(result["seconds"])]
        lines.append("| " + " | ".join(words) + " |")
    return "\n".join(lines)


def short(results):
    sums = [total(result) for result in results.values()]
    judged = len({name.rsplit("-", 1)[0] for name in results})
    languages = sorted({server["language"] for server in SERVERS})
    conform = sum(one["must"] == 0 for one in sums)
    text = f"{judged} servers in {', '.join(languages)}, over stdio and Streamable HTTP, {len(results)} runs: "
    text += f"{sum(one['held'] for one in sums)} verdicts held, {sum(one['must'] for one in sums)} broken, "
    text += f"{sum(one['should'] for one in sums)} advice; {conform} runs broke no must. "
    text += "[Every server, every fault, and a comparison with the official suite](docs/interop.md)."
    return f"{text}\n\n![What {judged} servers keep to, by area](docs/interop.svg)"


def compared(comparison):
    lines = ["| server | suite | occasions | faults | false alarms | seconds | peak memory |", "|---|---|---|---|---|---|---|"]
    for name, sides in comparison.items():
        for suite, side in sides.items():
            words = [name, suite, *(str(side[key]) for key in ("occasions", "faults", "false alarms", "seconds"))]
            lines.append("| " + " | ".join(words) + f" | {side['megabytes']} MB |")
    return "\n".join(lines)


WIDTH, ROW, LEFT, TOP = 72, 20, 190, 54


def svg(results):
    width, height = LEFT + WIDTH * len(COLUMNS) + 10, TOP + ROW * len(results) + 10
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
        "<title>What real servers keep to, by area</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for at, (colour, word) in enumerate(KINDS.values()):
        x = LEFT + at * 110
        out.append(f'<rect x="{x}" y="8" width="12" height="12" fill="{colour}"/><text x="{x + 17}" y="18">{word}</text>')
    for at, name in enumerate(COLUMNS):
        out.append(f'<text x="{LEFT + at * WIDTH}" y="{TOP - 8}">{name}</text>')
    for row, (name, result) in enumerate(results.items()):
        y = TOP + row * ROW
        out.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{html.escape(name)}</text>')
        for at, column in enumerate(COLUMNS):
            out += bar(LEFT + at * WIDTH, y, name, column, result["cells"][column])
    return "\n".join([*out, "</svg>"]) + "\n"


def bar(x, y, name, column, counts):
    whole = sum(counts.values())
    if not whole:
        return []
    said = ", ".join(f"{counts[kind]} {word}" for kind, (_, word) in KINDS.items() if counts[kind])
    parts = [f"<g><title>{html.escape(f'{name}, {column}: {said}')}</title>"]
    for kind, (colour, _) in KINDS.items():
        long = (WIDTH - 8) * counts[kind] / whole
        if long:
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{long:.1f}" height="14" fill="{colour}"/>')
        x += long
    return ["".join(parts) + "</g>"]


def between(path, mark, text):
    """The file with what stands between two marks put anew."""
    whole = path.read_text()
    start, end = f"<!-- {mark} -->\n", f"\n<!-- /{mark} -->"
    head, rest = whole.split(start)
    return head + start + text + end + rest.split(end)[1]


def drawn():
    results, comparison = json.loads(RESULTS.read_text()), json.loads(COMPARISON.read_text())
    page, readme = ROOT / "docs" / "interop.md", ROOT / "README.md"
    files = {ROOT / "docs" / "interop.svg": svg(results), readme: between(readme, "interop", short(results))}
    text = page
    for mark, part in {"totals": totals(results), "areas": table(results), "comparison": compared(comparison)}.items():
        files[page] = between(text, mark, part)
        text = Page(files[page])
    return files


class Page(str):
    """Text that is read like a file."""

    def read_text(self):
        return str(self)


def draw():
    for path, text in drawn().items():
        path.write_text(text)


def check():
    stale = [str(path.relative_to(ROOT)) for path, text in drawn().items() if path.read_text() != text]
    sys.exit(f"stale, run conformance/interop/picture.py: {', '.join(stale)}" if stale else 0)


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else draw()
