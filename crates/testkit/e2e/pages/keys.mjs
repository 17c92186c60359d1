// Keys for programs on the account's page: made, copied, used, deleted; with and without scripts.

import assert from "node:assert/strict";
import { base, call, fresh, overflow, run, violations, Visitor } from "./browser.mjs";

/** Makes a key by the form; returns its text. */
async function make(visitor, fields) {
  const { page } = visitor;
  await visitor.go("/account");
  await page.getByRole("link", { name: "New key", exact: true }).click();
  await page.waitForURL("**/account/keys/new");
  await visitor.fill(fields);
  await page.getByRole("button", { name: "Make the key", exact: true }).click();
  const field = page.locator("#key");
  await field.waitFor();
  return field.inputValue();
}

/** Holds the page that is open to the rules in windows of two widths. */
async function hold(visitor, state) {
  const { page } = visitor;
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    if (visitor.hasScript) assert.deepEqual(await violations(page), [], `${state} at ${width} px`);
    assert.equal(await overflow(page), null, `${state} at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function keys(options) {
  const ada = await (await Visitor.enter(options)).signUp(fresh("ada"), "Ada");
  const { page } = ada;
  if (ada.hasScript) await ada.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: base });
  const all = await make(ada, { "What it is for": "Spreadsheet", "What the program may do": "read and change" });
  await hold(ada, "a new key");
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  if (ada.hasScript) {
    await copy.click();
    await ada.told("Copied.");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), all);
  } else {
    assert.equal(await copy.count(), 0);
  }
  const trips = await Promise.all(["Lisbon", "A trip with a rather long name, as some people like them, to the end of the world"].map((name) => call("POST", "/trip", all, { name })));
  await ada.go("/account/keys/new");
  await hold(ada, "the form");
  const one = await make(ada, { "What it is for": "Calendar of the band", "With which trips": "only those ticked below", Lisbon: true });
  const seen = await call("GET", "/trips", one);
  assert.deepEqual(seen.map(({ uuid }) => uuid), [trips[0].uuid]);
  await ada.go("/account");
  await ada.sees("read · Lisbon ·");
  await hold(ada, "the account");
  await ada.shoot(`keys-${ada.hasScript ? "scripts" : "plain"}`, { fullPage: true });
  await page.getByRole("link", { name: "Delete Calendar of the band?" }).click();
  await ada.sees("shut out at once");
  await hold(ada, "the question");
  await call("GET", "/trips", one);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await ada.sees("The key is deleted.");
  const gone = await fetch(`${base}/api/v1/trips`, { headers: { token: one } });
  assert.equal(gone.status, 401);
  await call("GET", "/trips", all);
}

await run({
  "keys with scripts": () => keys({}),
  "keys without scripts": () => keys({ javaScriptEnabled: false }),
});
