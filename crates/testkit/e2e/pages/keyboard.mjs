// By keyboard alone: signing up, planning, moving and removing. Focus is always visible and never lost.

import assert from "node:assert/strict";
import { fresh, password, run, Visitor } from "./browser.mjs";

/** Steps of Tab until an element must have come. */
const STEPS = 120;
let keys = 0;

async function press(page, key) {
  keys += 1;
  await page.keyboard.press(key);
}

/** The focused element: its name, tag, and whether it can be seen that it is focused. */
const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.innerText.replace(/\s*\*$/, "");
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    name: (element.getAttribute("aria-label") ?? label ?? element.innerText ?? element.value ?? "").trim(),
    tag: element.tagName,
    isSeen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && style.visibility === "visible",
    isMarked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    isCovered: !element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, innerHeight) / 2)) && !element.matches("h1, h2, h3, h4, main"),
    type: element.type,
  };
});

/** Goes on by Tab until the element of this name is focused; each on the way must be visible. */
async function to(page, name, key = "Tab") {
  for (let step = 0; step < STEPS; step += 1) {
    await press(page, key);
    const now = await focused(page);
    if (now.tag !== "BODY") {
      assert.ok(now.isSeen, `focus can be seen: ${JSON.stringify(now)}`);
      assert.ok(now.isMarked, `focus is marked: ${JSON.stringify(now)}`);
    }
    if (typeof name === "string" ? now.name === name : name.test(now.name)) {
      assert.ok(!now.isCovered, `focus is not covered: ${JSON.stringify(now)}`);
      return now;
    }
  }
  return assert.fail(`no ${name} within ${STEPS} steps`);
}

async function type(page, name, text) {
  const field = await to(page, name);
  // Of a date, day and month are the same: their order is that of the browser's language.
  await page.keyboard.type(field.type === "date" ? text.split("-").reverse().join("") : text);
}

/** Goes to a view of the trip by its bar. */
async function view(page, name) {
  await page.evaluate(() => document.getElementById("main").focus());
  await to(page, name);
  await press(page, "Enter");
  await page.locator("nav [aria-current=page]", { hasText: name }).waitFor();
}

/** After an edit, focus is on something of the page. */
async function keepsFocus(page, what) {
  await page.waitForFunction(() => document.activeElement !== document.body, null, { timeout: 5_000 }).catch(() => assert.fail(`focus is lost after ${what}`));
}

async function keyboard() {
  // Smooth scrolling would still be under way when the focus is looked at.
  const ada = await Visitor.enter({ reducedMotion: "reduce" });
  const { page } = ada;
  await ada.go("/");
  await press(page, "Tab");
  assert.equal((await focused(page)).name, "Skip to the content");
  await press(page, "Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await to(page, "Sign up");
  await press(page, "Enter");
  await page.waitForURL("**/sign-up");
  await type(page, "Your name", "Ada");
  await type(page, "Username", fresh("keys"));
  await type(page, /^Password/, password);
  await press(page, "Enter");
  await page.waitForURL("**/trips");

  await type(page, /^Name of the trip/, "By keyboard");
  await type(page, "First day", "2026-05-05");
  await type(page, "Last day", "2026-05-05");
  await to(page, "Create trip");
  await press(page, "Enter");
  await page.waitForURL("**/trip/*");
  await ada.sees("Tuesday, 5 May 2026");
  await to(page, "Edit trip");
  await press(page, "Enter");
  await page.locator("dialog[open]").waitFor();
  assert.match((await focused(page)).name, /^Name of the trip/);
  await press(page, "Escape");
  assert.equal((await focused(page)).name, "Edit trip", "a closed dialog gives the focus back");

  for (const name of ["Lisbon", "Sintra"]) {
    await to(page, "Add to day 1");
    await press(page, "Enter");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.type(name);
    await press(page, "Enter");
    await page.getByRole("heading", { name, level: 4 }).waitFor();
    await keepsFocus(page, "adding");
    await page.evaluate(() => document.getElementById("main").focus());
  }
  await to(page, "More: Sintra");
  await press(page, "Enter");
  await to(page, "Up");
  await press(page, "Enter");
  await ada.told("Moved");
  await keepsFocus(page, "moving");
  assert.deepEqual(await page.locator("[data-day='1'] h4").allInnerTexts(), ["Sintra", "Lisbon"]);
  await page.evaluate(() => document.getElementById("main").focus());
  await to(page, "Edit Lisbon");
  await press(page, "Enter");
  await page.locator("dialog[open]").waitFor();
  await to(page, "Remove from the itinerary");
  await press(page, "Enter");
  await page.locator("dialog[open]").getByRole("heading", { name: "Remove Lisbon" }).waitFor();
  await to(page, "Remove");
  await press(page, "Enter");
  await page.getByRole("heading", { name: "Lisbon", level: 4 }).waitFor({ state: "detached" });
  await keepsFocus(page, "removing");

  await page.evaluate(() => document.getElementById("main").focus());
  await view(page, "Lists");
  await type(page, "New to-do", "Book the tram");
  await press(page, "Enter");
  await page.locator("#todo li", { hasText: "Book the tram" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "new-todo", "the next entry can be typed");
  await to(page, "Done: Book the tram");
  await press(page, "Space");
  await page.locator("#todo li").waitFor({ state: "detached" });
  await keepsFocus(page, "ticking off");

  // The map, by its keys.
  await view(page, "Map");
  await page.getByLabel("New place").fill("Lisbon");
  await press(page, "Enter");
  await page.locator("#places li", { hasText: "Lisbon" }).waitFor();
  const svg = page.locator("[data-map] svg");
  const whole = await svg.getAttribute("viewBox");
  await svg.focus();
  await press(page, "+");
  await press(page, "ArrowRight");
  assert.notEqual(await svg.getAttribute("viewBox"), whole);
  await view(page, "People");
  await to(page, "Username");
  await page.keyboard.type("nobody-of-this-name");
  await press(page, "Enter");
  await page.getByRole("alert").waitFor();
  await keepsFocus(page, "a refused entry");
  return `${keys} keys`;
}

await run({ "keyboard alone": keyboard });
