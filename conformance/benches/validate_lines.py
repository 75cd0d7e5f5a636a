"""Checks lists of tools, one a line, with jsonschema: python validate_lines.py SCHEMA FILE."""
import json, pathlib, sys
from jsonschema import Draft202012Validator

schema = json.loads(pathlib.Path(sys.argv[1]).read_bytes())
fits = Draft202012Validator({**schema, "$ref": "#/$defs/ListToolsResult"}).is_valid
with open(sys.argv[2], "rb") as lines:
    sys.exit(not all([fits(json.loads(line)) for line in lines]))
