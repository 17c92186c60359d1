// Every page: no violation that axe-core finds, in both schemes; at 320 px nothing to scroll sideways; no
// pin of the map beside the days is cut off.

import assert from "node:assert/strict";
import { call, fresh, overflow, run, violations, Visitor } from "./browser.mjs";
import { shareLink, world } from "./world.mjs";

const SCHEMES = ["light", "dark"];
const WIDTHS = [320, 390, 768, 1280, 1920];
// The rules of axe-core that depend on how wide the window is.
const OF_WIDTH = ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block", "label-content-name-mismatch"];
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const found = [];
let pages = 0;

/** The pins that the map beside the days cuts off. */
function cutPins() {
  const box = document.querySelector(".map-beside svg")?.getBoundingClientRect();
  if (!box?.width) return [];
  const pins = [...document.querySelectorAll(".map-beside .pin:not([visibility]) circle")];
  const isCut = (pin) => pin.left < box.left || pin.right > box.right || pin.top < box.top || pin.bottom > box.bottom;
  return pins.map((pin) => pin.getBoundingClientRect()).filter(isCut).map((pin) => [pin.x, pin.y]);
}

/** Holds the page that is open, or a part of it, to the rules; takes pictures of those that have a name. */
async function hold(visitor, what, name, within) {
  const { page } = visitor;
  pages += 1;
  for (const colorScheme of SCHEMES) {
    // Without transitions, whose colours are of neither scheme.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Only colours depend on the scheme.
    const options = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    for (const violation of await violations(page, options, within)) found.push({ what, colorScheme, ...violation });
    if (name) await visitor.shoot(`${name}-${colorScheme}`, { fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
  const { width } = page.viewportSize();
  for (const narrow of WIDTHS) {
    await page.setViewportSize({ width: narrow, height: 800 });
    const excess = await overflow(page);
    if (excess) found.push({ what, width: narrow, excess });
    const cut = await page.evaluate(cutPins);
    if (cut.length) found.push({ what, width: narrow, cut });
    if (narrow === 320) {
      for (const violation of await violations(page, { runOnly: OF_WIDTH }, within)) found.push({ what, width: narrow, ...violation });
      if (name) await visitor.shoot(`${name}-320`, { fullPage: true });
    }
  }
  await page.setViewportSize({ width, height: 900 });
}

async function visit(visitor, path, status = 200, name = undefined) {
  assert.equal(await visitor.go(path), status, path);
  await hold(visitor, path.replace(/[0-9a-f-]{36}/, "ID").slice(0, 80), name);
}

function report() {
  const all = found.splice(0);
  assert.deepEqual(all, []);
  return `${pages} pages`;
}

async function entering() {
  const nobody = await Visitor.enter();
  await visit(nobody, "/", 200, "front");
  await visit(nobody, "/sign-up", 200, "sign-up");
  await visit(nobody, "/sign-in?return=%2Faccount", 200, "sign-in");
  await nobody.fill({ Username: "nobody", Password: "wrong horse" });
  await nobody.page.locator("main").getByRole("button", { name: "Sign in" }).click();
  await nobody.sees("do not match");
  await hold(nobody, "a refused sign-in");
  await visit(nobody, "/trip/00000000-0000-4000-8000-000000000000", 404, "404");
  await visit(nobody, "/nowhere", 404);
  await visit(nobody, "/offline");
  await visit(nobody, "/s/nothing", 404);
  await visit(nobody, "/assets/nothing", 404);
  const ada = await Visitor.enter();
  await ada.go("/sign-up");
  await ada.context.clearCookies();
  await ada.fill({ "Your name": "Ada", Username: fresh("ada"), Password: "short" });
  await ada.page.locator("main").getByRole("button", { name: "Sign up" }).click();
  await ada.page.getByRole("heading", { level: 1 }).waitFor();
  await hold(ada, "a refused form", "error");
  return report();
}

async function own() {
  const { ada, ben, token, trip } = await world();
  const at = `/trip/${trip}`;
  await visit(ben, "/trips");
  const newcomer = await (await Visitor.enter()).signUp(fresh("new"));
  await visit(newcomer, "/trips", 200, "no-trips");
  await visit(ada, "/trips", 200, "trips");
  await visit(ada, "/trips?search=porto");
  await visit(ada, "/trips/new", 200, "new-trip");
  await visit(ada, "/trips/import", 200, "import");
  await visit(ada, "/account", 200, "account");
  await visit(ada, "/account/delete");
  await visit(ada, at, 200, "trip");
  for (const view of ["map", "costs", "lists", "photos", "people"]) await visit(ada, `${at}/${view}`, 200, view);
  const empty = await call("POST", "/trip", token, { name: LONG });
  await visit(ada, `/trip/${empty.uuid ?? empty.id}`, 200, "empty-trip");
  const [first] = await call("GET", `/trips/${trip}/trip_items`, token);
  const detail = await call("GET", `/trips/${trip}`, token);
  const forms = [
    "/items/new?day=2", `/item?id=${first.item_id}`, `/item/remove?id=${first.item_id}`, `/item/place?id=${first.item_id}`, `/item/place/search?id=${first.item_id}`, "/budget", "/expenses/new", "/rates", "/payments/new", "/settlement", "/settings", "/delete", "/copy", "/import", "/photos",
    "/notes", "/links/new", "/locations/new", "/locations/edit?place=0", `/places/edit?id=${detail.dest[0]}`,
  ];
  for (const path of forms) await visit(ada, at + path, 200, { "/items/new?day=2": "item", "/settings": "settings", "/settlement": "settlement" }[path]);
  await ada.go(`${at}/people`);
  await ada.page.getByRole("button", { name: "New address" }).click();
  await ada.sees("Copy it now");
  await hold(ada, "the address of a calendar");
  await ada.go(`${at}/map`);
  await ada.page.getByRole("button", { name: "Remove Lisbon" }).click();
  await ada.page.locator("#places").getByRole("button", { name: "Undo" }).waitFor();
  // Else the bar of sections covers what it was scrolled over.
  await ada.page.evaluate(() => scrollTo(0, 0));
  await hold(ada, "the offer to undo");
  await ada.go("/trips/import");
  const gpx = '<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="38.7" lon="-9.1"><name>Home</name></wpt><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>';
  await ada.page.getByLabel("File").setInputFiles({ name: "tour.gpx", mimeType: "application/gpx+xml", buffer: Buffer.from(gpx) });
  await ada.page.getByRole("button", { name: "Preview" }).click();
  await ada.sees("a line of less than two points is left out");
  await hold(ada, "the preview of an import", "preview");
  return report();
}

async function dialogs() {
  const { ada, trip } = await world();
  await ada.go(`/trip/${trip}`);
  for (const name of ["Add to day 1", "Edit Lisbon", "Edit trip", "Edit Costs of the whole trip"]) {
    if (name.includes("Costs")) await ada.go(`/trip/${trip}/costs`);
    await ada.page.getByRole("link", { name, exact: true }).first().click();
    await ada.page.locator("dialog[open]").waitFor();
    await hold(ada, `the dialog ${name}`, name === "Edit Lisbon" ? "dialog" : undefined);
    await ada.page.keyboard.press("Escape");
  }
  await ada.go(`/trip/${trip}`);
  await ada.page.locator("summary[aria-label='More: Lisbon']").click();
  // Only the menu, since it covers what is below it.
  await hold(ada, "the menu of an item", undefined, "details[open]:has(> summary[aria-label='More: Lisbon'])");
  return report();
}

/** Lists with all that they may have, and their forms; with many entries, in German and in Japanese. */
async function lists() {
  const { ada, token, trip } = await world();
  const at = `/trip/${trip}/lists`;
  await visit(ada, at, 200, "lists-3");
  const entry = (number) => ({ text: number % 7 ? `Thing ${number}` : `${LONG} ${number}`, done: number % 4 === 0, ...(number % 3 === 0 && { by: ada.username }) });
  const entries = (count) => Array.from({ length: count }, (_, number) => entry(number));
  const set = (...counts) => call("PUT", `/trips/${trip}/lists`, token, { lists: counts.map((count, place) => ({ name: ["To-do", "Packing", LONG][place], entries: entries(count) })) });
  const { lists: [{ id, entries: [first] }] } = await set(40, 3, 0);
  await visit(ada, at, 200, "lists-40");
  for (const details of await ada.page.locator(".ticked > summary").all()) await details.click();
  await ada.page.locator("summary.tool").first().click();
  await hold(ada, "lists folded out", "lists-open");
  for (const path of [`/entry?id=${first.id}`, "/new", `/edit?id=${id}`, `/remove?id=${id}`, `/several?to=${id}`]) await visit(ada, at + path, 200, `list${path.split("?")[0].replace("/", "-")}`);
  for (const language of ["de", "ja"]) {
    await call("PUT", `/user/${ada.username}/privacy`, token, { language });
    await visit(ada, at, 200, `lists-${language}`);
  }
  await set(500);
  await visit(ada, at);
  await ada.shoot("lists-500");
  return report();
}

async function shared() {
  const { ben, token, trip } = await world();
  await call("PUT", `/trips/${trip}/roles`, token, { roles: { [ben.username]: "viewer" } });
  await visit(ben, `/trip/${trip}`, 200, "viewer");
  const nobody = await Visitor.enter();
  await visit(nobody, await shareLink(token, trip), 200, "shared");
  await visit(nobody, await shareLink(token, trip, { password: "sesame" }), 401, "shared-password");
  await nobody.fill({ Password: "wrong" });
  await nobody.page.getByRole("button", { name: "Open" }).click();
  await nobody.sees("This is not the password");
  await hold(nobody, "a refused password");
  await call("PUT", `/trips/${trip}/management`, token, { private: false });
  await visit(nobody, `/trip/${trip}`, 200, "public");
  return report();
}

/** The booklet is whole on paper, without controls; so is a view that is printed. */
async function printed() {
  const { ada, token, trip } = await world();
  const [first] = await call("GET", `/trips/${trip}/trip_items`, token);
  await call("PUT", `/trips/${trip}/trip_items/${first.item_id}`, token, { confirmation: "QX7ABC" });
  await ada.go(`/trip/${trip}`);
  await ada.page.getByRole("link", { name: "Booklet to print" }).click();
  await ada.page.waitForURL("**/print");
  await hold(ada, "the booklet", "booklet");
  await ada.page.getByLabel("With costs").check();
  await ada.page.getByRole("button", { name: "Show" }).click();
  await ada.page.waitForURL("**/print?costs=on");
  await hold(ada, "the booklet with costs");
  await ada.page.emulateMedia({ media: "print" });
  for (const text of ["Friday, 1 May 2026", "QX7ABC", "Tasca do Chico", "Metro card at the airport.", "Pack a rain jacket", "EUR 420.00", "Ben owes Ada"]) {
    assert.ok(await ada.page.getByText(text).first().isVisible(), text);
  }
  assert.ok(await ada.page.getByRole("img", { name: "Map" }).first().isVisible());
  for (const path of ["/print?costs=on", "", "/costs", "/lists", "/people"]) {
    await ada.go(`/trip/${trip}${path}`);
    assert.equal(await ada.page.locator("button:visible, input:visible, nav:visible").count(), 0, path);
    assert.equal(await overflow(ada.page), null, path);
  }
  await ada.go(`/trip/${trip}/print`);
  for (const format of ["A4", "Letter"]) assert.ok((await ada.page.pdf({ format })).length > 10_000);
  return report();
}

/** German has long words, Japanese no spaces: on a phone nothing may be wider than it, nor break a rule. */
async function languages() {
  const { ada, token, trip } = await world();
  const [first] = await call("GET", `/trips/${trip}/trip_items`, token);
  const paths = ["/trips", "/account", `/trip/${trip}`, `/trip/${trip}/items/new?day=2`, `/trip/${trip}/item?id=${first.item_id}`, `/trip/${trip}/settlement`, `/trip/${trip}/settings`];
  await ada.page.setViewportSize({ width: 320, height: 800 });
  for (const language of ["de", "ja"]) {
    await call("PUT", `/user/${ada.username}/privacy`, token, { language });
    const guest = await Visitor.enter({ locale: language, viewport: { width: 320, height: 800 } });
    for (const path of ["/", ...paths]) {
      const visitor = path === "/" ? guest : ada;
      assert.equal(await visitor.go(path), 200, path);
      const what = `${language} ${path.replace(trip, "ID")}`;
      assert.equal(await visitor.page.locator("html").getAttribute("lang"), language, what);
      pages += 1;
      const excess = await overflow(visitor.page);
      if (excess) found.push({ what, excess });
      for (const violation of await violations(visitor.page)) found.push({ what, ...violation });
    }
    await ada.go(`/trip/${trip}`);
    await ada.shoot(`trip-${language}`, { fullPage: true });
    const covered = await ada.page.evaluate(() => {
      const lines = (element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return [...text.getClientRects()];
      };
      const days = [...document.querySelectorAll(".day:has(.add)")].filter((day) => {
        const [add] = lines(day.querySelector(".add"));
        return lines(day.querySelector(".day-head h3")).some(({ right, top, bottom }) => right > add.left && top < add.bottom && bottom > add.top);
      });
      return days.map((day) => day.innerText);
    });
    assert.deepEqual(covered, [], `${language}: a date is below its Add`);
    // The browser knows CLDR, too.
    const expected = await ada.page.evaluate((tag) => new Intl.DateTimeFormat(tag, { dateStyle: "full", timeZone: "UTC" }).format(new Date("2026-05-01")), language);
    assert.equal(await ada.page.locator("#day-1 time").innerText(), expected);
  }
  return report();
}

/** The short words that break into letters, and the views whose names are cut. */
function brokenWords() {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).clipPath === "none";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    // An address may break anywhere; choices of an amount are cut on purpose.
    if (!isShown(node.parentElement) || node.parentElement.closest("svg, option, .address, .chip, a[rel], .card .desc")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
      if (lines.size > 1 && word.length / lines.size < 4) broken.push(`${word} in ${lines.size} lines`);
    }
  }
  const cut = [...document.querySelectorAll(".views span")].filter((name) => isShown(name) && name.scrollWidth > name.clientWidth + 1);
  return [...broken, ...cut.map((name) => `${name.textContent} is cut`)];
}

/** Text of twice the size, by the browser's setting or the reader's style, on a phone (WCAG 1.4.4). */
async function largeText() {
  const { ada, token, trip } = await world();
  const [first] = await call("GET", `/trips/${trip}/trip_items`, token);
  const link = await shareLink(token, trip);
  const guest = await Visitor.enter();
  const check = async ({ page }, what) => {
    pages += 1;
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
      const excess = await overflow(page);
      const words = await page.evaluate(brokenWords);
      if (excess || words.length) found.push({ what, width, excess, words });
    }
  };
  const forms = ["/items/new?day=2", "/items/new?day=2&kind=travel", `/item?id=${first.item_id}`, "/expenses/new", "/settings", "/settlement", "/rates", "/payments/new", "/budget"];
  const paths = ["", "/map", "/costs", "/lists", "/photos", "/people", "/print", ...forms].map((path) => `/trip/${trip}${path}`);
  for (const language of ["en", "de"]) {
    await call("PUT", `/user/${ada.username}/privacy`, token, { language });
    for (const path of ["/trips", "/account", ...paths]) {
      assert.equal(await ada.go(path), 200, path);
      await check(ada, `${language} ${path.replace(trip, "ID")}`);
    }
    await ada.go(`/trip/${trip}`);
    await ada.page.locator("a.float").click();
    await ada.page.locator("dialog[open]").waitFor();
    await check(ada, `${language} a dialog`);
    await guest.context.setExtraHTTPHeaders({ "accept-language": language });
    for (const path of ["/", "/sign-up", link]) {
      await guest.go(path);
      await check(guest, `${language} ${path.slice(0, 12)}`);
    }
  }
  return report();
}

await run({ "large text on a phone": largeText, "pages before signing in": entering, "pages of one's own": own, "dialogs and menus": dialogs, "lists": lists, "shared pages": shared, "the booklet and print": printed, "German and Japanese on a phone": languages });
