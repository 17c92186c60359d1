// Forms of items by kind, on a phone: a meal in six actions, a flight in eight; nothing is wrong with any of them.

import assert from "node:assert/strict";
import { call, overflow, run, violations } from "./browser.mjs";
import { world } from "./world.mjs";

const MEAL = 6;
const FLIGHT = 8;
const KINDS = ["flight", "train", "bus", "car", "ferry", "walk", "travel", "stay", "food", "sight", "activity", "other"];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Taps and fills for somebody, and counts both. */
function counting(visitor) {
  const before = visitor.actions;
  return {
    tap: async (name, within = visitor.page) => {
      await within.getByRole("link", { name, exact: true }).or(within.getByRole("button", { name, exact: true })).first().tap();
    },
    /** Fills a field that is in view without another action. */
    type: async (label, value) => {
      const field = visitor.sheet().getByLabel(label).first();
      // The form of another kind may just come into view.
      await field.waitFor({ state: "visible", timeout: 2_000 }).catch(() => assert.fail(`${label} is folded away`));
      await field.fill(value);
    },
    count: () => visitor.actions - before,
  };
}

/** Opens the form of a kind from a day. */
async function open(visitor, { tap }, day, kind) {
  await tap(`Add to day ${day}`);
  await visitor.sheet().waitFor();
  await tap(kind, visitor.sheet());
  await visitor.sheet().locator(".kinds [aria-current]", { hasText: kind }).waitFor();
}

async function byKind(javaScriptEnabled) {
  const { ada, token, trip } = await world({ javaScriptEnabled, ...PHONE });
  const name = javaScriptEnabled ? "phone" : "phone-no-script";
  const told = async (title) => {
    await ada.page.getByRole("heading", { name: title, level: 4 }).first().waitFor({ state: "attached" });
    return (await call("GET", `/trips/${trip}/trip_items`, token)).find(({ destination }) => destination.name === title);
  };
  await ada.go(`/trip/${trip}`);
  const meal = counting(ada);
  await open(ada, meal, 2, "Food");
  await meal.type("Place or title", "Tascantiga");
  await meal.type("Start", "19:30");
  await meal.type("Cost", "42");
  await ada.shoot(`form-meal-${name}`);
  await meal.tap("Add to the itinerary", ada.sheet());
  const dinner = await told("Tascantiga");
  assert.equal(dinner.start_time, "2026-05-02T18:30:00Z", "the day is known");
  assert.equal(dinner.budget.category, "Food and Restaurants");
  const counted = meal.count();
  assert.ok(counted <= MEAL, `a meal takes ${counted} actions`);

  if (javaScriptEnabled) {
    await ada.go(`/trip/${trip}`);
    await ada.page.locator(".day[data-day='3']").evaluate((day) => day.scrollIntoView({ block: "center", behavior: "instant" }));
    await ada.page.locator("a.float").tap();
    await ada.sheet().waitFor();
    assert.equal(await ada.sheet().locator("[name='day']").inputValue(), "3", "the day in view");
  }

  await ada.go(`/trip/${trip}`);
  const flight = counting(ada);
  await open(ada, flight, 6, "Flight");
  await flight.type("From", "Lisbon");
  await flight.type("To", "Toronto");
  await flight.type("Departure", "21:50");
  await flight.type("Arrival", "00:40");
  await flight.type("Confirmation", "X7K2PQ");
  await ada.shoot(`form-flight-${name}`);
  await flight.tap("Add to the itinerary", ada.sheet());
  const home = await told("Lisbon – Toronto");
  assert.deepEqual([home.start_time, home.end_time], ["2026-05-06T20:50:00Z", "2026-05-07T04:40:00Z"], "it lands on the next day");
  assert.ok(flight.count() <= FLIGHT, `a flight takes ${flight.count()} actions`);
  return `a meal in ${counted} actions, a flight in ${flight.count()}`;
}

/** The first wrong field has the focus, with a sentence that says what to do; far days are asked about. */
async function errors(javaScriptEnabled) {
  const { ada, trip } = await world({ javaScriptEnabled, ...PHONE });
  await ada.go(`/trip/${trip}`);
  await ada.submit("Add to day 1", { "Place or title": "A talk", Start: "noon", Length: "long" }, "Add to the itinerary");
  await ada.sheet().getByText("Type the time like 15:30.").waitFor();
  await ada.page.waitForFunction(() => document.activeElement?.getAttribute("name") === "start");
  await ada.fill({ Day: "99", Start: "15:00", Length: "1:30" }, ada.sheet());
  await ada.sheet().getByRole("button", { name: "Add to the itinerary" }).click();
  await ada.sheet().getByText("more than 30 days after the last day").waitFor();
  await ada.shoot(`form-errors-${javaScriptEnabled ? "phone" : "phone-no-script"}`);
  await ada.fill({ "Yes, I mean that day": true }, ada.sheet());
  await ada.sheet().getByRole("button", { name: "Add to the itinerary" }).click();
  await ada.page.getByRole("heading", { name: "A talk", level: 4 }).waitFor({ state: "attached" });
}

/** What was typed and chosen for one kind is not lost in the form of another, in a dialog or on a page of its own. */
async function otherKind() {
  const { ada, ben, token, trip } = await world(PHONE);
  const { tap } = counting(ada);
  const sheet = ada.sheet();
  const chip = (group, name) => sheet.locator(`[data-chips="${group}"] .chip`, { hasText: name });
  const choose = async (kind) => {
    await tap(kind, sheet);
    await sheet.locator(".kinds [aria-current]", { hasText: kind }).waitFor();
  };
  const fill = async (title) => {
    await ada.fill({ "Place or title": title, Cost: "90" }, sheet);
    await chip("payer", "Ben").locator("label").click();
    await chip("for", "Ada").locator("label").click();
    await chip("split", "By parts").locator("label").click();
    await chip("for", "Ben").locator("> input").fill("2");
  };
  const isKept = async (title) => {
    assert.equal(await sheet.getByLabel("Place or title").inputValue(), title);
    assert.equal(await sheet.getByLabel("Cost").inputValue(), "90");
    assert.ok(await chip("payer", "Ben").getByRole("radio").isChecked(), "who paid");
    assert.ok(!(await chip("for", "Ada").getByRole("checkbox").isChecked()), "for whom");
    assert.ok(await chip("split", "By parts").getByRole("radio").isChecked(), "how it is split");
    assert.equal(await chip("for", "Ben").locator("> input").inputValue(), "2");
  };
  await ada.go(`/trip/${trip}`);
  await tap("Add to day 1");
  await sheet.waitFor();
  await fill("Typed already");
  for (const kind of ["Sight", "Food"]) {
    await choose(kind);
    await isKept("Typed already");
  }
  assert.equal(await sheet.locator("[name=kind]").inputValue(), "food");
  await tap("Add to the itinerary", sheet);
  await ada.page.getByRole("heading", { name: "Typed already", level: 4 }).waitFor();
  const items = await call("GET", `/trips/${trip}/trip_items`, token);
  const { budget } = items.find(({ destination }) => destination.name === "Typed already");
  const shares = budget.membersBudget.map(({ memberId, cost, paidValue }) => [memberId, cost, paidValue]);
  assert.deepEqual(shares.filter(([, cost, paid]) => cost || paid), [[ben.username, 90, 90]]);

  await ada.go(`/trip/${trip}/items/new?day=2`);
  await fill("On its page");
  await choose("Food");
  await isKept("On its page");
  assert.equal(await ada.page.locator("[data-sheet]").count(), 1, "one form");
  assert.match(ada.page.url(), /day=2&kind=food$/);
  // Also what a refused form came back with.
  await ada.fill({ Cost: "lots" }, sheet);
  await tap("Add to the itinerary", sheet);
  await sheet.getByText("Must be a number.").waitFor();
  await choose("Sight");
  await ada.fill({ Cost: "90" }, sheet);
  await isKept("On its page");
}

/** A link to a day, and what is saved on it, come to its heading, however high the days before it are. */
async function days() {
  const { ada, token, trip } = await world();
  await call("PUT", `/trip/${trip}`, token, { date: { start: "2026-05-01T00:00:00Z", end: "2026-05-12T00:00:00Z" } });
  const items = Array.from({ length: 96 }, (_, index) => ({ item_type: "destination", day: 1 + (index % 12), destination: { name: index === 91 ? "Braga" : "Lisbon", description: "With a word on it. ".repeat(index % 9) } }));
  await call("PUT", `/trips/${trip}/trip_items`, token, { trip_items: items });
  const isAt = async (day, how) => {
    await ada.page.waitForTimeout(800);
    const { y } = await ada.page.locator(`#day-${day}`).boundingBox();
    assert.ok(y >= 0 && y < 120, `${how}: day ${day} is ${y} px from the top`);
  };
  for (const width of [390, 1280]) {
    await ada.page.setViewportSize({ width, height: 844 });
    await ada.go(`/trip/${trip}/map`);
    await ada.page.locator('main a[href$="#day-8"]').first().click();
    await ada.page.waitForURL("**#day-8");
    await isAt(8, `${width} px, from the map`);
    await ada.go(`/trip/${trip}/items/new?day=10`);
    await ada.fill({ "Place or title": "Saved on its page" }, ada.sheet());
    await ada.sheet().getByRole("button", { name: "Add to the itinerary" }).click();
    await ada.page.waitForURL("**#day-10");
    await isAt(10, `${width} px, saved`);
  }
}

async function looks() {
  const { ada, trip } = await world();
  const found = [];
  for (const kind of ["", ...KINDS]) {
    await ada.go(`/trip/${trip}/items/new?day=2&kind=${kind}`);
    for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 320]]) {
      await ada.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await ada.page.setViewportSize({ width, height: 800 });
      const excess = await overflow(ada.page);
      if (excess) found.push({ kind, width, excess });
      for (const violation of await violations(ada.page)) found.push({ kind, colorScheme, width, ...violation });
      if (["", "flight", "stay", "food"].includes(kind)) await ada.shoot(`form-${kind || "general"}-${colorScheme}-${width}`, { fullPage: true });
    }
  }
  assert.deepEqual(found, []);
  return `${KINDS.length + 1} forms`;
}

await run({
  "a meal and a flight with scripts": () => byKind(true),
  "a meal and a flight without scripts": () => byKind(false),
  "errors with scripts": () => errors(true),
  "errors without scripts": () => errors(false),
  "another kind keeps what was typed": otherKind,
  "links come to their day": days,
  "the forms of all kinds": looks,
});
