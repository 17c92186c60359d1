// A page at another origin: one that is listed plans a trip; one that is not reads public documents alone.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const base = process.env.WAYFARE_BASE;
const listed = new URL(process.env.WAYFARE_ORIGIN);
const host = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<!doctype html><title>A page</title>"));
host.listen(Number(listed.port));
await once(host, "listening");
const profile = await mkdtemp(join(tmpdir(), "wayfare-origin-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
const page = await browser.newPage();

/** Runs in the page: signs up, makes a trip, shares its costs and uploads a picture. */
async function plan(base) {
  const call = async (method, path, headers, body) => {
    const isForm = body instanceof FormData;
    const type = isForm || !body ? {} : { "content-type": "application/json" };
    const sent = isForm ? body : body && JSON.stringify(body);
    const answer = await fetch(base + path, { method, headers: { ...type, ...headers }, body: sent });
    return { answer, body: answer.status === 304 ? null : await answer.json() };
  };
  const username = `page${Date.now()}`;
  const account = { name: "Page", username, password: "correct horse battery" };
  const joined = await call("POST", "/api/v1/user", {}, account);
  const authorization = joined.answer.headers.get("authorization");
  const own = { authorization, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
  const trip = await call("POST", "/api/v1/trip", own, { name: "A week in Lisbon" });
  const path = `/api/v1/trips/${trip.body.uuid}`;
  const guard = { ...own, "if-match": trip.answer.headers.get("etag"), prefer: "handling=strict" };
  const share = { memberId: username, cost: 12.5, paidValue: 12.5 };
  const budget = await call("PUT", `${path}/budget`, guard, { budget: { currency: "CAD", membersBudget: [share] } });
  const picture = await (await fetch(`${base}/api/v1/trip/default/picture`)).blob();
  const form = new FormData();
  form.append("mainImage", picture, "picture.jpg");
  const uploaded = await call("PUT", `${path}/picture`, own, form);
  const shown = new Image();
  shown.src = uploaded.body.mainImage;
  await shown.decode();
  return {
    refreshes: joined.answer.headers.has("refresh-token"),
    location: trip.answer.headers.get("location"),
    applied: budget.answer.headers.get("preference-applied"),
    total: budget.body.totalCost,
    width: shown.naturalWidth,
  };
}

/** Runs in the page: the document, and whether an account can be had. */
async function visit(base) {
  const document = await (await fetch(`${base}/openapi.json`)).json();
  const alive = (await fetch(`${base}/healthz`)).ok;
  const account = fetch(`${base}/api/v1/user/nobody`).then(() => true, () => false);
  return { version: document.openapi, alive, account: await account };
}

try {
  await page.goto(listed.href);
  const planned = await page.evaluate(plan, base);
  assert.ok(planned.width > 0);
  assert.match(planned.location, /\/api\/v1\/trip\//);
  assert.deepEqual([planned.refreshes, planned.applied, planned.total], [true, "handling=strict", 12.5]);
  await page.goto(listed.href.replace("localhost", "127.0.0.1"));
  assert.deepEqual(await page.evaluate(visit, base), { version: "3.1.0", alive: true, account: false });
  console.log("pages at other origins work");
} finally {
  await browser.close();
  host.close();
  await rm(profile, { recursive: true, force: true });
}
