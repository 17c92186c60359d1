// A trip on its day: opened at today, told what changed, with beds, clocks and ticks as travellers need them.

import assert from "node:assert/strict";
import { call, run, violations } from "./browser.mjs";
import { world } from "./world.mjs";

/** The day of the device, by its clock. */
const at = ({ page }, day) => page.clock.setFixedTime(new Date(`2026-05-0${day}T10:00:00`));
/** The dates that are marked as today. */
const marked = ({ page }) => page.locator(".today:visible").evaluateAll((all) => all.map((badge) => badge.closest("[data-date]").dataset.date));
const isOpen = ({ page }, day) => page.locator(`[data-day="${day}"] > details`).evaluate((fold) => fold.open);

/** The device says which day it is, not the service, whose clock is months ahead. */
async function today() {
  const { ada, trip } = await world();
  const { page } = ada;
  await at(ada, 3);
  await ada.go(`/trip/${trip}`);
  assert.deepEqual(await marked(ada), ["2026-05-03"]);
  assert.deepEqual(await Promise.all([1, 2, 3].map((day) => isOpen(ada, day))), [false, false, true]);
  const top = () => page.locator('[data-day="3"]').evaluate((day) => day.getBoundingClientRect().top);
  for (let tries = 0; tries < 20 && !(await top() < 200); tries += 1) await page.waitForTimeout(100);
  assert.ok(await top() > 0 && await top() < 200, `the page is opened at today: ${await top()}`);
  assert.deepEqual(await violations(page), []);
  // An edit leaves the page where it is, and the mark with it.
  await ada.submit("Edit Porto", { Description: "By boat" }, "Save");
  await ada.told("Saved");
  assert.deepEqual(await marked(ada), ["2026-05-03"]);
  // A place that the address names comes first.
  await ada.go("/trips");
  await ada.go(`/trip/${trip}#day-5`);
  await page.waitForTimeout(300);
  assert.ok(await top() < 0 || await top() > 200, "the day of the address is shown");
  // Overnight.
  await at(ada, 4);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  assert.deepEqual(await marked(ada), ["2026-05-04"]);
  // A phone's button adds to today.
  await page.setViewportSize({ width: 390, height: 844 });
  await at(ada, 3);
  await ada.go(`/trip/${trip}`);
  await page.locator("a.float").click();
  assert.equal(await ada.sheet().locator("[name=day]").inputValue(), "3");
}

/** Two ticks on a slow network both arrive, each at once on the page. */
async function ticks() {
  const { ada, token, trip } = await world();
  const { page } = ada;
  await ada.go(`/trip/${trip}/lists`);
  let sent = 0;
  await page.route("**/lists", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    await page.waitForTimeout(1_300);
    return route.continue();
  });
  const rows = page.locator("#todo [data-waiting=done]");
  await page.getByRole("button", { name: "Done: Book the train to Sintra" }).click();
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  assert.equal(await rows.count(), 2);
  assert.equal(sent, 1, "one after the other");
  await page.locator("#todo summary", { hasText: "2 done" }).waitFor();
  assert.equal(await rows.count(), 0);
  const { lists } = await call("GET", `/trips/${trip}/lists`, token);
  assert.deepEqual(lists[0].entries.map(({ done }) => done), [true, true, false]);
  // A tick that is taken back at once.
  const tell = page.locator("#todo .tick[name=done]");
  await tell.click();
  await page.locator("#todo li .tick[name=open]").click();
  await page.waitForTimeout(3_500);
  await page.getByRole("button", { name: "Done: Tell the neighbours" }).waitFor();
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("wayfare ticks") && localStorage.getItem(key) !== "[]").length), 0);
}

/** Two people change an hour and a description of one item; both stay, nobody is asked. */
async function fields() {
  const { ada, ben, trip } = await world();
  for (const visitor of [ada, ben]) {
    await visitor.go(`/trip/${trip}`);
    await visitor.page.getByRole("link", { name: "Edit Porto", exact: true }).first().click();
    await visitor.sheet().waitFor();
  }
  const save = (visitor) => visitor.sheet().getByRole("button", { name: "Save", exact: true }).click();
  await ada.fill({ Description: "By boat" }, ada.sheet());
  await save(ada);
  await ada.told("Saved");
  await ben.fill({ Cost: "30" }, ben.sheet());
  await save(ben);
  await ben.told("Saved");
  for (const text of ["By boat", "EUR 30.00"]) await ben.page.locator("[data-day='3']").getByText(text).first().waitFor();
  assert.equal(await ben.page.locator("dialog").count(), 0);
}

/** Messages are small, beside the content, and go; another's says who did what. */
async function messages() {
  const { ada, ben, trip } = await world();
  const { page } = ada;
  await Promise.all([ada, ben].map((visitor) => visitor.go(`/trip/${trip}`)));
  const message = page.locator("#status .done:not(.gone)");
  await page.evaluate(() => scrollTo(0, 900));
  await ben.submit("Edit Braga", { Start: "2026-05-03T16:45" }, "Save");
  await page.locator("#status").getByText(`${ben.name} moved Braga to 16:45`, { exact: false }).waitFor();
  const isOver = () => message.evaluate((line) => {
    const box = line.getBoundingClientRect();
    const views = document.querySelector(".views").getBoundingClientRect();
    const others = [...document.querySelectorAll(".top a, .top button, .views a, #about .button")].map((element) => element.getBoundingClientRect());
    return box.bottom > views.bottom || box.top < views.top || others.some(({ left, right, top, bottom }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
  });
  assert.equal(await isOver(), false, "nothing is covered");
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(200);
  assert.equal(await isOver(), false, "nothing is covered");
  assert.deepEqual(await violations(page), []);
  await ada.shoot("message");
  // Not while it is looked at.
  await message.hover();
  await page.waitForTimeout(8_000);
  assert.equal(await message.count(), 1);
  await page.mouse.move(5, 400);
  await message.waitFor({ state: "detached", timeout: 8_000 });
  assert.match(await page.locator("#status").textContent(), /moved Braga/, "screen readers find it");
  // What can be undone says so where it is told.
  await page.locator("nav.views").getByRole("link", { name: "Lists" }).click();
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await page.locator("#status .done:not(.gone)").getByRole("button", { name: "Undo" }).click();
  await page.locator("#todo li", { hasText: "Pack a rain jacket" }).waitFor();
  await ben.page.locator("nav.views").getByRole("link", { name: "Lists" }).click();
  await page.getByLabel("New to-do").fill("Buy stamps");
  await page.locator("#todo").getByRole("button", { name: "Add", exact: true }).last().click();
  await ben.page.locator("#status").getByText(`${ada.name} added Buy stamps`).waitFor();
}

/** A bed ends its day and begins its last; clocks are told where the two ends of travel differ. */
async function bedsAndClocks() {
  const { ada, token, trip } = await world();
  const time = (day, hour) => `2026-05-0${day}T${hour}:00Z`;
  const item = (day, item_type, name, start, end, more = {}) => ({ item_type, day, destination: { name, ...more.destination }, start_time: start, end_time: end, ...more.booking });
  await call("PUT", `/trips/${trip}/trip_items`, token, {
    trip_items: [
      item(1, "stay", "Zzyx Hotel", time(1, "14:00"), time(3, "10:00"), { destination: { location: "Rua Augusta 1, Lisbon" }, booking: { kind: "stay", confirmation: "KX-7" } }),
      item(1, "transportations", "London – Lisbon", time(1, "15:00"), time(1, "17:30")),
      item(1, "transportations", "London – Madrid", time(1, "18:00"), time(1, "20:30")),
      item(3, "destination", "Breakfast at Belém", time(3, "08:00"), time(3, "09:00")),
    ],
  });
  await ada.go(`/trip/${trip}`);
  const names = (day) => ada.page.locator(`[data-day="${day}"] .item h4`).allInnerTexts();
  assert.deepEqual(await names(1), ["London – Lisbon", "London – Madrid", "Zzyx Hotel"]);
  assert.deepEqual(await names(3), ["Zzyx Hotel", "Breakfast at Belém"]);
  const row = (day, name) => ada.page.locator(`[data-day="${day}"] .item`, { hasText: name });
  assert.match(await row(1, "Zzyx Hotel").locator(".when").innerText(), /^from 15:00$/);
  const night = row(2, "Zzyx Hotel");
  for (const text of ["Night 2 of 2", "Rua Augusta 1, Lisbon", "KX-7"]) await night.getByText(text).first().waitFor();
  assert.match(await row(3, "Zzyx Hotel").locator(".when").innerText(), /^until 11:00$/);
  assert.equal(await row(1, "London – Lisbon").locator(".zone").count(), 0, "one clock, nothing to say");
  assert.match(await row(1, "London – Madrid").locator(".zone").innerText(), /^local time there, \+1\sh$/);
  assert.equal(await ada.page.locator(".zone").count(), 1);
}

await run({
  "a trip opens at today": today,
  "ticks on a slow network": ticks,
  "two people, two fields": fields,
  "messages are small and go": messages,
  "beds and clocks": bedsAndClocks,
});
