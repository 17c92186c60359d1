// Places: suggestions while one is typed, a tap on the map, pins that lie on one another.

import assert from "node:assert/strict";
import { call, fresh, overflow, run, tokenOf, violations, Visitor } from "./browser.mjs";

async function traveller(items = [], { view = "", ...options } = {}) {
  const ada = await (await Visitor.enter(options)).signUp(fresh("places"));
  const token = await tokenOf(ada.username);
  const made = await call("POST", "/trip", token, { name: "Away", date: { start: "2026-05-01T00:00:00Z", end: "2026-05-02T00:00:00Z" } });
  const trip = made.uuid ?? made.id;
  if (items.length) await call("PUT", `/trips/${trip}/trip_items`, token, { trip_items: items.map((name) => ({ item_type: "destination", day: 1, destination: { name } })) });
  await ada.go(`/trip/${trip}${view}`);
  return { ada, page: ada.page, token, trip };
}

/** By keyboard: the list opens, is walked through, closes, and fills in what was chosen. */
async function suggestions() {
  const { ada, page } = await traveller();
  await page.getByRole("link", { name: "Add to day 1", exact: true }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  const field = dialog.getByRole("combobox", { name: "Place or title" });
  assert.equal(await field.getAttribute("aria-expanded"), "false");
  await field.pressSequentially("Lisbon");
  const list = dialog.getByRole("listbox").first();
  await list.waitFor();
  assert.equal(await field.getAttribute("aria-expanded"), "true");
  assert.equal(await field.getAttribute("aria-controls"), await list.getAttribute("id"));
  assert.match(await dialog.locator("[role=status]").first().innerText(), /^\d+ suggestions$/);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await violations(page), []);
    }
    assert.equal(await overflow(page), null);
  }
  await page.keyboard.press("ArrowDown");
  const first = list.getByRole("option").first();
  assert.equal(await field.getAttribute("aria-activedescendant"), await first.getAttribute("id"));
  assert.equal(await first.getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  assert.ok(await dialog.isVisible(), "the first Escape closes the list alone");
  await page.keyboard.press("ArrowDown");
  await list.waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await list.waitFor({ state: "hidden" });
  const at = dialog.locator("[name=at]");
  assert.equal(await dialog.getByLabel("Location").inputValue(), "Lisbon, Portugal");
  assert.match(await at.inputValue(), /^38\.7/);
  await field.press("x");
  assert.equal(await at.inputValue(), "", "another name is not that place");
  await page.keyboard.press("Backspace");
  await list.waitFor();
  await list.getByRole("option").first().click();
  assert.match(await at.inputValue(), /^38\.7/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Lisbon", level: 4 }).waitFor();
  await ada.told("Added");
  await page.locator("#map .pin").waitFor();

  // The latest answer wins.
  await page.getByRole("link", { name: "Add to day 1", exact: true }).click();
  await dialog.waitFor();
  await page.route("**/suggest?q=Porto", async (route) => {
    await new Promise((done) => setTimeout(done, 900));
    await route.continue();
  });
  const again = dialog.getByRole("combobox", { name: "Location" });
  await again.fill("Porto");
  await page.waitForTimeout(400);
  await again.fill("Madrid");
  const other = dialog.locator(".suggestions [role=option]").first();
  await other.waitFor();
  await page.waitForTimeout(1_000);
  assert.match(await other.innerText(), /Madrid/);

  // What was chosen goes with its name.
  await again.fill("");
  const title = dialog.getByRole("combobox", { name: "Place or title" });
  await title.fill("Coimbra");
  await dialog.locator(".suggestions:not([hidden]) [role=option]").first().click();
  assert.match(await again.inputValue(), /Coimbra, Portugal/);
  await title.fill("Coimbra by night");
  assert.match(await again.inputValue(), /Coimbra, Portugal/);
  await title.fill("Tartu");
  assert.equal(await again.inputValue(), "");
}

/** An item that was not found is put on the map by a tap, and looked up again. */
async function correction() {
  const { ada, page } = await traveller(["Lisbon", "Dinner"], { view: "/map" });
  await page.locator("#map").getByRole("link", { name: "Say where it is: Dinner" }).click();
  const dialog = page.locator("dialog[open]");
  const svg = dialog.locator("[data-map] svg");
  await svg.waitFor();
  await svg.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const box = await svg.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const at = dialog.getByLabel("Coordinates");
  assert.match(await at.inputValue(), /^38\.7\d*, -9\.1\d*$/, "the middle of a map of Lisbon");
  assert.equal(await dialog.locator(".picked").count(), 1);
  await dialog.getByRole("button", { name: "Save" }).click();
  await ada.told("Saved");
  await page.locator("#map .pins li", { hasText: "Dinner" }).waitFor();
  assert.equal(await page.locator("#map .unplaced").count(), 0);
  await page.getByRole("link", { name: "Itinerary" }).click();
  await page.getByRole("link", { name: "Edit Dinner" }).click();
  await dialog.waitFor();
  await dialog.getByRole("link", { name: "Where it is" }).click();
  await dialog.getByRole("button", { name: "Look up again" }).click();
  await page.locator("#map .unplaced li", { hasText: "Dinner" }).waitFor();
}

/** Pins of one spot are a group with a number, which fans out by a tap or by Enter. */
async function groups() {
  const { page, token, trip } = await traveller(["Lisbon", "Porto", "Dinner"]);
  const items = await call("GET", `/trips/${trip}/trip_items`, token);
  await page.goto(`${page.url().split("?")[0]}/item/place?id=${items[2].item_id}`);
  await page.getByLabel("Coordinates").fill("38.7223, -9.1393");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/map?*");
  const svg = page.locator("[data-map] svg");
  await svg.scrollIntoViewIfNeeded();
  const shown = () => svg.locator(".pin:visible").count();
  const seen = async () => (await svg.locator(".pin").evaluateAll((pins) => pins.filter((pin) => pin.getAttribute("visibility") !== "hidden").length));
  assert.ok((await shown()) >= 2);
  assert.equal(await seen(), 2);
  assert.equal(await svg.locator(".count").innerHTML(), "+1");
  await svg.focus();
  await page.keyboard.press("Enter");
  assert.equal(await seen(), 3);
  await page.keyboard.press("Enter");
  assert.equal(await seen(), 2);
  const pin = svg.locator(".pin", { has: page.locator(".count") }).locator("circle");
  const box = await pin.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => ![...document.querySelectorAll("[data-map] .pin")].some((pin) => pin.getAttribute("visibility") === "hidden"));
  const width = Number((await svg.getAttribute("viewBox")).split(" ")[2]);
  assert.ok(width < 60, `zoomed to the city: ${width}`);
  const circles = await svg.locator(".pin circle").evaluateAll((all) => all.map((circle) => circle.getBoundingClientRect().width));
  for (const size of circles) assert.ok(size > 15 && size < 60, `a pin keeps its size: ${size}`);
}

/** On a phone, places lead to its own map: a point that somebody has set by that, else by the address. */
async function phones() {
  const phones = {
    "Linux; Android 15": ["geo:0,0?q=Lisbon%2C%20Portugal", "geo:38.7,-9.25?q=38.7,-9.25(At%20the%20sea)"],
    "iPhone; CPU iPhone OS 18_5 like Mac OS X": ["https://maps.apple.com/?q=Lisbon%2C%20Portugal", "https://maps.apple.com/?ll=38.7,-9.25&q=At%20the%20sea"],
    "X11; Linux x86_64": ["https://www.openstreetmap.org/search?query=Lisbon%2C+Portugal", "https://www.openstreetmap.org/?mlat=38.7&mlon=-9.25&zoom=16"],
  };
  for (const [system, addresses] of Object.entries(phones)) {
    const { page, token, trip } = await traveller(["Lisbon"], { view: "/map", hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, userAgent: `Mozilla/5.0 (${system})` });
    await call("POST", `/trips/${trip}/trip_items`, token, { item_type: "stay", destination: { name: "Pier", location: "At the sea", latitude: 38.7, longitude: -9.25 } });
    await page.reload();
    const links = await page.locator("#map .pins a").evaluateAll((all) => all.map((link) => link.href));
    assert.deepEqual(links, addresses, system);
  }
}

/** A tapped pin names its stop, which leads to its day; lines are drawn, and no button covers a pin. */
async function taps() {
  const { ada, page, token, trip } = await traveller(["Lisbon", "Porto"]);
  const points = [[-9.1, 38.7], [-8.9, 39.5], [-8.6, 41.1]];
  await call("PUT", `/trip/${trip}/map`, token, { tracks: [{ name: "The old road", points }] });
  await page.goto(`${page.url().split("?")[0]}/map`);
  const map = page.locator("[data-map]").first();
  await map.scrollIntoViewIfNeeded();
  const buttons = await map.locator(".zoom").boundingBox();
  const drawing = await map.locator("svg").boundingBox();
  assert.ok(buttons.y >= drawing.y + drawing.height - 1, "the buttons stand below the drawing");
  assert.equal(await map.locator(".track title").textContent(), "The old road");
  for (const name of ["Lisbon", "Porto"]) {
    const pin = await map.locator(".pin", { has: page.locator("title", { hasText: name }) }).locator("circle").boundingBox();
    await page.mouse.click(pin.x + pin.width / 2, pin.y + pin.height / 2);
    await map.locator(".stop a", { hasText: name }).waitFor();
  }
  await ada.shoot("map-tapped", { fullPage: true });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await overflow(page), null);
    assert.deepEqual(await violations(page), []);
  }
  await map.locator(".stop a").click();
  await page.waitForURL(`**/trip/${trip}#day-1`);
}

await run({ "suggestions while typing": suggestions, "a corrected place": correction, "pins on one another": groups, "tapped pins and lines": taps, "phones": phones });
