// A journey in each language but English, by the names of fields: what is typed with the language's marks is stored as it was meant.

import assert from "node:assert/strict";
import { call, fresh, password, run, tokenOf, violations, Visitor } from "./browser.mjs";

/** The tag of a browser's language, with how its readers write a thousand and a half, and a quarter. */
const LANGUAGES = {
  German: ["de-DE", "1.000,50", "0,25"],
  "Swiss German": ["de-CH", "1’000.50", "0.25"],
  French: ["fr-FR", "1 000,50", "0,25"],
  Spanish: ["es-ES", "1.000,50", "0,25"],
  Portuguese: ["pt-BR", "1.000,50", "0,25"],
  Italian: ["it-IT", "1.000,50", "0,25"],
  Japanese: ["ja-JP", "1,000.50", "0.25"],
};

/** Fills fields by their names in the form that is open. */
async function type(visitor, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = visitor.sheet().locator(`[name='${name}']:not([type=hidden])`).first();
    if (!(await field.isVisible())) await visitor.sheet().locator("details:not([open]) > summary").last().click();
    await field.fill(value);
  }
}

/** Fills the form at an address, and saves it. */
async function save(visitor, path, fields) {
  await visitor.go(path);
  await type(visitor, fields);
  await send(visitor);
}

/** Saves the form that is open, and waits until it is closed. */
async function send(visitor) {
  const form = visitor.sheet().locator("form.sheet:not(.inline)").first();
  const action = await form.getAttribute("action");
  await form.locator("button:not([name]):not([type=button])").last().click();
  await visitor.page.locator(`form.sheet:not(.inline)[action='${action}']`).waitFor({ state: "detached" });
}

async function journey(locale, thousand, quarter, javaScriptEnabled) {
  const ada = await Visitor.enter({ locale, javaScriptEnabled });
  const { page } = ada;
  ada.username = fresh("ada");
  await ada.go("/sign-up");
  for (const [name, value] of Object.entries({ name: "Ada", username: ada.username, password })) await page.locator(`main [name=${name}]`).fill(value);
  await page.locator("main form button").last().click();
  await page.waitForURL("**/trips");
  const token = await tokenOf(ada.username);
  const ben = fresh("ben");
  await call("POST", "/user", null, { name: "Ben", username: ben, password });
  for (const [name, value] of Object.entries({ name: "Huts", start: "2026-05-01", end: "2026-05-03", currency: "EUR" })) await page.locator(`main [name=${name}]`).fill(value);
  await page.locator("main form:has([name=currency]) button").last().click();
  await page.waitForURL("**/trip/*");
  const trip = new URL(page.url()).pathname;
  const read = (part) => call("GET", trip.replace("/trip/", "/trips/") + part, token);

  await ada.go(`${trip}/people`);
  await page.locator("main [name=username]").fill(ben);
  await page.locator("main form:has([name=username]) button[name=add]").last().click();
  await page.locator("#people li", { hasText: "Ben" }).waitFor();

  // An item with a cost and a category, added and changed.
  await save(ada, `${trip}/items/new?day=1&kind=food`, { name: "Tascantiga", total: thousand });
  const [added] = await read("/trip_items");
  assert.deepEqual([added.budget.totalCost, added.budget.category], [1000.5, "Food and Restaurants"]);
  await page.locator(".item", { hasText: "Tascantiga" }).locator("a[href*='/item?']").first().click();
  await ada.sheet().waitFor();
  await type(ada, { name: "Taberna", start: "19:30", length: "1:30" });
  await send(ada);
  const [changed] = await read("/trip_items");
  assert.equal(changed.destination.name, "Taberna");
  assert.deepEqual(changed.budget, added.budget);
  assert.equal(new Date(changed.end_time) - new Date(changed.start_time), 5_400_000);

  // Money: a budget, a rate, unequal shares, a payment.
  await save(ada, `${trip}/budget`, { total: thousand });
  assert.equal((await read("/budget")).budget.totalCost, 1000.5);
  await save(ada, `${trip}/rates`, { currency: "PLN", rate: quarter });
  await ada.go(`${trip}/expenses/new`);
  await type(ada, { name: "Pierogi", total: thousand, currency: "PLN" });
  await ada.sheet().locator("[data-chips=split] label").last().click();
  await ada.sheet().locator("[name^='share.']:not([type=hidden])").first().fill(quarter);
  await send(ada);
  const items = await read("/trip_items");
  const { membersBudget, currency } = items.at(-1).budget;
  assert.deepEqual([currency, ...membersBudget.map(({ cost }) => cost)], ["PLN", 0.25, 1000.25]);
  const [owed] = (await read("/settlement")).transfers;
  await ada.go(`${trip}/costs`);
  await page.locator("button[name=record]").first().click();
  await page.locator("button[name=undo]").first().waitFor();
  const { transfers } = await read("/settlement");
  assert.deepEqual(transfers, [], `${owed.amount} was owed`);

  // Words: notes, a list, a place, each in its characters.
  const words = "Größe, ça, ñandú, ação, è, 温泉";
  await save(ada, `${trip}/notes`, { notes: words });
  assert.ok((await call("GET", `${trip}/map`, token)).notes.includes(words));
  await ada.go(`${trip}/lists`);
  await page.locator("#todo [name=text]").fill(words);
  await page.locator("#todo button[name=add]").last().click();
  await page.locator("#todo li", { hasText: words }).locator("button[name=done]").click();
  await page.locator("#todo button[name=open]").first().waitFor({ state: "attached" });
  // A tick is shown before it is sent.
  await page.locator("#todo [data-waiting]").first().waitFor({ state: "detached" });
  assert.deepEqual((await read("/lists")).lists[0].entries.map(({ text, done }) => [text, done]), [[words, true]]);
  await ada.go(`${trip}/map`);
  await page.locator("#places [name=name]").fill("Porto");
  await page.locator("#places button[name=add]").last().click();
  await page.locator("#places li", { hasText: "Porto" }).waitFor();
  if (javaScriptEnabled) assert.deepEqual(await violations(page), []);
}

const checks = Object.entries(LANGUAGES).map(([name, marks]) => [name, () => journey(...marks, true)]);
await run({ ...Object.fromEntries(checks), "German without scripts": () => journey(...LANGUAGES.German, false) });
