// Pages that follow what others change: in time, without a jump, and around what somebody types.

import assert from "node:assert/strict";
import { call, run, tokenOf, violations, Visitor } from "./browser.mjs";
import { world } from "./world.mjs";

/** Milliseconds in which a change is seen. */
const SOON = 3_000;
/** Milliseconds in which one that is not shown would be. */
const QUIET = 2_500;

/** Adds a to-do by the form of the page. */
async function addTodo({ page }, text) {
  await page.getByLabel("New to-do").fill(text);
  await page.locator("#todo").getByRole("button", { name: "Add", exact: true }).last().click();
  await page.locator("#todo li", { hasText: text }).waitFor();
}

/** Waits until a page shows a text in a part; returns after how many milliseconds. */
async function seen({ page }, part, text) {
  const begun = performance.now();
  await page.locator(part).getByText(text, { exact: false }).first().waitFor({ timeout: SOON });
  return performance.now() - begun;
}

async function agree() {
  const { ada, ben, trip } = await world();
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}/lists`)));
  const times = [];
  for (const [from, to, text] of [[ada, ben, "Buy the map"], [ben, ada, "Pack the tent"], [ada, ben, "Feed the cat"]]) {
    await addTodo(from, text);
    times.push(await seen(to, "#todo", text));
    const said = to.page.locator("#status [data-told]");
    assert.match(await said.innerText(), new RegExp(`^${from.name} added ${text}`));
    assert.equal(await from.page.locator("#status [data-told]", { hasText: from.name }).count(), 0, "own changes are not told");
  }
  assert.deepEqual(await violations(ben.page), []);
  await ben.shoot("live");
  return `seen after ${times.map((time) => `${Math.round(time)} ms`).join(", ")}`;
}

async function typing() {
  const { ada, ben, token, trip } = await world();
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}/lists`)));
  const field = ada.page.getByLabel("New to-do");
  await field.click();
  await field.pressSequentially("Half a wo");
  await addTodo(ben, "Of Ben");
  await seen(ada, "#todo", `${ben.name} changed To-do`);
  await field.pressSequentially("rd");
  assert.equal(await field.inputValue(), "Half a word");
  assert.equal(await ada.page.locator("#todo li", { hasText: "Of Ben" }).count(), 0, "the part is left alone");
  // Other parts follow meanwhile.
  await call("PUT", `/trip/${trip}`, token, { name: "Lisbon by tram" });
  await seen(ada, "#about", "Lisbon by tram");
  assert.equal(await field.inputValue(), "Half a word");
  assert.deepEqual(await violations(ada.page), []);
  // Nothing is typed any more.
  await field.fill("");
  await field.blur();
  await seen(ada, "#todo", "Of Ben");
  assert.equal(await ada.page.locator("#todo [data-told]").count(), 0);
}

/** What waits for the end of typing is older than the page that a save has shown since. */
async function waiting() {
  const { ada, ben, trip } = await world();
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}/lists`)));
  await ada.page.getByLabel("New to-do").fill("Of Ada");
  await addTodo(ben, "Of Ben");
  await seen(ada, "#todo", `${ben.name} changed To-do`);
  await addTodo(ada, "Of Ada");
  await ada.page.getByLabel("New to-do").focus();
  await ada.page.getByLabel("New to-do").blur();
  await ada.page.waitForTimeout(500);
  for (const text of ["Of Ada", "Of Ben"]) assert.ok(await ada.page.locator("#todo li", { hasText: text }).isVisible(), text);
}

async function places() {
  const { ada, ben, trip } = await world();
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}`)));
  const { page } = ada;
  for (let number = 1; number < 12; number += 1) await call("POST", `/trips/${trip}/trip_items`, await tokenOf(ben.username), { item_type: "destination", day: 3, destination: { name: `Stop ${number}` } });
  await seen(ada, "#itinerary", "Stop 11");
  // A menu that is open, with the focus in it.
  const summary = page.locator("summary[aria-label='More: Stop 9']");
  await summary.scrollIntoViewIfNeeded();
  await summary.click();
  await page.locator(".moves[open] button", { hasText: "Duplicate" }).focus();
  const top = () => summary.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await call("POST", `/trips/${trip}/trip_items`, await tokenOf(ben.username), { item_type: "destination", day: 1, destination: { name: "Early stop" } });
  await seen(ada, "#itinerary", "Early stop");
  assert.ok(await page.locator(".moves[open] summary[aria-label='More: Stop 9']").isVisible(), "the menu stays open");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "copy", "the focus stays");
  // A busy machine needs a moment to lay the page out again.
  for (let tries = 0; tries < 20 && Math.abs(await top() - before) >= 3; tries += 1) await page.waitForTimeout(100);
  assert.ok(Math.abs(await top() - before) < 3, `nothing jumps: ${before}, then ${await top()}`);
  // What was replaced works as before.
  await page.locator(".moves[open] button", { hasText: "Duplicate" }).click();
  await page.locator("#itinerary h4", { hasText: "Stop 9" }).nth(1).waitFor();
}

/** An offered undo and the view of the map outlive a replacement; the page of a settlement follows, too. */
async function kept() {
  const { ada, ben, token, trip } = await world();
  const { page } = ada;
  await ada.go(`/trip/${trip}/lists`);
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await page.locator("#todo .undo").waitFor();
  await ben.go(`/trip/${trip}/lists`);
  await addTodo(ben, "Of Ben");
  await seen(ada, "#todo", "Of Ben");
  await page.locator("#todo .undo button").click();
  await page.locator("#todo li", { hasText: "Pack a rain jacket" }).waitFor();
  await ada.go(`/trip/${trip}/map`);
  await page.locator(".zoom button").first().click();
  const view = () => page.locator(".map svg").first().getAttribute("viewBox");
  const zoomed = await view();
  await page.locator(".map svg").first().evaluate((svg) => { svg.dataset.old = ""; });
  // Between the other towns, so that the map is of the same region.
  await call("POST", `/trips/${trip}/trip_items`, token, { item_type: "destination", day: 4, destination: { name: "Leiria" } });
  await page.locator(".map svg[data-old]").waitFor({ state: "detached" });
  assert.equal(await view(), zoomed);

  await ada.go(`/trip/${trip}/settlement`);
  await ben.page.waitForTimeout(500);
  await call("POST", `/trips/${trip}/trip_items`, token, { item_type: "destination", day: 4, destination: { name: "Villa" }, budget: { totalCost: 900, currency: "EUR", membersBudget: [{ memberId: ben.username, cost: 900, paidValue: 0 }, { memberId: ada.username, cost: 0, paidValue: 900 }] } });
  await seen(ada, "main", "Villa");
  assert.deepEqual(await violations(page), []);
}

async function forms() {
  const { ada, ben, trip } = await world();
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}`)));
  const edit = (visitor) => visitor.page.getByRole("link", { name: "Edit Porto", exact: true }).first().click();
  await edit(ada);
  await ada.fill({ Description: "Of Ada" }, ada.sheet());
  // A change of something else says nothing in the form.
  await call("POST", `/trips/${trip}/trip_items`, await tokenOf(ben.username), { item_type: "destination", day: 4, destination: { name: "Leiria" } });
  await seen(ada, "#itinerary", "Leiria");
  await ada.page.waitForTimeout(QUIET);
  assert.equal(await ada.sheet().locator("[data-told]").count(), 0);
  await edit(ben);
  await ben.fill({ Description: "Of Ben" }, ben.sheet());
  await ben.sheet().getByRole("button", { name: "Save", exact: true }).click();
  await ada.sheet().getByText(`${ben.name} has changed what this form shows`).waitFor({ timeout: SOON });
  assert.equal(await ada.sheet().getByLabel("Description").inputValue(), "Of Ada");
  assert.deepEqual(await violations(ada.page), []);
  await ada.sheet().getByRole("button", { name: "Save", exact: true }).click();
  await ada.sheet().locator(".present b", { hasText: "Of Ben" }).waitFor();
}

/** A tab in the background has no stream, and catches up when it is looked at again. */
async function background() {
  const { ada, ben, trip } = await world();
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}/lists`)));
  const hide = (isHidden) => ada.page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
  await hide(true);
  await addTodo(ben, "Unseen");
  await ada.page.waitForTimeout(QUIET);
  assert.equal(await ada.page.getByText("Unseen").count(), 0);
  await hide(false);
  await seen(ada, "#todo", "Unseen");
}

/** Who is taken off the trip is told so, and keeps what the page shows. */
async function gone() {
  const { ada, ben, trip, token } = await world();
  await ben.go(`/trip/${trip}/lists`);
  await ben.page.locator("#todo").waitFor();
  await ben.page.waitForTimeout(500);
  await call("PUT", `/trips/${trip}/management`, token, { members: [ada.username] });
  await ben.page.locator("#status").getByText("can't see this trip any more").waitFor({ timeout: SOON });
  assert.ok(await ben.page.locator("#todo").isVisible());
}

await run({
  "two browsers agree": agree,
  "typing is left alone": typing,
  "a save is newer than what waits": waiting,
  "focus, menus and scroll stay": places,
  "undo, the map's view and a settlement": kept,
  "open forms say who changed what they show": forms,
  "a tab in the background": background,
  "the end of the right to read": gone,
});
