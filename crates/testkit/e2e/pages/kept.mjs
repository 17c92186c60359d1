// What was typed outlives a refused save and an ended session.

import assert from "node:assert/strict";
import { base, call, password, run } from "./browser.mjs";
import { world } from "./world.mjs";

const TYPED = "Typed at length";

/** Opens the form of an item, and types into it. */
async function type(visitor, trip) {
  await visitor.go(`/trip/${trip}`);
  await visitor.page.getByRole("link", { name: "Edit Porto", exact: true }).first().click();
  await visitor.sheet().getByLabel("Description").waitFor();
  await visitor.fill({ Description: TYPED }, visitor.sheet());
}

const save = (visitor) => visitor.sheet().getByRole("button", { name: "Save", exact: true }).click();
const typed = (visitor) => visitor.sheet().getByLabel("Description").inputValue();

async function refused(reason, refuse) {
  const { ada, ben, token, trip } = await world();
  await type(ben, trip);
  await refuse({ ada, ben, token, trip });
  await save(ben);
  // Another line may say that the page has changed.
  const alert = ben.page.locator("dialog [role=alert][data-unsent]");
  await alert.getByText(reason).waitFor();
  assert.equal(await typed(ben), TYPED);
  assert.ok(await alert.evaluate((line) => line === document.activeElement), "the reason is in view");
}

/** Escape asks before it throws away what was typed. The answer here is no. */
async function escape() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.page.keyboard.press("Escape");
  assert.equal(await typed(ada), TYPED);
  assert.deepEqual(ada.troubles.splice(0), ["a dialog: Discard what you have typed?"]);
  await ada.page.reload();
  await ada.page.getByRole("link", { name: "Edit Porto", exact: true }).first().click();
  await ada.page.locator("dialog[open]").getByRole("button", { name: "Discard" }).click();
  await ada.page.keyboard.press("Escape");
  await ada.page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** Signs somebody in on another tab, which leads to a path and ends. */
async function signIn({ username }, tab, path) {
  await tab.getByLabel("Username").fill(username);
  await tab.getByLabel("Password").fill(password);
  await tab.locator("main").getByRole("button", { name: "Sign in" }).click();
  await tab.waitForURL(`**${path}`);
  await tab.close();
}

/** A session that ends while somebody types; they sign in again in another tab. */
async function endedWithScripts() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.context.clearCookies();
  await save(ada);
  const alert = ada.page.locator("dialog [role=alert]");
  await alert.getByText("Your session has ended").waitFor();
  const [tab] = await Promise.all([ada.context.waitForEvent("page"), alert.getByRole("link", { name: "Sign in" }).click()]);
  await signIn(ada, tab, `/trip/${trip}`);
  assert.equal(await typed(ada), TYPED);
  await save(ada);
  await ada.told("Saved");
  await ada.page.reload();
  await ada.sees(TYPED);
}

/** All sessions end, and a sign-in in another tab: that the trip is out of reach is taken back. */
async function revokedElsewhere() {
  const { ada, trip, token } = await world();
  await type(ada, trip);
  const gone = ada.page.getByText("You can't see this trip any more");
  await call("POST", "/auth/revoke", token, { all: true });
  const tab = await ada.context.newPage();
  await gone.first().waitFor();
  await tab.goto(`${base}/sign-in`);
  await signIn(ada, tab, "/trips");
  assert.equal(await typed(ada), TYPED);
  await save(ada);
  await ada.page.locator("#status").getByText("Saved").waitFor();
  await gone.first().waitFor({ state: "detached" });
}

/** After a sign-out neither another tab shows a trip, nor does Back. */
async function emptied() {
  const { ada, trip } = await world();
  const tab = await ada.context.newPage();
  await tab.goto(`${base}/trip/${trip}`);
  await tab.getByText("Lisbon").first().waitFor();
  await ada.go(`/trip/${trip}`);
  await ada.page.getByRole("button", { name: "Sign out" }).click();
  await ada.told("You are signed out.");
  await tab.getByText("Lisbon").first().waitFor({ state: "detached" });
  await ada.back();
  await ada.page.waitForLoadState();
  assert.equal(await ada.page.getByText("Lisbon").count(), 0);
}

async function endedWithoutScripts() {
  const { ada, trip } = await world({ javaScriptEnabled: false });
  await type(ada, trip);
  await ada.context.clearCookies();
  await save(ada);
  await ada.sees("Your session has ended");
  await ada.fill({ Username: ada.username, Password: password });
  await ada.page.locator("main").getByRole("button", { name: "Sign in" }).click();
  await ada.sees("Nothing is saved yet");
  assert.equal(await typed(ada), TYPED);
  assert.ok(!ada.page.url().includes("Typed"));
  await save(ada);
  await ada.told("Saved");
  await ada.sees(TYPED);
}

/** A line of the to-do list, whose form is on a view of the trip. */
async function endedOnThePage(javaScriptEnabled) {
  const { ada, trip } = await world({ javaScriptEnabled });
  await ada.go(`/trip/${trip}/lists`);
  await ada.context.clearCookies();
  await ada.page.getByLabel("New to-do").fill(TYPED);
  const add = ada.page.locator("#todo").getByRole("button", { name: "Add", exact: true }).last();
  await add.click();
  await ada.sees("Your session has ended");
  if (javaScriptEnabled) {
    const tab = await ada.context.newPage();
    await tab.goto(`${base}/sign-in`);
    await signIn(ada, tab, "/trips");
    await add.click();
  } else {
    await ada.fill({ Username: ada.username, Password: password });
    await ada.page.locator("main").getByRole("button", { name: "Sign in" }).click();
    await ada.page.getByRole("button", { name: "Send again" }).click();
  }
  await ada.told("Added");
  await ada.page.locator("#todo").getByText(TYPED).waitFor();
}

await run({
  "refused: only reads now": () => refused("You may no longer change this trip", ({ ben, token, trip }) => call("PUT", `/trips/${trip}/roles`, token, { roles: { [ben.username]: "viewer" } })),
  "refused: removed from the trip": () => refused("you are no longer one of its people", ({ ada, token, trip }) => call("PUT", `/trips/${trip}/management`, token, { members: [ada.username] })),
  "refused: the trip is deleted": () => refused("The trip was deleted", ({ token, trip }) => call("DELETE", `/trips/${trip}`, token)),
  "escape asks first": escape,
  "ended session with scripts": endedWithScripts,
  "sessions ended elsewhere": revokedElsewhere,
  "signed out": emptied,
  "ended session without scripts": endedWithoutScripts,
  "ended session, form on the page, with scripts": () => endedOnThePage(true),
  "ended session, form on the page, without scripts": () => endedOnThePage(false),
});
