// The pages in a browser: the documentation page renders, signs up, authorizes and calls a route; nothing comes from elsewhere.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const base = process.env.WAYFARE_BASE;
const pictures = process.env.WAYFARE_SCREENSHOTS;
const profile = await mkdtemp(join(tmpdir(), "wayfare-browser-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM,
  headless: true,
  viewport: { width: 1280, height: 900 },
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});
const page = browser.pages()[0] ?? (await browser.newPage());
page.setDefaultTimeout(20_000);
const troubles = [];
page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
page.on("pageerror", (error) => troubles.push(String(error)));
page.on("request", (request) => {
  const url = request.url();
  if (!url.startsWith(base) && !/^(data|blob|about):/.test(url)) troubles.push(`asked for ${url}`);
});

async function shoot(name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

async function execute(id, body) {
  const block = page.locator(`[id$="${id}"].opblock`);
  await block.locator(".opblock-summary-control").click();
  if (body) await block.locator("textarea.body-param__text").fill(JSON.stringify(body));
  await block.locator("button.execute").click();
  const answer = block.locator(".live-responses-table");
  await answer.waitFor();
  return { block, text: await answer.innerText() };
}

try {
  await page.goto(`${base}/`);
  assert.equal(await page.locator("h1").innerText(), "Plan the trip together");
  await shoot("front");
  await page.getByRole("link", { name: "For developers" }).first().click();
  await page.locator(".opblock-tag").first().waitFor();
  await shoot("docs");
  assert.ok((await page.locator(".opblock-tag").count()) >= 4);
  for (const tag of await page.locator(".opblock-tag").all()) await tag.click();

  const signUp = await execute("signUp", { name: "Visitor", username: `visitor${Date.now()}` });
  const token = /authorization: Bearer (\S+)/i.exec(signUp.text)?.[1];
  assert.ok(token, signUp.text);

  await page.locator(".btn.authorize").click();
  const dialog = page.locator(".modal-ux");
  await dialog.locator("input").first().fill(token);
  await dialog.locator("button.authorize").first().click();
  await dialog.locator("button.btn-done").first().click();

  const own = await execute("getOwnProfile");
  assert.match(own.text, /\b200\b/);
  assert.match(own.text, /"name": "Visitor"/);
  await own.block.scrollIntoViewIfNeeded();
  await shoot("call");
  assert.deepEqual(troubles, []);
  console.log("the pages work in a browser");
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
