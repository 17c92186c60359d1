// Signing in at a certified OpenID provider: on pages, and by ID tokens at the token route.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, createHmac, createPublicKey, randomBytes } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const client = { client_id: "wayfare", client_secret: "a secret & more" };
const other = { client_id: "another", client_secret: "another secret" };
/** Where programs get their codes: nothing listens there. */
const PROGRAM = "http://127.0.0.1:1/code";
/** What the provider's own page asks for. */
const FONTS = "https://fonts.googleapis.com";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const people = {
  ada: { name: "Ada Lovelace", preferred_username: "ada", email: "ada@example.org", groups: ["travellers"] },
  ben: { name: "Ben", preferred_username: "ada", email: "ada@example.org", groups: ["travellers"] },
  cleo: { name: "Cleo", preferred_username: "cleo", email: "cleo@example.org", groups: ["travellers"] },
  eve: { name: "Eve", preferred_username: "eve", email: "eve@example.org", groups: ["travellers"] },
  dan: { name: "Dan", preferred_username: "dan", email: "dan@example.org", groups: ["staff"] },
};

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

class Issuer {
  static async start(base) {
    const redirects = [`${base}/sign-in/oidc/callback`, PROGRAM];
    const clients = [client, other].map((one) => ({ ...one, redirect_uris: redirects }));
    const issuer = new Issuer();
    issuer.worker = new Worker(new URL("./provider.mjs", import.meta.url), { workerData: { clients, people } });
    [issuer.url] = await once(issuer.worker, "message");
    return issuer;
  }

  async order(name, more = {}) {
    this.worker.postMessage({ name, ...more });
    await once(this.worker, "message");
  }
}

// The service under test is one of its own, with the provider in its settings.
const port = await freePort();
process.env.WAYFARE_BASE = `http://127.0.0.1:${port}`;
const issuer = await Issuer.start(process.env.WAYFARE_BASE);
const stranger = await Issuer.start(process.env.WAYFARE_BASE);
const home = await mkdtemp(join(tmpdir(), "wayfare-oidc-"));
let service;
process.on("exit", () => {
  service?.kill();
  rmSync(home, { recursive: true, force: true });
});

async function serve(settings = {}) {
  if (service) {
    service.kill();
    await once(service, "exit");
  }
  const env = {
    PATH: process.env.PATH, WAYFARE_LISTEN: `127.0.0.1:${port}`, WAYFARE_RATE_LIMIT: "off", WAYFARE_LOG: "error",
    WAYFARE_OIDC_ISSUER: issuer.url, WAYFARE_OIDC_CLIENT_ID: client.client_id,
    WAYFARE_OIDC_CLIENT_SECRET: client.client_secret, WAYFARE_OIDC_NAME: "Example ID", WAYFARE_OIDC_GROUP: "travellers", ...settings,
  };
  service = spawn(process.env.WAYFARE_BINARY, [], { cwd: home, env, stdio: ["ignore", "ignore", "inherit"] });
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${process.env.WAYFARE_BASE}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error("the service does not start");
}

await serve({ WAYFARE_OIDC_SIGN_UP: "on" });
const { Visitor, base, elsewhere, fresh, overflow, password, run, violations } = await import("./browser.mjs");
elsewhere.push(issuer.url, stranger.url, new URL(PROGRAM).origin, FONTS);

const BUTTON = "Sign in with Example ID";

/** Signs in at the page of the provider, and agrees. */
async function agree(page, login) {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const press = (visitor, name = BUTTON) => visitor.page.locator("main").getByRole("button", { name, exact: true }).click();

/** Somebody whose browser does without the fonts of the provider's page. */
async function guest(options = {}) {
  const visitor = await Visitor.enter(options);
  await visitor.context.route(`${FONTS}/**`, (route) => route.fulfill({ contentType: "text/css", body: "" }));
  return visitor;
}

async function enter(login, options = {}, path = "/sign-in") {
  const visitor = await guest(options);
  await visitor.go(path);
  await press(visitor);
  await agree(visitor.page, login);
  return visitor;
}

const usernameOf = async (visitor) => {
  await visitor.go("/account");
  return visitor.page.getByRole("textbox", { name: "Username" }).inputValue();
};

async function signsUpAndIn(options) {
  const ada = await enter("ada", options, "/sign-up");
  await ada.page.waitForURL("**/trips");
  assert.equal(await usernameOf(ada), "ada");
  if (options.javaScriptEnabled !== false) {
    assert.deepEqual(await violations(ada.page), []);
    await ada.page.setViewportSize({ width: 320, height: 800 });
    assert.equal(await overflow(ada.page), null);
  }
  await ada.page.getByRole("button", { name: "Sign out", exact: true }).click();
  await ada.sees("You are signed out.");
  // The provider knows the person still; the way back is kept.
  await ada.go("/account");
  if (options.javaScriptEnabled !== false) assert.deepEqual(await violations(ada.page), []);
  await press(ada);
  await ada.page.waitForURL("**/account");
  assert.equal(await usernameOf(ada), "ada");
}

/** Somebody with the same name and address is somebody else. */
async function namesake() {
  const ben = await enter("ben");
  await ben.page.waitForURL("**/trips");
  assert.notEqual(await usernameOf(ben), "ada");
}

async function joins(options) {
  const visitor = await (await guest(options)).signUp(fresh("cleo"), "Cleo");
  await visitor.go("/account");
  await press(visitor, "Join with Example ID");
  await agree(visitor.page, "cleo");
  await visitor.sees("Joined. From now on");
  const phone = await enter("cleo", options);
  await phone.page.waitForURL("**/trips");
  assert.equal(await usernameOf(phone), visitor.username);
  await visitor.page.locator("#identity").getByRole("button", { name: "Undo" }).click();
  await visitor.page.getByRole("button", { name: "Join with Example ID" }).waitFor();
}

/** The first account of a person who signs in can't lose its only way in. */
async function onlyWay() {
  const ada = await enter("ada");
  await ada.page.waitForURL("**/trips");
  await ada.go("/account");
  await ada.sees("is the only way to sign in to this account");
  assert.equal(await ada.page.locator("#identity").getByRole("button").count(), 0);
}

async function cancels() {
  const visitor = await guest();
  await visitor.go("/sign-in?return=/account");
  await press(visitor);
  await visitor.page.getByRole("link", { name: /cancel/i }).click();
  await visitor.sees("You have cancelled the sign-in there.");
  await visitor.page.getByRole("link", { name: "Try again" }).click();
  await visitor.page.waitForURL("**/sign-in?return=*");
}

async function outsider() {
  const dan = await enter("dan");
  await dan.sees("may not use this service");
  assert.deepEqual(await violations(dan.page), []);
}

/** The provider signs another nonce than was sent. */
async function anotherNonce() {
  const visitor = await guest();
  await visitor.go("/sign-in");
  await visitor.page.route(`${base}/sign-in/oidc`, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    const location = answer.headers().location.replace(/nonce=[^&]+/, "nonce=another");
    return route.fulfill({ response: answer, headers: { ...answer.headers(), location } });
  });
  await press(visitor);
  await agree(visitor.page, "ada");
  await visitor.sees("is not good");
}

/** The ID token that a program gets as a client of a provider. */
async function idToken(login, at = issuer, as = client) {
  const visitor = await guest();
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = new URLSearchParams({
    client_id: as.client_id, redirect_uri: PROGRAM, response_type: "code", scope: "openid profile email",
    nonce: "of the program", code_challenge: challenge, code_challenge_method: "S256",
  });
  await visitor.page.route(`${PROGRAM}**`, (route) => route.fulfill({ body: "here" }));
  await visitor.page.goto(`${at.url}/auth?${query}`);
  await agree(visitor.page, login);
  await visitor.page.waitForURL(`${PROGRAM}**`);
  const code = new URL(visitor.page.url()).searchParams.get("code");
  const basic = Buffer.from([as.client_id, as.client_secret].map(encodeURIComponent).join(":").replaceAll("%20", "+")).toString("base64");
  const answer = await fetch(`${at.url}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: PROGRAM, code_verifier: verifier }),
  });
  const tokens = await answer.json();
  assert.ok(tokens.id_token, JSON.stringify(tokens));
  return tokens.id_token;
}

const grant = (assertion) => fetch(`${base}/api/v1/auth/token`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ grant_type: GRANT, assertion }),
});

async function refuses(assertion, what) {
  const answer = await grant(assertion);
  assert.equal(answer.status, 401, what);
  assert.match((await answer.json()).type, /bad-credentials/, what);
}

async function takes(assertion) {
  const answer = await grant(assertion);
  const tokens = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(tokens));
  const own = await fetch(`${base}/api/v1/user`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  return (await own.json()).username;
}

async function tokens() {
  const good = await idToken("ada");
  assert.equal(await takes(good), "ada");
  const [, payload] = good.split(".");
  const encoded = (value) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
  const { keys: [jwk] } = await (await fetch(`${issuer.url}/jwks`)).json();
  await refuses(`${encoded({ alg: "none", kid: jwk.kid })}.${payload}.`, "none");
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  for (const secret of [
    publicKey.export({ type: "spki", format: "pem" }), publicKey.export({ type: "pkcs1", format: "pem" }),
    publicKey.export({ type: "spki", format: "der" }), Buffer.from(jwk.n, "base64url"), client.client_secret,
  ]) {
    const text = `${encoded({ alg: "HS256", kid: jwk.kid })}.${payload}`;
    await refuses(`${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`, "HS256");
  }
  await refuses(await idToken("ada", issuer, other), "another audience");
  await refuses(await idToken("ada", stranger), "another issuer");
  await refuses(await idToken("dan"), "outside of the group");
}

async function clock() {
  for (const [milliseconds, isTaken] of [[60_000, true], [-60_000, true], [300_000, false], [-700_000, false]]) {
    await issuer.order("skew", { milliseconds });
    const token = await idToken("ada");
    if (isTaken) await takes(token);
    else await refuses(token, `${milliseconds} ms`);
    if (isTaken) await (await enter("ada")).page.waitForURL("**/trips");
  }
  await issuer.order("skew", { milliseconds: 0 });
}

async function rotates() {
  const old = await idToken("ada");
  await takes(old);
  await issuer.order("rotate");
  await (await enter("ada")).page.waitForURL("**/trips");
  await refuses(old, "a key that was withdrawn");
}

async function away() {
  await serve();
  const token = await idToken("ada");
  await issuer.order("away", { isAway: true });
  const answer = await grant(token);
  assert.equal(answer.status, 503);
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
  const visitor = await Visitor.enter();
  await visitor.go("/sign-in");
  await visitor.sees("Example ID does not answer at the moment.");
  await visitor.page.getByLabel("Username").waitFor();
  await issuer.order("away", { isAway: false });
  const known = await idToken("ada");
  await takes(known);
  await issuer.order("away", { isAway: true });
  await takes(known);
  await issuer.order("away", { isAway: false });
}

async function withoutPasswords() {
  await serve({ WAYFARE_PASSWORDS: "off" });
  const visitor = await enter("ada", { javaScriptEnabled: false });
  await visitor.page.waitForURL("**/trips");
  await visitor.go("/account");
  assert.equal(await visitor.page.locator("input[type=password]").count(), 0);
  const refused = await enter("eve");
  await refused.sees("Ask whoever runs this service.");
}

await run({
  "signs up and in, with scripts": () => signsUpAndIn({}),
  "signs up and in, without scripts": () => signsUpAndIn({ javaScriptEnabled: false }),
  "a namesake is somebody else": namesake,
  "joins an account and undoes that, with scripts": () => joins({}),
  "joins an account and undoes that, without scripts": () => joins({ javaScriptEnabled: false }),
  "keeps the only way in": onlyWay,
  "comes back after cancelling": cancels,
  "refuses who is outside of the group": outsider,
  "refuses another nonce": anotherNonce,
  "ID tokens of a program": tokens,
  "a clock that is off": clock,
  "rotated keys": rotates,
  "a provider that is away": away,
  "without passwords": withoutPasswords,
});
process.exit();
