// What was typed outlives reloads, Back, another page, a lost network and an ended session; and what is sent is sent once.

import assert from "node:assert/strict";
import { call, fresh, password, run, tokenOf, violations } from "./browser.mjs";
import { world } from "./world.mjs";

const TYPED = "Typed at length";

const link = ({ page }, name = "Edit Porto") => page.getByRole("link", { name, exact: true }).first();
const field = (visitor) => visitor.sheet().getByLabel("Description");
const restored = (visitor) => visitor.sheet().getByText("Restored what you had typed.");
const dialog = ({ page }) => page.locator("dialog[open]");

/** Opens the form of an item, and types into it. */
async function type(visitor, trip) {
  await visitor.go(`/trip/${trip}`);
  await link(visitor).click();
  await field(visitor).fill(TYPED);
}

/** The form has what was typed, and says so. */
async function isBack(visitor) {
  await restored(visitor).waitFor();
  assert.equal(await field(visitor).inputValue(), TYPED);
}

async function reload() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.page.reload();
  await ada.sees("Typed, but not saved yet:");
  await ada.page.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await violations(ada.page), []);
  await link(ada).click();
  await isBack(ada);
  assert.deepEqual(await violations(ada.page), []);
  // The other form of the same kind is as it was.
  await ada.page.reload();
  await link(ada, "Edit Braga").click();
  await field(ada).waitFor();
  assert.equal(await restored(ada).count(), 0);
  await ada.page.reload();
  await link(ada).click();
  await isBack(ada);
  await ada.sheet().getByRole("button", { name: "Save", exact: true }).click();
  await ada.told("Saved");
  await ada.page.reload();
  assert.equal(await ada.page.getByText("not saved yet").count(), 0, "what is saved is no draft");
  await ada.sees(TYPED);
}

/** The day at which Add was pressed counts, not that of what was typed before. */
async function otherDay() {
  const { ada, trip } = await world();
  const add = (day) => ada.page.getByRole("link", { name: `Add to day ${day}`, exact: true }).first().click();
  await ada.go(`/trip/${trip}`);
  await add(2);
  await ada.sheet().getByLabel("Place or title").fill("Museum");
  await ada.go("/account");
  await ada.go(`/trip/${trip}`);
  await add(3);
  await ada.sheet().getByLabel("Place or title").waitFor();
  assert.equal(await ada.sheet().getByLabel("Place or title").inputValue(), "Museum");
  // Not the button that discards it.
  assert.equal(await ada.page.evaluate(() => document.activeElement.name), "name");
  assert.equal(await ada.sheet().locator("[name='day']").first().inputValue(), "3");
}

async function backAndForward() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.back();
  await ada.page.goForward({ waitUntil: "commit" });
  // The browser shows the page as it was left, with its form.
  await field(ada).waitFor();
  assert.equal(await field(ada).inputValue(), TYPED);
  await ada.go("/account");
  await ada.go(`/trip/${trip}`);
  await ada.page.locator("#status a").first().click();
  await isBack(ada);
  await ada.sheet().getByRole("button", { name: "Discard" }).click();
  assert.equal(await field(ada).inputValue(), "Tram 1 along the river");
  await ada.page.keyboard.press("Escape");
  await dialog(ada).waitFor({ state: "detached" });
  await ada.page.reload();
  await link(ada).click();
  await field(ada).waitFor();
  assert.equal(await restored(ada).count(), 0, "what is discarded is gone");
}

/** Escape, Cancel and a tap beside the dialog ask first. The answer is no, then yes. */
async function leaving() {
  const { ada, trip } = await world();
  const ways = [
    () => ada.page.keyboard.press("Escape"),
    () => ada.sheet().getByRole("link", { name: "Cancel" }).click(),
    () => ada.page.mouse.click(5, 5),
  ];
  for (const leave of ways) {
    await type(ada, trip);
    for (let time = 0; time < 2; time += 1) {
      await leave();
      assert.equal(await field(ada).inputValue(), TYPED);
      assert.deepEqual(ada.troubles.splice(0), ["a dialog: Discard what you have typed?"]);
    }
    await ada.page.evaluate(() => { window.confirm = () => true; });
    await leave();
    await dialog(ada).waitFor({ state: "detached" });
    await link(ada).click();
    await field(ada).waitFor();
    assert.equal(await restored(ada).count(), 0);
    await leave();
    await dialog(ada).waitFor({ state: "detached" });
    assert.deepEqual(ada.troubles, [], "a form as it was opened closes without a question");
  }
}

/** The session ends; they sign in on the same tab. Somebody else who signs in there sees nothing. */
async function endedHere() {
  const { ada, ben, trip } = await world();
  const signIn = async (username) => {
    await ada.context.clearCookies();
    await ada.go(`/trip/${trip}`);
    await ada.page.getByRole("link", { name: "Sign in and come back" }).click();
    await ada.fill({ Username: username, Password: password });
    await ada.page.locator("main").getByRole("button", { name: "Sign in" }).click();
    await ada.page.waitForURL(`**/trip/${trip}`);
  };
  await type(ada, trip);
  await signIn(ada.username);
  await dialog(ada).waitFor();
  await isBack(ada);
  await signIn(ben.username);
  await link(ada).click();
  await field(ada).waitFor();
  assert.equal(await restored(ada).count(), 0);
  assert.equal(await ada.page.evaluate(() => Object.keys(sessionStorage).length), 0);
}

/** The session ends while a form is open; they sign in on another tab, which has the form; both tabs may save. */
async function endedElsewhere() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.context.clearCookies();
  const save = (page) => page.locator("dialog").getByRole("button", { name: "Save", exact: true });
  await save(ada.page).click();
  const opened = ada.context.waitForEvent("page");
  await ada.sheet().getByRole("link", { name: "Sign in" }).click();
  const tab = await opened;
  ada.watch(tab);
  await ada.fill({ Username: ada.username, Password: password }, tab.locator("main"));
  await tab.locator("main").getByRole("button", { name: "Sign in" }).click();
  await tab.waitForURL(`**/trip/${trip}`);
  await tab.locator("dialog").getByText("Restored what you had typed.").waitFor();
  assert.equal(await tab.locator("dialog").getByLabel("Description").inputValue(), TYPED);
  await save(ada.page).click();
  await ada.told("Saved");
  await save(tab).click();
  await dialog({ page: tab }).waitFor({ state: "detached" });
  await tab.getByText(TYPED).first().waitFor();
}

async function signedOut() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.page.reload();
  await ada.page.getByRole("button", { name: "Sign out" }).click();
  await ada.told("You are signed out.");
  assert.equal(await ada.page.evaluate(() => Object.keys(sessionStorage).length), 0);
}

/** Passwords are not kept; the fields beside them are. */
async function secrets() {
  const { ada } = await world();
  await ada.go("/account");
  for (const input of await ada.page.locator("main input[type=password]").all()) await input.fill("staple correct");
  const name = ada.page.locator("main").getByLabel("Your name");
  await name.fill("Countess");
  assert.ok(!JSON.stringify(await ada.page.evaluate(() => ({ ...sessionStorage }))).includes("staple"));
  await ada.page.reload();
  await ada.sees("Restored what you had typed.");
  assert.equal(await name.inputValue(), "Countess");
}

/** On a phone, a save without network says so where the button is. */
async function lostNetwork() {
  const { ada, trip } = await world({ viewport: { width: 390, height: 844 } });
  await type(ada, trip);
  await ada.context.setOffline(true);
  const save = ada.sheet().getByRole("button", { name: "Save", exact: true });
  await save.click();
  const alert = ada.page.locator("dialog [role=alert]");
  await alert.getByText("could not be reached").waitFor();
  const box = await alert.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 844, "the reason is in the window");
  assert.ok(await alert.evaluate((line) => line === document.activeElement));
  assert.deepEqual(await violations(ada.page), []);
  await ada.context.setOffline(false);
  await save.click();
  await ada.told("Saved");
  await ada.sees(TYPED);
  ada.troubles = ada.troubles.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"));
}

/** A slow answer: the button says so, and a second tap sends nothing. */
async function twoTaps() {
  const { ada, trip } = await world();
  let sent = 0;
  await ada.context.route(/\/items\/new\??$/, async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      await new Promise((resolve) => { setTimeout(resolve, 1_500); });
    }
    await route.continue();
  });
  await ada.go(`/trip/${trip}`);
  await ada.page.getByRole("link", { name: "Add to day 1", exact: true }).first().click();
  await ada.fill({ "Place or title": "Only once" }, ada.sheet());
  const button = ada.sheet().locator("button[type=submit]").first();
  await button.click();
  assert.equal(await button.getAttribute("aria-busy"), "true");
  assert.equal(await button.textContent(), "Saving…");
  await ada.page.locator("dialog > [role=status]", { hasText: "Saving…" }).waitFor({ state: "attached" });
  await button.click({ force: true });
  await ada.page.keyboard.press("Enter");
  await ada.told("Added");
  assert.equal(sent, 1);
  await ada.page.reload();
  assert.equal(await ada.page.getByRole("heading", { name: "Only once", level: 4 }).count(), 1);
}

/** What is typed on the page itself stays when a button beside it is pressed. */
async function onThePage() {
  const { ada, trip } = await world();
  await ada.go(`/trip/${trip}/lists`);
  const input = ada.page.getByLabel("New to-do");
  await input.fill(TYPED);
  await ada.page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await ada.page.locator("#todo li", { hasText: "Pack a rain jacket" }).waitFor({ state: "detached" });
  assert.equal(await input.inputValue(), TYPED);
  await ada.page.reload();
  assert.equal(await input.inputValue(), TYPED);
  await ada.page.locator("#todo").getByRole("button", { name: "Add", exact: true }).last().click();
  await ada.page.locator("#todo li", { hasText: TYPED }).waitFor();
  assert.equal(await input.inputValue(), "");
}

/** Somebody else's change beside a draft: both are shown, and a second save replaces it. */
async function changedMeanwhile() {
  const { ada, ben, trip } = await world();
  await type(ada, trip);
  await ben.go(`/trip/${trip}`);
  await ben.submit("Edit Porto", { Description: "By Ben" }, "Save");
  await ben.told("Saved");
  await ada.page.reload();
  await link(ada).click();
  await isBack(ada);
  const save = ada.sheet().getByRole("button", { name: "Save", exact: true });
  const meet = async () => {
    await save.click();
    await ada.sheet().getByText(`${ben.name} has changed the same here`).waitFor();
    await ada.sheet().getByText("By Ben").first().waitFor();
    assert.equal(await field(ada).inputValue(), TYPED);
  };
  await meet();
  // Who leaves it and comes back is asked again.
  await ada.page.reload();
  await link(ada).click();
  await isBack(ada);
  await meet();
  await save.click();
  await ada.told("Saved");
  await ada.sees(TYPED);
}

/** A refused form in a dialog keeps its draft. */
async function refused() {
  const { ada, trip } = await world();
  await type(ada, trip);
  await ada.sheet().getByLabel("Cost").fill("lots");
  await ada.sheet().getByRole("button", { name: "Save", exact: true }).click();
  await ada.sheet().getByText("Must be a number.").waitFor();
  await ada.page.reload();
  await link(ada).click();
  await isBack(ada);
}

/** Each payment has a draft of its own, and choices come back by what they name. */
async function samePlaces() {
  const { ada, ben, token, trip, people } = await world();
  const join = async (name) => {
    people.push(fresh(name));
    await call("POST", "/user", null, { name: people.at(-1), username: people.at(-1), password });
    await call("PUT", `/trips/${trip}/management`, token, { members: people });
    return people.at(-1);
  };
  const dee = await join("dee");
  const membersBudget = people.map((memberId) => ({ memberId, cost: 300, paidValue: memberId === ada.username ? 900 : 0 }));
  await call("POST", `/trips/${trip}/trip_items`, await tokenOf(ada.username), { item_type: "destination", day: 4, destination: { name: "Villa" }, budget: { totalCost: 900, currency: "EUR", membersBudget } });
  await ada.go(`/trip/${trip}/costs`);
  const amount = (who) => ada.page.getByLabel(`EUR that ${who} pays ${ada.name}`);
  const owed = await amount(dee).inputValue();
  await amount(ben.name).fill("1");
  await ada.page.reload();
  assert.equal(await amount(ben.name).inputValue(), "1");
  assert.equal(await amount(dee).inputValue(), owed);

  const share = (who) => ada.sheet().locator('[data-chips="for"] label', { hasText: who }).getByRole("checkbox");
  await link(ada, "Add an expense").click();
  await share(ben.name).setChecked(false, { force: true });
  const cy = await join("cy");
  await ada.page.reload();
  await link(ada, "Add an expense").click();
  await restored(ada).waitFor();
  for (const who of [ada.name, dee, cy]) assert.ok(await share(who).isChecked(), who);
  assert.ok(!(await share(ben.name).isChecked()));
}

await run({
  "a draft outlives a reload": reload,
  "a draft outlives Back and other pages": backAndForward,
  "a draft follows to another day": otherDay,
  "leaving a form asks first": leaving,
  "a draft outlives a session that ends, on the same tab": endedHere,
  "a draft outlives a session that ends, on another tab": endedElsewhere,
  "signing out removes drafts": signedOut,
  "passwords are not kept": secrets,
  "a draft outlives a lost network": lostNetwork,
  "two taps send once": twoTaps,
  "a draft on the page itself": onThePage,
  "a draft outlives a refusal": refused,
  "drafts of forms with one address": samePlaces,
  "a draft and somebody else's change": changedMeanwhile,
});
