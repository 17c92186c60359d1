// The server for assistants before the conformance suite of its protocol: what applies to a server
// that offers tools alone. The suite sends no token, so a proxy adds one.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { join } from "node:path";

const base = process.env.WAYFARE_BASE;
const MODULES = join(import.meta.dirname ?? ".", "node_modules");
const SUITE = join(MODULES, "@modelcontextprotocol/conformance/dist/index.js");
const SCENARIOS = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2026-07-28": ["server-stateless", "tools-list", "http-header-validation", "dns-rebinding-protection"],
};
// They call tools that only a server made for the suite has.
const NEED_TOOLS_OF_THE_SUITE = new Set([
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
]);

/** Runs the suite. Returns the ids of the checks that passed, and of those that failed. */
async function run(parameters) {
  const output = await new Promise((resolve) => {
    const node = join(MODULES, ".bin/node");
    execFile(node, [SUITE, ...parameters], { timeout: 60_000 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  const ids = (outcome) => [...output.matchAll(new RegExp(`\\[([\\w-]+) *\\] \\S*${outcome}`, "g"))].map(([, id]) => id);
  return { passed: ids("SUCCESS"), failed: ids("FAILURE"), output };
}

const username = `assistant${Date.now()}`;
const account = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: "A", username }) };
const authorization = (await fetch(`${base}/api/v1/user`, account)).headers.get("authorization");
assert.ok(authorization);
const { hostname, port } = new URL(base);
const proxy = createServer((sent, answer) => {
  const headers = { ...sent.headers, authorization };
  const passed = request({ hostname, port, method: sent.method, path: sent.url, headers }, (reply) => {
    answer.writeHead(reply.statusCode, reply.headers);
    reply.pipe(answer);
  });
  sent.pipe(passed);
});
proxy.listen(0, "127.0.0.1");
await once(proxy, "listening");

const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  for (const scenario of scenarios) {
    const { passed, failed, output } = await run(["server", "--url", url, "--scenario", scenario, "--spec-version", revision]);
    const real = failed.filter((id) => !NEED_TOOLS_OF_THE_SUITE.has(id));
    assert.ok(passed.length > 0 && real.length === 0, `${revision} ${scenario}: ${real}\n${output}`);
    console.log(`ok: ${revision} ${scenario}: ${passed.length} checks`);
  }
}
const scenario = "authorization-server-metadata-endpoint";
const issuer = await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json();
assert.ok(issuer.issuer);
const { passed, failed, output } = await run(["authorization", "--url", base, "--scenario", scenario, "--spec-version", "2026-07-28"]);
assert.ok(passed.length > 0 && failed.length === 0, output);
console.log(`ok: ${scenario}: ${passed.length} checks`);
proxy.close();
