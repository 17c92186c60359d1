// The whole path of two people: signing up, planning, sharing, costs, settling, print; with scripts and without. Somebody alone, on a
// phone. Each counts its actions.

import assert from "node:assert/strict";
import { call, fresh, run, tokenOf, violations, Visitor } from "./browser.mjs";

/** The most actions of each path; of the same paths, 72 and 46 before a trip had views. */
const MOST = { two: 67, twoWithoutScripts: 71, alone: 41 };

/** A picture of one pixel. */
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");

/** Plans a trip of three days, by dragging if that is wanted; returns its address. */
async function plan(ada, drags) {
  const { page } = ada;
  await ada.sees("No trips yet");
  await ada.fill({
    "Name of the trip": "A week in Lisbon",
    "First day": "2026-05-01",
    "Last day": "2026-05-03",
    Description: "Tiles and trams",
    "The trip's currency": "EUR",
  });
  await page.getByRole("button", { name: "Create trip" }).click();
  await page.waitForURL("**/trip/*");
  await ada.sees("Friday, 1 May 2026");
  const trip = new URL(page.url()).pathname;
  await ada.submit("Add to day 1", { "Place or title": "15:00-16:30 Lisbon", Description: "Check in" }, "Add to the itinerary");
  await page.getByRole("heading", { name: "Lisbon", exact: true, level: 4 }).waitFor();
  assert.deepEqual(await page.locator(".item .when time").allInnerTexts(), ["15:00", "16:30"]);
  await ada.submit("Add to day 2", { "Place or title": "Sintra", Kind: "Travel", Cost: "12,50" }, "Add to the itinerary");
  await page.getByRole("heading", { name: "Sintra", level: 4 }).waitFor();

  // To the day after: dragged, or by the menu.
  const sintra = page.locator(".item", { hasText: "Sintra" });
  if (drags) {
    await sintra.locator(".rail").dragTo(page.locator("[data-day='3']"));
  } else {
    await page.locator("summary[aria-label='More: Sintra']").click();
    await sintra.getByRole("button", { name: "A day later" }).click();
  }
  await page.locator("[data-day='3']").getByRole("heading", { name: "Sintra" }).waitFor();

  const view = (name) => page.locator("nav.views").getByRole("link", { name }).click();
  await view("Lists");
  await page.getByLabel("New to-do").fill("Book the train\nPack the tent");
  await page.locator("#todo").getByRole("button", { name: "Add", exact: true }).last().click();
  await page.locator("#todo li", { hasText: "Pack the tent" }).waitFor();
  await page.getByRole("button", { name: "Done: Book the train" }).click();
  await page.locator("#todo li", { hasText: "Book the train" }).waitFor({ state: "detached" });
  await page.locator("#todo").getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator("#todo li", { hasText: "Book the train" }).waitFor();
  await view("Map");
  await page.getByLabel("New place").fill("Porto");
  await page.locator("#places").getByRole("button", { name: "Add", exact: true }).last().click();
  await page.locator("#places li", { hasText: "Porto" }).waitFor();
  await view("Photos");
  await page.locator("#upload-photos").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: PNG });
  if (!ada.hasScript) await page.locator("form.upload", { has: page.locator("#upload-photos") }).getByRole("button", { name: "Upload" }).click();
  await page.locator("#photos .photos img").waitFor();
  return trip;
}

/** Adds somebody, takes their right to edit and gives it back. */
async function share(ada, ben, trip) {
  const { page } = ada;
  await page.locator("nav.views").getByRole("link", { name: "People" }).click();
  await page.locator("#new-person").fill(ben.username);
  await page.locator("#people").getByRole("button", { name: "Add", exact: true }).last().click();
  await page.locator("#people li", { hasText: ben.username }).waitFor();
  assert.equal(await ben.go(trip), 200);
  await ben.page.getByRole("link", { name: "Edit trip" }).waitFor();
  await page.getByRole("button", { name: `Let only read: ${ben.username}` }).click();
  await page.getByRole("button", { name: `Let edit: ${ben.username}` }).waitFor();
  // The open page follows.
  if (!ben.hasScript) await ben.go(trip);
  await ben.page.getByRole("link", { name: "Edit trip" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Let edit: ${ben.username}` }).click();
  await page.getByRole("button", { name: `Let only read: ${ben.username}` }).waitFor();
}

/** Makes a share link with a password, which somebody without an account opens. */
async function link(ada, guest) {
  const { page } = ada;
  await ada.submit("New share link", { "For whom": "For the neighbours", Budget: true, "Password of the link": "sesame" }, "Make the link");
  const address = page.locator("#links li", { hasText: "For the neighbours" }).locator("a").first();
  const url = await address.getAttribute("href");
  if (!guest) return;
  assert.equal(await guest.go(url), 401);
  await guest.fill({ Password: "open" });
  await guest.page.getByRole("button", { name: "Open" }).click();
  await guest.sees("This is not the password of the link.");
  await guest.fill({ Password: "sesame" });
  await guest.page.getByRole("button", { name: "Open" }).click();
  await guest.page.getByRole("heading", { name: "A week in Lisbon" }).waitFor();
  await guest.sees("Tiles and trams");
  assert.equal(await guest.page.getByText("Pack the tent").count(), 0, "a link shows its parts alone");
  if (guest.hasScript) assert.deepEqual(await violations(guest.page), []);
}

/** Ben pays a dinner for both; Ada pays him back. */
async function settle(ada, ben, trip) {
  if (!ben.hasScript) await ben.go(trip);
  await ben.submit("Add to day 1", {
    "Place or title": "Dinner", Cost: "50", Category: "Food",
  }, "Add to the itinerary");
  await ben.page.getByRole("heading", { name: "Dinner", level: 4 }).waitFor();
  await ben.page.locator("nav.views").getByRole("link", { name: "Costs" }).click();
  await ben.sees(`${ada.username} owes ${ben.username} EUR 25.00`);
  await ada.page.locator("nav.views").getByRole("link", { name: "Costs" }).click();
  await ada.page.getByRole("button", { name: `Mark as paid: ${ada.username} to ${ben.username}` }).click();
  await ada.sees("All is settled.");
  await ada.sees(`${ada.username} paid ${ben.username} EUR 25.00`);
  await ada.page.getByRole("button", { name: `Undo: ${ada.username} paid` }).click();
  await ada.sees(`${ada.username} owes ${ben.username} EUR 25.00`);
  await ada.page.getByRole("button", { name: `Mark as paid: ${ada.username} to ${ben.username}` }).click();
  await ada.sees("All is settled.");
}

/** On paper there are the plan and a map, and nothing to press. */
async function print(ada, name) {
  const { page } = ada;
  await page.locator("nav.views").getByRole("link", { name: "Itinerary" }).click();
  await page.locator("[data-day='1'] .items").waitFor();
  await page.emulateMedia({ media: "print" });
  for (const role of ["button", "textbox", "navigation"]) {
    assert.equal(await page.getByRole(role).count(), 0, `print has no ${role}`);
  }
  for (const selector of [".map svg", "[data-day='1'] .items"]) {
    assert.ok(await page.locator(selector).first().isVisible(), `print has ${selector}`);
  }
  await ada.shoot(name, { fullPage: true });
  const paper = await page.pdf({ format: "A4" });
  assert.ok(paper.length > 10_000, "the trip can be printed");
  await page.emulateMedia({ media: "screen" });
}

/** The files of the trip, and the way out. */
async function leave(ada) {
  const { page } = ada;
  if (!page.url().includes("/people")) await page.locator("nav.views").getByRole("link", { name: "People" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Calendar (iCalendar)" }).click();
  const file = await waiting;
  assert.match(file.suggestedFilename(), /A week in Lisbon\.ics$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await ada.told("You are signed out.");
}

/** Signs up from the front page. */
async function signUp(visitor, name) {
  await visitor.go("/");
  await visitor.page.locator("main").getByRole("link", { name: "Sign up" }).first().click();
  await visitor.page.waitForURL("**/sign-up");
  await visitor.signUp(fresh(name));
}

async function path(javaScriptEnabled) {
  const [ada, ben, guest] = await Promise.all([1, 2, 3].map(() => Visitor.enter({ javaScriptEnabled })));
  await ben.signUp(fresh("ben"));
  await signUp(ada, "ada");
  const trip = await plan(ada, javaScriptEnabled);
  await share(ada, ben, trip);
  await link(ada, guest);
  await settle(ada, ben, trip);
  await print(ada, javaScriptEnabled ? "print" : "print-no-script");
  await leave(ada);
  const kept = await call("GET", trip.replace("/trip/", "/trips/"), await tokenOf(ben.username));
  assert.equal(kept.desc, "Tiles and trams");
  const actions = ada.actions + ben.actions + guest.actions;
  const told = `${actions} actions, ${ada.requests + ben.requests + guest.requests} requests`;
  assert.ok(actions <= (javaScriptEnabled ? MOST.two : MOST.twoWithoutScripts), told);
  return told;
}

/** Somebody alone with a phone. */
async function alone() {
  const ada = await Visitor.enter({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signUp(ada, "ada");
  await plan(ada, false);
  await ada.page.locator("nav.views").getByRole("link", { name: "People" }).click();
  await link(ada);
  await leave(ada);
  const told = `${ada.actions} actions`;
  assert.ok(ada.actions <= MOST.alone, told);
  return told;
}

await run({
  "two people with scripts": () => path(true),
  "two people without scripts": () => path(false),
  "one person with a phone alone": alone,
});
