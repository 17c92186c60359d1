// An OpenID provider (npm's `oidc-provider`) on a thread of its own, with a clock and keys that the check sets.

import { createServer } from "node:http";
import { once } from "node:events";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { parentPort, workerData } from "node:worker_threads";

const { clients, people } = workerData;
let answer;
const server = createServer((request, response) => answer(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${server.address().port}`;
const now = Date.now;
console.warn = () => {};
console.info = () => {};

/** A provider with new keys, which knows nobody's sessions. */
async function provide() {
  const keys = await Promise.all(["RS256", "ES256"].map(async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    return { ...(await exportJWK(privateKey)), alg, use: "sig", kid: `${alg}-${Math.random()}` };
  }));
  const claims = (sub) => ({ sub, ...people[sub] });
  const provider = new Provider(issuer, {
    clients,
    jwks: { keys },
    claims: { openid: ["sub", "groups"], profile: ["name", "preferred_username"], email: ["email"] },
    cookies: { keys: ["a key of the checks"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => claims(sub) }),
    pkce: { required: () => true },
    ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AuthorizationCode: 60, AccessToken: 600, IdToken: 300 },
  });
  answer = provider.callback();
}

const orders = {
  rotate: provide,
  skew: ({ milliseconds }) => { Date.now = () => now() + milliseconds; },
  away: ({ isAway }) => { answer = isAway ? (request) => request.socket.destroy() : answer; return isAway ? undefined : provide(); },
};

await provide();
parentPort.on("message", async (order) => {
  await orders[order.name](order);
  parentPort.postMessage("done");
});
parentPort.postMessage(issuer);
