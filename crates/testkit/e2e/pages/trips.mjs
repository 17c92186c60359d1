// The list of trips, copies, files that are added to a trip, other dates, and photos with their viewer.

import assert from "node:assert/strict";
import { call, fresh, overflow, run, tokenOf, violations, Visitor } from "./browser.mjs";
import { shareLink, world } from "./world.mjs";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");
const photo = (name) => ({ name, mimeType: "image/png", buffer: PNG });
const GPX = '<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="38.7" lon="-9.1"><name>Miradouro</name></wpt></gpx>';

/** A day, counted from today. */
const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const dates = (first, last) => ({ date: { start: `${day(first)}T00:00:00Z`, end: `${day(last)}T00:00:00Z` } });

/** Looks at a page on a phone and on a desk, in both schemes. */
async function looks(who, name) {
  const { page } = who;
  for (const [width, height] of [[390, 844], [1280, 900]]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.equal(await overflow(page), null, `${name} at ${width}`);
      assert.deepEqual(await violations(page), [], `${name} at ${width} in ${colorScheme}`);
      await who.shoot(`${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

async function list() {
  const ada = await (await Visitor.enter()).signUp(fresh("ada"), "Ada");
  const token = await tokenOf(ada.username);
  await ada.sees("No trips yet");
  await looks(ada, "trips-0");
  for (const [name, desc, when] of [
    ["A week in Lisbon", "Tiles, trams and the sea.", dates(-2, 4)],
    ["Norway by train", "", dates(12, 20)],
    ["Somewhere warm", "", {}],
  ]) await call("POST", "/trip", token, { name, desc, ...when });
  await ada.go("/trips");
  const names = () => ada.page.locator("li.card h2").allTextContents();
  assert.deepEqual(await names(), ["A week in Lisbon", "Norway by train", "Somewhere warm"]);
  await ada.sees("In 12 days");
  await looks(ada, "trips-3");
  await ada.page.getByRole("link", { name: "Day 3 of 7" }).click();
  await ada.page.waitForURL("**/trip/*#day-3");
  for (let number = 1; number <= 22; number += 1) await call("POST", "/trip", token, { name: `Walk ${number}`, ...dates(-20 * number, -20 * number + 3) });
  await ada.go("/trips");
  assert.equal((await names()).length, 3 + 20);
  await looks(ada, "trips-25");
  await ada.page.getByRole("link", { name: "Older", exact: true }).click();
  await ada.page.waitForURL("**/trips?show=past*");
  assert.deepEqual(await names(), ["Walk 21", "Walk 22"]);
  await ada.page.getByLabel("Search my trips").fill("norway");
  await ada.page.keyboard.press("Enter");
  await ada.page.waitForURL("**/trips?search=norway");
  assert.deepEqual(await names(), ["Norway by train"]);
}

async function whole() {
  const { ada, trip } = await world();
  const { page } = ada;
  await ada.go(`/trip/${trip}`);

  // A copy at other dates, from the form of the trip.
  await page.getByRole("link", { name: "Edit trip" }).first().click();
  await ada.submit("Copy this trip", { "Name of the trip": "Again", "First day": "2027-06-10", Costs: true }, "Make the copy");
  await page.waitForURL((url) => !url.pathname.includes(trip) && url.pathname.startsWith("/trip/"));
  await ada.sees("Copied. This is the new trip.");
  await ada.sees("10 June 2027");
  await page.getByRole("heading", { name: "Sintra", level: 4 }).first().waitFor();

  // The first day moves: what is planned goes along, or stays.
  await page.getByRole("link", { name: "Edit trip" }).first().click();
  await ada.fill({ "First day": "2027-06-11" }, ada.sheet());
  const last = ada.sheet().getByLabel("Last day");
  const day = Number((await last.inputValue()).slice(-2));
  await ada.fill({ "First day": "2027-06-12" }, ada.sheet());
  assert.equal(Number((await last.inputValue()).slice(-2)), day + 1);
  await ada.sheet().getByRole("button", { name: "Save", exact: true }).first().click();
  await ada.told("Saved");
  await ada.sees("12 June 2027");
  await page.locator("[data-day='1']").getByRole("heading", { name: "Cascais" }).waitFor();
  await page.getByRole("link", { name: "Edit trip" }).first().click();
  await ada.sheet().getByLabel("stays on its dates").check();
  await ada.fill({ "First day": "2027-06-11", "Last day": "2027-06-15" }, ada.sheet());
  await ada.sheet().getByRole("button", { name: "Save", exact: true }).first().click();
  await ada.told("Saved");
  await page.locator("[data-day='2']").getByRole("heading", { name: "Cascais" }).waitFor();
  await ada.sees("1 entry lies outside the first and last day:");
  await page.getByRole("link", { name: "Edit trip" }).first().click();
  await ada.fill({ Days: "soon" }, ada.sheet());
  await ada.sheet().getByRole("button", { name: "Move all days" }).click();
  await ada.sheet().locator("[aria-invalid]").waitFor();
  await ada.fill({ Days: "-3" }, ada.sheet());
  await ada.sheet().getByRole("button", { name: "Move all days" }).click();
  await ada.sees("8 June 2027");

  // A file is added to the trip that is open.
  await ada.go(`/trip/${trip}/map`);
  await page.getByRole("link", { name: "Add from a file" }).click();
  await page.getByLabel("File").setInputFiles({ name: "tour.gpx", mimeType: "application/gpx+xml", buffer: Buffer.from(GPX) });
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator("#preview").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator("main").getByRole("button", { name: "Import" }).click();
  await page.waitForURL(`**/trip/${trip}/map?*`);
  await ada.sees("1 place on the map");
}

/** Chooses files, which uploads them where there are scripts. */
async function upload({ page, hasScript }, files) {
  await page.locator("#upload-photos").setInputFiles(files);
  if (!hasScript) await page.locator("form.upload", { has: page.locator("#upload-photos") }).getByRole("button", { name: "Upload" }).click();
}

/** Photos of different content, since the same one comes once. */
async function draw(page, count) {
  return page.evaluate((count) => Array.from({ length: count }, (_, number) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 600 });
    const context = canvas.getContext("2d");
    context.fillStyle = `hsl(${number * 70} 60% 55%)`;
    context.fillRect(0, 0, 900, 600);
    context.fillStyle = "white";
    context.fillRect(80 + number * 90, 120, 240, 240);
    return canvas.toDataURL("image/png").split(",")[1];
  }), count);
}

async function photos() {
  const { ada, token, trip } = await world();
  const { page } = ada;
  const at = `/trip/${trip}/photos`;
  await ada.go(at);
  const booking = { name: "booking.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await upload(ada, [booking]);
  await ada.sees("“booking.pdf” is not a picture");
  assert.equal(await page.locator(".photos img").count(), 0, "nothing was added");
  const drawn = await draw(page, 4);
  const good = drawn.map((text, number) => ({ name: `${number}.png`, mimeType: "image/png", buffer: Buffer.from(text, "base64") }));
  await upload(ada, [good[0], booking, ...good.slice(1)]);
  await page.locator(".photos li").nth(3).waitFor();
  await page.locator("#status").getByText("“booking.pdf” is not a picture").waitFor();
  await page.getByRole("button", { name: "Remove ticked" }).click();
  await ada.sees("Tick the photos to remove first.");
  await looks(ada, "photos");

  // The viewer, by keys; Escape leads back to where one was.
  await page.getByAltText("Photo 2").click();
  await ada.sees("Photo 2 of 4");
  await looks(ada, "photo");
  const second = new URL(page.url()).pathname;
  await page.keyboard.press("ArrowRight");
  await ada.sees("Photo 3 of 4");
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(`**${second}`);
  await page.getByLabel("Caption").fill("The beach");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("figcaption", { hasText: "The beach" }).waitFor();
  assert.equal(new URL(page.url()).pathname, second, "keys in a field are typed");
  await page.getByRole("button", { name: "Use as the picture of the trip" }).click();
  await ada.sees("Photo 1 of 4");
  await page.locator("main").focus();
  await page.keyboard.press("Escape");
  await page.waitForURL(`**${at}#photo-*`);
  await page.locator(".photos li").first().getByText("The beach").waitFor();

  for (const name of ["Choose Photo 3", "Choose Photo 4"]) await page.getByLabel(name).check();
  await page.getByRole("button", { name: "Remove ticked" }).click();
  await page.getByRole("heading", { name: "Remove 2 photos" }).waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.waitForURL(`**${at}?done=removed*`);
  assert.equal(await page.locator(".photos li").count(), 2);

  // The same for those who have a link, also one with a password; without scripts, too.
  for (const javaScriptEnabled of [true, false]) {
    const guest = await Visitor.enter({ javaScriptEnabled });
    await guest.go(await shareLink(token, trip, { password: "sesame" }));
    await guest.fill({ Password: "sesame" });
    await guest.page.getByRole("button", { name: "Open" }).click();
    await guest.page.getByAltText("Photo 1").first().click();
    const shown = guest.page.locator("[data-viewer]:visible");
    await shown.getByText("Photo 1 of 2").waitFor();
    await shown.locator("figcaption", { hasText: "The beach" }).waitFor();
    await shown.getByRole("link", { name: "Next" }).click();
    await shown.getByText("Photo 2 of 2").waitFor();
    if (!javaScriptEnabled) await shown.getByRole("link", { name: "All photos" }).click();
    else {
      assert.deepEqual(await violations(guest.page), []);
      await guest.shoot("shared-photo");
      await guest.page.keyboard.press("Escape");
    }
    await guest.page.locator(".lightbox:visible").waitFor({ state: "detached" });
  }
}

async function plain() {
  const ada = await (await Visitor.enter({ javaScriptEnabled: false })).signUp(fresh("ada"), "Ada");
  const { page } = ada;
  const token = await tokenOf(ada.username);
  const { uuid, id } = await call("POST", "/trip", token, { name: "Lisbon", ...dates(3, 5) });
  const at = `/trip/${uuid ?? id}`;
  await ada.go(`${at}/photos`);
  await upload(ada, [{ name: "booking.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") }]);
  await ada.sees("“booking.pdf” is not a picture");
  await upload(ada, [photo("sea.png")]);
  await page.getByAltText("Photo 1").click();
  await ada.fill({ Caption: "The beach" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("figcaption", { hasText: "The beach" }).waitFor();
  await page.getByRole("link", { name: "All photos" }).click();
  await page.getByLabel("Choose Photo 1").check();
  await page.getByRole("button", { name: "Remove ticked" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await ada.sees("No photos yet.");
  await ada.go(`${at}/copy`);
  await page.getByRole("button", { name: "Make the copy" }).click();
  await ada.sees("Copied. This is the new trip.");
}

await run({
  "the list of trips": list,
  "copies, files and dates": whole,
  "photos": photos,
  "without scripts": plain,
});
