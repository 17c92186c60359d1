// From an address book to a member: an invitation by link, with scripts and without; people without an account; questions before somebody goes.

import assert from "node:assert/strict";
import { base, call, fresh, overflow, run, tokenOf, violations, Visitor } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Asserts that a page has nothing that axe-core finds in either scheme, and that it fits. */
async function hold({ page }, what) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 844 });
  assert.equal(await overflow(page), null, what);
  await page.setViewportSize(size);
}

/** A trip of somebody who has signed up, with costs of Ben, who has no account. */
async function trip(options) {
  const ada = await (await Visitor.enter({ ...PHONE, ...options })).signUp(fresh("ada"), "Ada");
  const token = await tokenOf(ada.username);
  const { uuid } = await call("POST", "/trip", token, { name: "A week in Lisbon", baseCurrency: "EUR" });
  await ada.go(`/trip/${uuid}/people`);
  await ada.submit("Add by name", { Name: "Ben" }, "Add");
  await ada.page.locator("#people li", { hasText: "Ben" }).getByText("no account").waitFor();
  const [{ memberId }] = await call("GET", `/trips/${uuid}/parties`, token);
  const membersBudget = [{ memberId: ada.username, cost: 20 }, { memberId, cost: 20, paidValue: 40 }];
  await call("PUT", `/trips/${uuid}/budget`, token, { budget: { membersBudget } });
  await ada.go(`/trip/${uuid}/costs`);
  await ada.sees("Ada owes Ben EUR 20.00");
  await ada.go(`/trip/${uuid}/people`);
  return { ada, token, uuid };
}

/** Two taps by each side, with what sends and opens the link between them. */
async function journey(javaScriptEnabled) {
  const { ada, uuid } = await trip({ javaScriptEnabled });
  if (ada.hasScript) {
    await ada.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: base });
    await ada.page.evaluate(() => { navigator.share = async (data) => { document.body.dataset.shared = data.url; }; });
  }
  let taps = 0;
  const tap = async (button) => { taps += 1; await button.tap(); };
  await tap(ada.page.getByRole("button", { name: "Invite by link" }));
  await ada.told("The link is ready");
  const address = ada.page.getByRole("textbox", { name: "Invitation link" });
  const url = await address.inputValue();
  assert.match(url, /\/join\/[\w-]{64}$/);
  if (ada.hasScript) {
    await tap(ada.page.getByRole("button", { name: "Send" }));
    assert.equal(await ada.page.locator("body").getAttribute("data-shared"), url);
    assert.equal(taps, 2, "two taps of hers");
    await ada.page.getByRole("button", { name: "Copy" }).tap();
    await ada.told("Copied.");
    assert.equal(await ada.page.evaluate(() => navigator.clipboard.readText()), url);
    await hold(ada, "invitations");
    await ada.shoot("invitations", { fullPage: true });
  } else {
    assert.equal(await ada.page.getByRole("button", { name: "Copy" }).count(), 0, "only what works is offered");
  }

  const ben = await Visitor.enter({ ...PHONE, javaScriptEnabled });
  const path = url.replace(/^https?:\/\/[^/]+/, "");
  assert.equal(await ben.go(path), 200);
  await ben.sees("Ada invites you to this trip.");
  if (ben.hasScript) {
    await hold(ben, "an invitation");
    await ben.shoot("join");
  }
  await ben.page.getByText("Ben", { exact: true }).tap();
  await ben.page.getByRole("button", { name: "Join with a new account" }).tap();
  await ben.page.waitForURL("**/sign-up?return=*");
  const username = fresh("ben");
  await ben.fill({ "Your name": "Benjamin", Username: username, Password: "correct horse battery" });
  await ben.page.locator("main").getByRole("button", { name: "Sign up" }).tap();
  await ben.page.waitForURL("**/join/*");
  assert.ok(await ben.page.getByRole("radio", { name: "Ben" }).isChecked(), "the choice is kept");
  await ben.page.getByRole("button", { name: "Join", exact: true }).tap();
  await ben.page.waitForURL(`**/trip/${uuid}?done=joined`);
  await ben.page.getByRole("link", { name: "Costs" }).click();
  await ben.sees("Ada owes Benjamin EUR 20.00");

  // Who has an account: opens the link, and joins.
  const cy = await (await Visitor.enter({ ...PHONE, javaScriptEnabled })).signUp(fresh("cy"), "Cy");
  await cy.go(path);
  await cy.page.getByRole("button", { name: "Join", exact: true }).tap();
  await cy.page.waitForURL(`**/trip/${uuid}?done=joined`);
  await ada.go(`/trip/${uuid}/people`);
  await ada.sees("2 joined");
  await ada.page.getByRole("button", { name: "End this link: Invitation link" }).tap();
  await ada.told("Sharing has stopped");
  const late = await Visitor.enter({ ...PHONE, javaScriptEnabled });
  assert.equal(await late.go(path), 404);
  return `${taps || 1} taps`;
}

async function unknown() {
  const { ada } = await trip({});
  await ada.page.locator("#new-person").fill("ben@example.org");
  await ada.page.locator("#people .add-row").getByRole("button", { name: "Add", exact: true }).tap();
  await ada.sheet().getByText("Nobody here has this username.").waitFor();
  const field = ada.sheet().getByLabel("Username");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await field.inputValue(), "ben@example.org");
  await hold(ada, "an unknown name");
  await ada.sheet().getByRole("button", { name: "Invite by link" }).tap();
  await ada.told("The link is ready");
  await ada.page.getByRole("textbox", { name: "Invitation link" }).waitFor();
}

async function questions(javaScriptEnabled) {
  const { ada, token, uuid } = await trip({ javaScriptEnabled });
  const ben = await (await Visitor.enter({ ...PHONE, javaScriptEnabled })).signUp(fresh("ben"), "Ben Nevis");
  await call("PUT", `/trips/${uuid}/management`, token, { members: [ben.username] });
  await ada.go(`/trip/${uuid}/people`);
  for (const [link, question, button] of [["Remove Ben Nevis", "Take Ben Nevis off the trip?", "Remove"], ["Make owner: Ben Nevis", "Make Ben Nevis the owner?", "Make owner"]]) {
    await ada.page.getByRole("link", { name: link, exact: true }).click();
    await ada.sheet().getByRole("heading", { name: question }).waitFor();
    if (ada.hasScript && button === "Remove") {
      await hold(ada, question);
      await ada.sheet().getByRole("link", { name: "Cancel" }).click();
      continue;
    }
    if (button === "Remove") await ada.go(`/trip/${uuid}/people`);
    else await ada.sheet().getByRole("button", { name: button, exact: true }).click();
  }
  await ada.told("Saved");
  await ben.go(`/trip/${uuid}/people`);
  await ben.page.getByRole("link", { name: "Remove Ada", exact: true }).waitFor();
}

await run({
  "from an address book to a member": () => journey(true),
  "from an address book to a member, without scripts": () => journey(false),
  "an unknown name leads to an invitation": unknown,
  "handing over and removing ask": () => questions(true),
  "handing over and removing ask, without scripts": () => questions(false),
});
