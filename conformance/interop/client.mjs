// A short session of the official TypeScript client with any server over stdio: what is declared is listed, and tools that say
// that they only read are called.
// Usage: node client.mjs COMMAND [ARGUMENTS…]
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const here = createRequire(new URL("../reference-server/tests/sdk/package.json", import.meta.url));
const sdk = (path) => import(pathToFileURL(here.resolve(`@modelcontextprotocol/sdk/${path}`)).href);
const { Client } = await sdk("client/index.js");
const { StdioClientTransport } = await sdk("client/stdio.js");

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "typescript-sdk-session", version: "1.0.0" });
client.onerror = (error) => {
  console.error(error);
  process.exitCode = 1;
};

await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const { tools, resources, prompts } = client.getServerCapabilities();
await client.ping();
const listed = tools ? (await client.listTools()).tools : [];
if (resources) await client.listResources();
if (prompts) await client.listPrompts();
for (const { name, annotations } of listed.filter(({ annotations }) => annotations?.readOnlyHint)) {
  await client.callTool({ name, arguments: { timezone: "UTC" } });
}
console.log(`typescript: ${listed.length} tools listed`);
await client.close();
