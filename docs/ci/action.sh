#!/usr/bin/env bash
# What action.yml runs, with its inputs in the environment; any other CI may call it the same way.
set -euo pipefail
summary="${GITHUB_STEP_SUMMARY:-/dev/null}"
report="$(mktemp)"
words=(--report "markdown=$report")
# The options are words for a shell, quotes and all.
eval "words+=(${MCP_ARGS:-})"
[ -z "${MCP_BASELINE:-}" ] || words+=(--baseline "$MCP_BASELINE")
[ -z "${MCP_JUNIT:-}" ] || words+=(--report "junit=$MCP_JUNIT")
[ -z "${MCP_SARIF:-}" ] || words+=(--report "sarif=$MCP_SARIF")
[ -z "${MCP_URL:-}" ] || words+=(--url "$MCP_URL")
if [ -n "${MCP_COMMAND:-}" ]; then
    words+=(-- bash -c "exec $MCP_COMMAND")
elif [ -z "${MCP_URL:-}" ]; then
    echo "name the server: \`command\`, \`url\`, or both" >&2
    exit 2
fi
status=0
mcp-conformance test "${words[@]}" || status=$?
cat "$report" >>"$summary"
exit "$status"
