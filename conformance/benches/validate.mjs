// Checks lists of tools, one a line, with ajv: node validate.mjs SCHEMA FILE.
import { createReadStream, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const Ajv = createRequire(new URL("../../fixtures/package.json", import.meta.url))("ajv/dist/2020.js");
const [schema, file] = process.argv.slice(2);
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(JSON.parse(readFileSync(schema, "utf8")), "mcp");
const fits = ajv.getSchema("mcp#/$defs/ListToolsResult");
let wrong = 0;
for await (const line of createInterface({ input: createReadStream(file) })) wrong += fits(JSON.parse(line)) ? 0 : 1;
process.exit(wrong > 0 ? 1 : 0);
