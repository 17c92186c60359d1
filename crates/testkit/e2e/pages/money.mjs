// Costs as people share them: a dinner in few actions, unequal amounts, rates, payments, and 40 people.

import assert from "node:assert/strict";
import { call, fresh, overflow, run, tokenOf, violations, Visitor } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** The most taps and typed fields that a dinner takes. */
const MAX_ACTIONS = 6;

/** A trip in euros with people of these names; its first one has signed up by the form. */
async function party(names, options = {}) {
  const ada = await (await Visitor.enter({ ...PHONE, ...options })).signUp(fresh(names[0]));
  const token = await tokenOf(ada.username);
  const people = [ada.username];
  for (const name of names.slice(1)) {
    const username = fresh(name);
    await call("POST", "/user", null, { name: username, username, password: "correct horse battery" });
    people.push(username);
  }
  const { uuid, id } = await call("POST", "/trip", token, { name: "Huts", baseCurrency: "EUR" });
  const trip = uuid ?? id;
  await call("PUT", `/trips/${trip}/management`, token, { members: people });
  return { ada, token, people, trip };
}

/** The share and the payment of each member of the last item. */
async function sums(token, trip) {
  const items = await call("GET", `/trips/${trip}/trip_items`, token);
  const { budget } = items[items.length - 1];
  return budget.membersBudget.map(({ memberId, cost, paidValue }) => [memberId, cost, paidValue]);
}

const save = (visitor, name = "Add an expense") => visitor.sheet().getByRole("button", { name, exact: true }).click();

/** The choice of a name in a row of the form, as a finger hits it. */
const chip = (visitor, row, name) => visitor.sheet().locator(`[data-chips="${row}"] label`, { hasText: name });

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

async function dinner(javaScriptEnabled) {
  const { ada, token, people, trip } = await party(["ada", "ben", "cy", "dee", "eve"], { javaScriptEnabled });
  await ada.go(`/trip/${trip}/costs`);
  let actions = 0;
  const act = async (done) => { actions += 1; await done; };
  await act(ada.page.getByRole("link", { name: "Add an expense" }).first().tap());
  await ada.sheet().waitFor();
  await act(ada.sheet().getByLabel("What for").fill("Dinner"));
  await act(ada.sheet().getByLabel("Cost").fill("100.01"));
  await act(chip(ada, "for", people[4]).tap());
  await act(ada.sheet().getByRole("button", { name: "Add an expense" }).tap());
  await ada.told("Added");
  assert.ok(actions <= MAX_ACTIONS, `${actions} actions`);
  const [first, ben, cy, dee] = people;
  assert.deepEqual(await sums(token, trip), [[first, 25.01, 100.01], [ben, 25, 0], [cy, 25, 0], [dee, 25, 0]]);
  await ada.sees(`${ben} owes ${first} EUR 25.00`);
  await ada.page.getByRole("link", { name: "Edit Dinner" }).click();
  await ada.sheet().waitFor();
  assert.equal(await chip(ada, "for", people[4]).getByRole("checkbox").isChecked(), false);
  assert.equal(await chip(ada, "payer", first).getByRole("radio").isChecked(), true);
  await chip(ada, "payer", ben).tap();
  await save(ada, "Save");
  await ada.told("Saved");
  assert.equal((await sums(token, trip))[1][2], 100.01);
  await ada.page.getByRole("link", { name: "Edit Dinner" }).click();
  await ada.sheet().getByRole("link", { name: "Remove this expense" }).click();
  await ada.sheet().getByRole("button", { name: "Remove" }).click();
  await ada.told("Removed");
  return `${actions} actions`;
}

async function unequal(javaScriptEnabled) {
  const { ada, token, people, trip } = await party(["ada", "ben", "cy"], { javaScriptEnabled });
  const [first, ben, cy] = people;
  await ada.go(`/trip/${trip}/costs`);
  await ada.page.getByRole("link", { name: "Add an expense" }).first().click();
  await ada.fill({ "What for": "Hut", Cost: "90" }, ada.sheet());
  const amount = (label) => ada.sheet().getByLabel(label, { exact: true });
  assert.equal(await amount(`${ben}'s share`).isVisible(), false);
  await chip(ada, "split", "By amounts").click();
  await amount(`${ben}'s share`).fill("50");
  const left = ada.sheet().locator('[data-chips="for"] [aria-live]');
  if (ada.hasScript) assert.equal(await left.textContent(), "Left: 40.00, split equally by 2");
  await amount(`${first}'s share`).fill("30");
  await amount(`${cy}'s share`).fill("5");
  if (ada.hasScript) {
    assert.equal(await left.textContent(), "Left: 5.00");
    await amount(`${cy}'s share`).fill("15");
    assert.equal(await left.textContent(), "Too much: 5.00");
    await amount(`${cy}'s share`).fill("5");
    await hold(ada, "amounts");
    await ada.shoot("money-amounts");
  }
  await chip(ada, "payer", "Several").click();
  await amount(`${ben} paid`).fill("60");
  await save(ada);
  await ada.sheet().getByText("Must add up to 90.00: 5.00 is left.").waitFor();
  await ada.sheet().getByText("Must add up to 90.00: 30.00 is left.").waitFor();
  if (ada.hasScript) await hold(ada, "refused amounts");
  assert.equal(await amount(`${cy}'s share`).inputValue(), "5");
  await amount(`${cy}'s share`).fill("0");
  await amount(`${first}'s share`).fill("");
  await amount("Not paid yet").fill("30");
  await save(ada);
  await ada.told("Added");
  assert.deepEqual(await sums(token, trip), [[first, 40, 0], [ben, 50, 60]]);
  await ada.page.getByRole("link", { name: "Edit Hut" }).click();
  await chip(ada, "split", "By parts").click();
  await chip(ada, "for", cy).click();
  await amount(`${first}'s share`).fill("2");
  await amount(`${ben}'s share`).fill("");
  await save(ada, "Save");
  await ada.told("Saved");
  assert.deepEqual((await sums(token, trip)).map(([, cost]) => cost), [45, 22.5, 22.5]);
}

/** Back to a form that was sent, and once more the button: one expense. */
async function sentAgain() {
  const { ada, token, trip } = await party(["ada", "ben"], { javaScriptEnabled: false });
  await ada.go(`/trip/${trip}/expenses/new`);
  await ada.fill({ "What for": "Taxi", Cost: "20" });
  await save(ada);
  await ada.sees("Taxi");
  await ada.back();
  await save(ada);
  await ada.sees("Taxi");
  const items = await call("GET", `/trips/${trip}/trip_items`, token);
  assert.equal(items.length, 1);
}

async function rates(javaScriptEnabled) {
  const { ada, people, trip } = await party(["ada", "ben"], { javaScriptEnabled });
  await ada.go(`/trip/${trip}/costs`);
  await ada.submit("Add an expense", { "What for": "Pierogi", Cost: "100", Currency: "PLN" }, "Add an expense");
  const rate = ada.page.getByLabel("1 PLN in EUR");
  await rate.waitFor();
  await ada.sees("Not in the sums");
  assert.equal(await ada.page.getByText("All is settled").count(), 0);
  if (ada.hasScript) {
    assert.ok(await rate.evaluate((field) => field === document.activeElement), "the rate is asked for");
    await hold(ada, "a missing rate");
  }
  await rate.fill("0");
  await ada.page.getByRole("button", { name: "Use this rate" }).click();
  await ada.sheet().getByText("Must be above 0.").waitFor();
  await ada.fill({ "1 PLN in EUR": "0.23" }, ada.sheet());
  await save(ada, "Save");
  await ada.told("Saved");
  await ada.sees(`${people[1]} owes ${people[0]} EUR 11.50`);
  await ada.page.getByRole("link", { name: "Exchange rates" }).click();
  assert.equal(await ada.sheet().getByLabel("1 PLN in EUR").inputValue(), "0.23");
  if (ada.hasScript) await hold(ada, "all rates");
  await ada.sheet().getByLabel("Which way round").first().selectOption({ label: "1 EUR = … PLN" });
  await ada.fill({ "1 PLN in EUR": "4" }, ada.sheet());
  await save(ada, "Save");
  await ada.told("Saved");
  await ada.sees(`${people[1]} owes ${people[0]} EUR 12.50`);
}

async function payments(javaScriptEnabled) {
  const { ada, people: [first, ben], trip } = await party(["ada", "ben"], { javaScriptEnabled });
  const { page } = ada;
  await ada.go(`/trip/${trip}/costs`);
  await ada.submit("Add an expense", { "What for": "Hut", Cost: "50" }, "Add an expense");
  await ada.told("Added");
  const part = page.getByLabel(`EUR that ${ben} pays ${first}`);
  const mark = page.getByRole("button", { name: `Mark as paid: ${ben} to ${first}` });
  assert.equal(await part.inputValue(), "25.00");
  await part.fill("lots");
  await mark.click();
  await ada.sheet().getByText("Must be a number.").waitFor();
  assert.equal(await ada.sheet().getByLabel("Amount").inputValue(), "lots");
  await ada.go(`/trip/${trip}/costs`);
  await part.fill("10");
  await mark.click();
  await ada.told("Recorded as paid");
  await ada.sees(`${ben} owes ${first} EUR 15.00`);
  await ada.submit("Record a payment", { "Who paid": ben, "To whom": first, Amount: "15", Note: "In cash" }, "Record");
  await ada.told("Recorded as paid");
  await ada.sees("All is settled.");
  await ada.sees("You are even");
  await page.getByRole("button", { name: `Undo: ${ben} paid ${first} EUR 10.00` }).click();
  await ada.told("Undone");
  await ada.sees(`${ben} owes ${first} EUR 10.00`);
  if (ada.hasScript) await hold(ada, "payments");
}

async function forty() {
  const names = Array.from({ length: 40 }, (_, place) => `traveller${place}x`);
  const { ada, token, trip } = await party(names);
  const heights = {};
  // An item has fields of its own before those of its cost.
  const forms = [["/expenses/new", "expense", "What for"], ["/items/new", "item", "Cost"], ["/budget", "trip", "Cost"]];
  for (const [path, name, first] of forms) {
    assert.equal(await ada.go(`/trip/${trip}${path}`), 200);
    const [top, bottom] = [ada.sheet().getByLabel(first), ada.sheet().locator("button[type=submit]").first()];
    const [begin, end] = await Promise.all([top.boundingBox(), bottom.boundingBox()]);
    heights[name] = end.y + end.height - begin.y;
    await hold(ada, `${name} of 40`);
    await ada.shoot(`money-40-${name}`, { fullPage: true });
  }
  for (const [name, height] of Object.entries(heights)) assert.ok(height <= 2 * 844, `${name}: ${height} px`);
  await ada.go(`/trip/${trip}/costs`);
  await ada.submit("Add an expense", { "What for": "Bus", Cost: "400" }, "Add an expense");
  await ada.told("Added");
  assert.equal((await sums(token, trip)).length, 40);
  return Object.entries(heights).map(([name, height]) => `${name} ${Math.round(height)} px`).join(", ");
}

await run({
  "a dinner of five": () => dinner(true),
  "a dinner of five without scripts": () => dinner(false),
  "unequal amounts": () => unequal(true),
  "unequal amounts without scripts": () => unequal(false),
  "sent again after Back": sentAgain,
  "rates": () => rates(true),
  "rates without scripts": () => rates(false),
  "payments": () => payments(true),
  "payments without scripts": () => payments(false),
  "40 people on a phone": forty,
});
