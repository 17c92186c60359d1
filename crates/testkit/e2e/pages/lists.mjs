// The lists of a trip: entries that stay when ticked, several lists, several ticks, who does what.

import assert from "node:assert/strict";
import { call, run } from "./browser.mjs";
import { world } from "./world.mjs";

/** The texts of the open entries of a list, in order. */
const open = (page, section = "todo") => page.locator(`#${section} li > span:first-of-type`).allInnerTexts();
/** The label of what has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.id);

/** Waits until an element has the focus, which follows the new content of the page. */
async function focusMovesTo(page, label) {
  const isThere = (label) => document.activeElement.getAttribute("aria-label") === label;
  await page.waitForFunction(isThere, label, { timeout: 5000 }).catch(async () => assert.equal(await focused(page), label));
}

/** Presses a button of an entry's menu. */
async function press(page, entry, name) {
  await page.locator(`summary[aria-label='More: ${entry}']`).click();
  await page.locator("details[open]").getByRole("button", { name, exact: true }).click();
}

/** Types into a field that adds to a list, and adds. */
async function add(page, label, text, section) {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.locator(`#${section}`).getByRole("button", { name: "Add", exact: true }).last().click();
}

async function journey(javaScriptEnabled) {
  const { ada, trip } = await world({ javaScriptEnabled });
  const { page } = ada;
  await ada.go(`/trip/${trip}/lists`);
  assert.deepEqual(await open(page), ["Book the train to Sintra", "Pack a rain jacket", "Tell the neighbours"]);

  // A ticked entry stays, folded, and can be opened again.
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await page.locator("#todo li", { hasText: "Pack a rain jacket" }).waitFor({ state: "detached" });
  await page.locator("#todo summary", { hasText: "1 done" }).click();
  await page.locator("#todo .ticked").getByText("Pack a rain jacket").waitFor();
  await ada.shoot(javaScriptEnabled ? "list-ticked" : "list-ticked-no-script");
  await page.getByRole("button", { name: "Still to do: Pack a rain jacket" }).click();
  await page.locator("#todo li", { hasText: "Pack a rain jacket" }).waitFor();
  assert.equal((await open(page))[1], "Pack a rain jacket", "in its place");
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await page.locator("#todo").getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator("#todo li", { hasText: "Pack a rain jacket" }).waitFor();

  // Within the list, and out of it with a way back.
  await press(page, "Tell the neighbours", "Up");
  await ada.told("Moved");
  assert.deepEqual(await open(page), ["Book the train to Sintra", "Tell the neighbours", "Pack a rain jacket"]);
  await press(page, "Book the train to Sintra", "Remove");
  await page.locator("#todo li", { hasText: "Book the train" }).waitFor({ state: "detached" });
  await page.locator("#todo").getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator("#todo li", { hasText: "Book the train" }).waitFor();
  assert.equal((await open(page))[0], "Book the train to Sintra", "in its place");

  // Another list; several lines are several entries.
  await ada.submit("New list", { "Name of the list": "Packing" }, "Add");
  await page.getByRole("heading", { name: "Packing", level: 2 }).waitFor();
  await add(page, "New entry in Packing", "Socks\nShoes\n\nSunscreen", "list-2");
  await page.locator("#list-2 li", { hasText: "Sunscreen" }).waitFor();
  assert.deepEqual(await open(page, "list-2"), ["Socks", "Shoes", "Sunscreen"]);
  await ada.submit("Edit Pack a rain jacket", { "Who does it": "Ben", List: "Packing" }, "Save");
  await ada.told("Saved");
  const row = page.locator("#list-2 li", { hasText: "Pack a rain jacket" });
  assert.equal(await row.locator(".by").innerText(), "Ben");
  await ada.shoot(javaScriptEnabled ? "lists" : "lists-no-script", { fullPage: true });

  // Many at once.
  await page.getByRole("link", { name: "Packing: Tick several" }).click();
  for (const text of ["Socks", "Sunscreen"]) await ada.sheet().getByLabel(text).check();
  await ada.sheet().getByRole("button", { name: "Done", exact: true }).click();
  await ada.told("Done");
  assert.deepEqual(await open(page, "list-2"), ["Shoes", "Pack a rain jacket"]);
  await page.locator("#list-2 summary", { hasText: "2 done" }).waitFor();
  await page.locator("#list-2").getByRole("button", { name: "Undo", exact: true }).click();
  await page.locator("#list-2 li", { hasText: "Sunscreen" }).waitFor();

  // A new name, another place, and gone after a question.
  await ada.submit("Edit Packing", { "Name of the list": "Bags" }, "Save");
  await page.getByRole("heading", { name: "Bags", level: 2 }).waitFor();
  await page.getByRole("link", { name: "Edit Bags", exact: true }).click();
  await ada.sheet().getByRole("button", { name: "Up: Bags" }).click();
  await ada.told("Moved");
  assert.equal((await open(page))[0], "Socks", "it is the first");
  await page.getByRole("link", { name: "Edit Bags", exact: true }).click();
  await ada.sheet().getByRole("link", { name: "Remove Bags" }).click();
  await ada.sheet().getByText("Its 4 entries go, too.").waitFor();
  await ada.sheet().getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("heading", { name: "Bags", level: 2 }).waitFor({ state: "detached" });
  assert.deepEqual(await open(page), ["Book the train to Sintra", "Tell the neighbours"]);
}

/** By keyboard: Enter adds, Shift with Enter begins another line, and a tick moves to the next entry. */
async function byKeyboard() {
  const { ada, trip } = await world();
  const { page } = ada;
  await ada.go(`/trip/${trip}/lists`);
  await page.getByLabel("New to-do").focus();
  await page.keyboard.type("Buy stamps");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Water the plants");
  await page.keyboard.press("Enter");
  await page.locator("#todo li", { hasText: "Water the plants" }).waitFor();
  assert.equal((await open(page)).length, 5);
  // One entry is typed after the other.
  assert.equal(await page.evaluate(() => document.activeElement.name), "text");
  const tick = page.getByRole("button", { name: "Done: Pack a rain jacket" });
  await tick.focus();
  await page.keyboard.press("Space");
  await page.locator("#todo summary", { hasText: "1 done" }).waitFor();
  await focusMovesTo(page, "Done: Tell the neighbours");
  await page.keyboard.press("Space");
  await page.locator("#todo summary", { hasText: "2 done" }).waitFor();
  await focusMovesTo(page, "Done: Buy stamps");
  // What is folded out stays so, and the focus with it.
  await page.locator("#todo summary", { hasText: "2 done" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Still to do: Pack a rain jacket" }).focus();
  await page.keyboard.press("Space");
  await page.locator("#todo summary", { hasText: "1 done" }).waitFor();
  await focusMovesTo(page, "Still to do: Tell the neighbours");
  // Pasted lines are entries, too.
  await page.getByLabel("New to-do").focus();
  await page.evaluate(() => document.execCommand("insertText", false, "One\nTwo"));
  await page.keyboard.press("Enter");
  await page.locator("#todo li", { hasText: "Two" }).waitFor();
}

/** Dragging within a list, as the buttons do. */
async function dragging() {
  const { ada, trip } = await world();
  const { page } = ada;
  await ada.go(`/trip/${trip}/lists`);
  const row = (text) => page.locator("#todo li", { hasText: text });
  await row("Tell the neighbours").dragTo(row("Book the train"), { targetPosition: { x: 60, y: 2 } });
  await ada.told("Moved");
  assert.deepEqual(await open(page), ["Tell the neighbours", "Book the train to Sintra", "Pack a rain jacket"]);
}

/** Two people tick at the same time; a tick of what is gone says so. */
async function together(javaScriptEnabled) {
  const { ada, ben, token, trip } = await world({ javaScriptEnabled });
  for (const visitor of [ada, ben]) await visitor.go(`/trip/${trip}/lists`);
  const done = (visitor, text) => visitor.page.getByRole("button", { name: `Done: ${text}` }).click();
  await Promise.all([done(ada, "Pack a rain jacket"), done(ben, "Tell the neighbours")]);
  for (const visitor of [ada, ben]) {
    await visitor.page.locator("#todo .undo").waitFor();
    await visitor.page.reload();
    await visitor.page.locator("#todo summary", { hasText: "2 done" }).waitFor();
  }
  if (javaScriptEnabled) return;
  await call("PUT", `/trips/${trip}/lists`, token, { lists: [] });
  await done(ada, "Book the train to Sintra");
  await ada.told("Somebody has removed that meanwhile");
}

/** 500 entries take one page of a bearable size, and are ticked as fast as three. */
async function many() {
  const { ada, token, trip } = await world();
  const entries = Array.from({ length: 500 }, (_, number) => ({ text: `Thing ${number}`, done: number % 5 === 0 }));
  await call("PUT", `/trips/${trip}/lists`, token, { lists: [{ name: "To-do", entries }, { name: "Packing", entries }] });
  await ada.go(`/trip/${trip}/lists`);
  const { page } = ada;
  const bytes = await page.evaluate(() => performance.getEntriesByType("navigation")[0].decodedBodySize);
  assert.ok(bytes < 1 << 20, `${bytes} bytes`);
  const begun = performance.now();
  await page.getByRole("button", { name: "Done: Thing 499" }).first().click();
  await page.locator("#todo summary", { hasText: "101 done" }).waitFor();
  const took = performance.now() - begun;
  assert.ok(took < 5_000, `a tick took ${took} ms`);
  return `${(bytes / 1024).toFixed(0)} KiB of HTML for 1,000 entries, a tick after ${took.toFixed(0)} ms`;
}

/** On paper each open entry has a box, and there are no controls. */
async function onPaper() {
  const { ada, trip } = await world();
  await ada.go(`/trip/${trip}/lists`);
  await ada.page.emulateMedia({ media: "print" });
  const box = await ada.page.locator("#todo li").first().evaluate((row) => getComputedStyle(row, "::before").borderTopStyle);
  assert.equal(box, "solid");
  assert.equal(await ada.page.locator("#todo :is(button, textarea, a)").filter({ visible: true }).count(), 0);
  await ada.shoot("lists-print", { fullPage: true });
}

await run({
  "a journey through lists": () => journey(true),
  "a journey through lists without scripts": () => journey(false),
  "lists by keyboard": byKeyboard,
  "dragging within a list": dragging,
  "lists of two people": () => together(true),
  "lists of two people without scripts": () => together(false),
  "lists of 500 entries": many,
  "lists on paper": onPaper,
});
