// Trips that were opened can be read without network; nothing is left to the next account.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { base, call, fresh, password, run, violations, Visitor } from "./browser.mjs";
import { shareLink, world as worldWith } from "./world.mjs";

/** A picture of one pixel. */
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 503/;

/**
 * The network of both people: a proxy, which loses all requests or holds back those for a page. The
 * browser's own switch does not last: a service worker is on the network again once it has answered.
 */
const network = { isLost: false, slow: "", delay: 0, asked: 0 };
const proxy = createServer((from, to) => {
  const isSlow = from.url === base + network.slow && from.headers["sec-fetch-mode"] === "navigate";
  if (isSlow) network.asked += 1;
  setTimeout(() => {
    if (network.isLost) {
      to.destroy();
      return;
    }
    const further = request(from.url, { method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    });
    further.on("error", () => to.destroy());
    to.on("close", () => further.destroy());
    from.pipe(further);
  }, isSlow ? network.delay : 0);
});
await new Promise((listens) => { proxy.listen(0, "127.0.0.1", listens); });

/** Two people on that network, and the sample trip. */
function world() {
  network.isLost = false;
  return worldWith({ proxy: { server: `http://127.0.0.1:${proxy.address().port}` } });
}

/** The paths of the pages that are kept, with the addresses of what belongs to each. */
const kept = ({ page }) => page.evaluate(async () => {
  const pages = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const [url] = name.split(" ").slice(-1);
    if (url !== "frame" && (await cache.match(url))) pages[new URL(url).pathname] = (await cache.keys()).map((request) => request.url);
  }
  return pages;
});

/** Opens a page, and waits until it is kept with all that belongs to it. */
async function open(visitor, address) {
  await visitor.go(address);
  const path = new URL(address, base).pathname;
  const isWhole = async () => {
    const parts = (await kept(visitor))[path] ?? [];
    const images = await visitor.page.locator("img").count();
    return parts.filter((part) => part.includes("/picture")).length >= Math.min(1, images) && parts.some((part) => part.endsWith(".js"));
  };
  for (let tries = 0; !(await isWhole()); tries += 1) {
    assert.ok(tries < 100, `${path} is not kept: ${JSON.stringify(await kept(visitor))}`);
    await visitor.page.waitForTimeout(100);
  }
}

/** Takes the network away, or brings it back. */
async function away(visitor, isAway = true) {
  network.isLost = isAway;
  if (isAway) proxy.closeAllConnections();
  await visitor.context.setOffline(isAway);
  visitor.troubles = visitor.troubles.filter((text) => !NO_NETWORK.test(text));
}

const notSaved = ({ page }) => page.getByRole("heading", { name: "You are offline" });

async function reading() {
  const { ada, trip } = await world();
  const path = `/trip/${trip}`;
  await ada.go(`${path}/photos`);
  await ada.page.locator("#upload-photos").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: PNG });
  await ada.page.locator("#photos .photos img").waitFor();
  await open(ada, path);
  // The other views are kept as they are after the upload.
  const areWhole = () => ada.page.evaluate(async (path) => {
    const versions = ["", "/map", "/costs", "/lists", "/photos", "/people"].map(async (view) => {
      const page = await caches.match(new URL(path + view, location.href).href);
      return /data-version="(\d+)"/.exec(await page?.text() ?? "")?.[1];
    });
    return new Set(await Promise.all(versions)).size === 1;
  }, path);
  for (let tries = 0; !(await areWhole()); tries += 1) {
    assert.ok(tries < 100, "the other views are not kept");
    await ada.page.waitForTimeout(100);
  }
  await away(ada);
  assert.equal(await ada.go(path), 200);
  await ada.sees("— you are offline");
  await ada.page.getByText(/Saved on .*20\d\d.* — you are offline/).waitFor();
  await ada.page.getByRole("heading", { name: "Sintra", exact: true, level: 4 }).waitFor();
  assert.ok(await ada.page.locator(".map svg").isVisible());
  // The other views are kept, too, though they were not opened.
  await ada.page.getByRole("link", { name: "Costs" }).click();
  await ada.page.locator("#budget table").first().waitFor();
  await ada.page.getByRole("link", { name: "Photos" }).click();
  await ada.page.locator("#photos .photos img").waitFor();
  await ada.page.waitForFunction(() => document.querySelector("#photos .photos img").naturalWidth > 0);
  await ada.page.getByRole("link", { name: "Itinerary" }).click();
  await ada.page.getByRole("heading", { name: "Sintra", exact: true, level: 4 }).waitFor();
  // The script that says so turns the forms off.
  await ada.sees("— you are offline");
  for (const form of await ada.page.locator("form").all()) {
    assert.equal(await form.locator(":is(button, input, select, textarea):visible").count(), 0, await form.innerHTML());
  }
  for (const name of ["Edit trip", "Edit Porto", "Add to day 1"]) {
    assert.equal(await ada.page.getByRole("link", { name, exact: true }).count(), 0, name);
  }
  assert.deepEqual(await violations(ada.page), []);
  await ada.shoot("offline");

  assert.equal(await ada.go("/trips"), 200);
  await notSaved(ada).waitFor();
  await ada.page.getByRole("link", { name: "A week in Lisbon" }).click();
  await ada.page.getByRole("heading", { name: "Sintra", exact: true, level: 4 }).waitFor();
  assert.equal(await ada.go("/account"), 503);
  await notSaved(ada).waitFor();
  assert.deepEqual(await violations(ada.page), []);
  await ada.page.getByRole("link", { name: "A week in Lisbon" }).click();
  await ada.sees("— you are offline");
  await away(ada, false);
  await ada.page.getByRole("link", { name: "Edit trip" }).waitFor({ timeout: 40_000 });
  assert.equal(await ada.page.getByText("you are offline").count(), 0);
}

/** A copy of yesterday opens at today. */
async function copyOfYesterday() {
  const { ada, trip } = await world();
  const { page } = ada;
  const day = (number) => page.clock.setFixedTime(new Date(`2026-05-0${number}T10:00:00`));
  await day(2);
  await open(ada, `/trip/${trip}`);
  await away(ada);
  await day(3);
  await ada.go("/trips");
  await page.getByRole("link", { name: "A week in Lisbon" }).click();
  await ada.sees("— you are offline");
  const marked = () => page.locator(".today:visible").evaluateAll((all) => all.map((badge) => badge.closest("[data-date]").dataset.date));
  assert.deepEqual(await marked(), ["2026-05-03"]);
  const top = await page.locator('[data-day="3"]').evaluate((element) => element.getBoundingClientRect().top);
  assert.ok(top > 0 && top < 250, `opened at today: ${top}`);
  await away(ada, false);
}

/** What the service has of the first list: the texts of what is done. */
async function doneOf(token, trip) {
  const { lists } = await call("GET", `/trips/${trip}/lists`, token);
  return lists[0].entries.filter(({ done }) => done).map(({ text }) => text);
}

/** Ticks wait for the network, on the page and on its copy, and are sent in order. */
async function ticks() {
  const { ada, token, trip } = await world();
  const { page } = ada;
  const path = `/trip/${trip}/lists`;
  await open(ada, path);
  await away(ada);
  await page.getByRole("button", { name: "Done: Book the train to Sintra" }).click();
  await page.locator("#status").getByText("waiting for the network").waitFor();
  await ada.go(path);
  await ada.sees("— you are offline");
  assert.equal(await page.locator("#todo [data-waiting=done]").count(), 1, "the copy shows what waits");
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  assert.equal(await page.locator("#todo [data-waiting=done]").count(), 2);
  await ada.shoot("ticks-waiting");
  assert.deepEqual(await doneOf(token, trip), []);
  await away(ada, false);
  await page.locator("#todo summary", { hasText: "2 done" }).waitFor({ timeout: 40_000 });
  assert.deepEqual(await doneOf(token, trip), ["Book the train to Sintra", "Pack a rain jacket"]);
  ada.troubles = ada.troubles.filter((text) => !NO_NETWORK.test(text));
}

/** Two tabs that send what waits lose nothing. */
async function twoTabs() {
  const { ada, token, trip } = await world();
  const path = `/trip/${trip}/lists`;
  await open(ada, path);
  const other = await ada.context.newPage();
  await other.goto(base + path);
  await away(ada);
  await ada.page.getByRole("button", { name: "Done: Book the train to Sintra" }).click();
  await other.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await other.locator("#status").getByText("waiting for the network").waitFor();
  await away(ada, false);
  for (let tries = 0; (await doneOf(token, trip)).length < 2; tries += 1) {
    assert.ok(tries < 80, String(await doneOf(token, trip)));
    await ada.page.waitForTimeout(250);
  }
  ada.troubles = ada.troubles.filter((text) => !NO_NETWORK.test(text));
}

/** A tick that is refused once the network is back is shown with its text and the reason. */
async function refusedTick() {
  const { ada, ben, token, trip } = await world();
  const { page } = ben;
  await ben.go(`/trip/${trip}/lists`);
  await away(ben);
  await page.getByRole("button", { name: "Done: Pack a rain jacket" }).click();
  await page.locator("#status").getByText("waiting for the network").waitFor();
  await call("PUT", `/trips/${trip}/roles`, token, { roles: { [ada.username]: "owner", [ben.username]: "viewer" } });
  await away(ben, false);
  await page.locator("#status [role=alert]", { hasText: "Pack a rain jacket: " }).waitFor({ timeout: 40_000 });
  assert.deepEqual(await doneOf(token, trip), []);
  assert.equal(await page.locator("[data-waiting]").count(), 0);
  ben.troubles = ben.troubles.filter((text) => !NO_NETWORK.test(text));
}

/** What was changed in place is in the copy. */
async function changedInPlace() {
  const { ada, trip } = await world();
  await open(ada, `/trip/${trip}`);
  await ada.submit("Edit Porto", { Description: "Only by boat" }, "Save");
  await ada.told("Saved");
  const isSaved = () => ada.page.evaluate(async (trip) => {
    const page = await caches.match(new URL(`/trip/${trip}`, location.href).href);
    return (await page.text()).includes("Only by boat");
  }, trip);
  for (let tries = 0; !(await isSaved()); tries += 1) {
    assert.ok(tries < 100, "the copy is old");
    await ada.page.waitForTimeout(100);
  }
  await away(ada);
  await ada.go(`/trip/${trip}`);
  await ada.sees("Only by boat");
  assert.equal(await ada.page.getByText("Saved.", { exact: true }).count(), 0, "no message of an earlier save");
  await away(ada, false);
}

/** The address of a share link opens without an account, so no copy has it. */
async function links() {
  const { ada, ben, token, trip } = await world();
  const link = await shareLink(token, trip);
  const guarded = await shareLink(token, trip, { password: "sesame" });
  await ada.go(`/trip/${trip}/people`);
  await ada.page.locator("#links").getByText("For Mum").first().waitFor();
  await open(ada, `/trip/${trip}/people`);
  await open(ada, `/trip/${trip}`);
  const texts = await ada.page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) if (!/\.(js|css)|picture/.test(request.url)) all.push(await (await cache.match(request)).text());
    }
    return all.join();
  });
  assert.ok(texts.includes("Sintra"));
  for (const secret of [link, guarded]) assert.ok(!texts.includes(secret.split("/").pop()), "a copy has a secret address");
  await ben.go(guarded);
  await ben.fill({ Password: "sesame" });
  await ben.page.getByRole("button", { name: "Open" }).click();
  await ben.page.getByRole("heading", { name: "A week in Lisbon" }).waitFor();
  await ben.page.waitForTimeout(2_000);
  assert.deepEqual(Object.keys(await kept(ben)).filter((path) => !path.startsWith("/trip")), []);
  await away(ada);
  await ada.go(`/trip/${trip}`);
  await ada.page.getByRole("heading", { name: "Sintra", exact: true, level: 4 }).waitFor();
  await away(ada, false);
}

async function signedOut() {
  const { ada, trip } = await world();
  await open(ada, `/trip/${trip}`);
  await ada.page.getByRole("button", { name: "Sign out" }).click();
  await ada.told("You are signed out.");
  assert.deepEqual(await kept(ada), {});
  await ada.page.waitForLoadState("networkidle");
  await away(ada);
  for (const path of [`/trip/${trip}`, "/trips"]) {
    await ada.go(path);
    await notSaved(ada).waitFor();
    assert.equal(await ada.page.getByText("Lisbon").count(), 0);
  }
  await away(ada, false);
}

/** The end of a session hides what was kept; signing in again brings it back. */
async function ended() {
  const { ada, trip } = await world();
  await open(ada, `/trip/${trip}`);
  await ada.context.clearCookies();
  assert.equal(await ada.go(`/trip/${trip}`), 404);
  await away(ada);
  await ada.go(`/trip/${trip}`);
  await notSaved(ada).waitFor();
  assert.equal(await ada.page.getByText("Lisbon").count(), 0);
  await away(ada, false);
  await ada.go("/sign-in");
  await ada.fill({ Username: ada.username, Password: password });
  await ada.page.locator("main").getByRole("button", { name: "Sign in" }).click();
  await ada.page.waitForURL("**/trips");
  await away(ada);
  await ada.go(`/trip/${trip}`);
  await ada.sees("— you are offline");
  await away(ada, false);
}

/** On a slow network the copy comes first and the page follows, once. */
async function slow() {
  const { ada, trip } = await world();
  const path = `/trip/${trip}`;
  await open(ada, path);
  Object.assign(network, { slow: path, delay: 5_000, asked: 0 });
  await ada.go(path);
  await ada.sees("— you are offline");
  await ada.page.getByRole("link", { name: "Edit trip" }).waitFor();
  await ada.page.waitForTimeout(4_000);
  network.slow = "";
  assert.equal(network.asked, 2, "the page is asked for twice");
  assert.equal(await ada.page.getByText("you are offline").count(), 0);
}

/** Somebody else signs in without a sign-out before. */
async function otherAccount() {
  const { ada, trip } = await world();
  await open(ada, `/trip/${trip}`);
  const eve = await (await Visitor.enter()).signUp(fresh("eve"));
  await ada.context.clearCookies();
  await ada.context.addCookies(await eve.context.cookies());
  await ada.go("/trips");
  assert.ok(!Object.keys(await kept(ada)).includes(`/trip/${trip}`));
  await away(ada);
  await ada.go(`/trip/${trip}`);
  await notSaved(ada).waitFor();
  assert.equal(await ada.page.getByText("Lisbon").count(), 0);
  await away(ada, false);
}

/** Who is no longer on the trip loses the copy with the next look at it. */
async function removed() {
  const { ada, ben, token, trip } = await world();
  await open(ben, `/trip/${trip}`);
  await call("PUT", `/trips/${trip}/management`, token, { members: [ada.username] });
  assert.equal(await ben.go(`/trip/${trip}`), 404);
  await away(ben);
  await ben.go(`/trip/${trip}`);
  await notSaved(ben).waitFor();
  await away(ben, false);
}

/** After an upgrade a saved page still has the styles and scripts that it was saved with. */
async function upgrade() {
  const { ada, trip } = await world();
  await open(ada, `/trip/${trip}`);
  await ada.page.evaluate(async () => {
    const changed = new Promise((resolve) => { navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
    await navigator.serviceWorker.register(`${document.body.dataset.worker}next`);
    await changed;
  });
  await away(ada);
  assert.equal(await ada.go(`/trip/${trip}`), 200);
  await ada.sees("— you are offline");
  const named = await ada.page.evaluate(() => [...document.querySelectorAll("link[rel=stylesheet], script")].map((element) => element.href || element.src));
  assert.ok(named.length > 3);
  const own = (await kept(ada))[`/trip/${trip}`];
  for (const asset of named) assert.ok(own.includes(asset), asset);
  await away(ada, false);
}

/** What is kept follows the language of the page that is open, without another worker. */
async function otherLanguage() {
  const { ada, token, trip } = await world();
  await open(ada, `/trip/${trip}`);
  await call("PUT", `/user/${ada.username}/privacy`, token, { language: "de" });
  await ada.go("/account");
  const languages = () => ada.page.evaluate(async (path) => {
    const pages = [path, "/offline"].map((page) => caches.match(new URL(page, location.href).href));
    return (await Promise.all(pages)).map((page) => page?.headers.get("content-language"));
  }, `/trip/${trip}`);
  for (let tries = 0; (await languages()).join() !== "de,de"; tries += 1) {
    assert.ok(tries < 100, String(await languages()));
    await ada.page.waitForTimeout(100);
  }
  await away(ada);
  await ada.go(`/trip/${trip}/settings`);
  await ada.page.getByRole("heading", { name: "Sie sind offline" }).waitFor();
  await away(ada, false);
}

/** Of 51 trips the one that was opened first goes. */
async function tooMany() {
  const { ada, token, trip } = await world();
  await open(ada, `/trip/${trip}`);
  let last = trip;
  for (let number = 1; number <= 50; number += 1) {
    last = await call("POST", "/trip", token, { name: `Trip ${number}` }).then((made) => made.uuid ?? made.id);
    await open(ada, `/trip/${last}`);
  }
  const has = async () => {
    const paths = Object.keys(await kept(ada)).filter((path) => path.startsWith("/trip/"));
    return new Set(paths.map((path) => path.split("/")[2])).size === 50 && !paths.includes(`/trip/${trip}`) && paths.includes(`/trip/${last}`);
  };
  for (let tries = 0; !(await has()); tries += 1) {
    assert.ok(tries < 50, JSON.stringify(Object.keys(await kept(ada))));
    await ada.page.waitForTimeout(100);
  }
}

/** Nothing stands in the way of installing it. */
async function installable() {
  const { ada } = await world();
  await ada.go("/trips");
  const browser = await ada.context.newCDPSession(ada.page);
  const { errors, data } = await browser.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, "standalone");
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  for (const { src, sizes } of JSON.parse(data).icons) {
    const size = await ada.page.evaluate(async (src) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
      return `${width}x${height}`;
    }, src);
    assert.equal(size, sizes);
  }
}

await run({
  "reading without network": reading,
  "a copy of yesterday opens at today": copyOfYesterday,
  "ticks wait for the network": ticks,
  "ticks in two tabs": twoTabs,
  "a tick that is refused later": refusedTick,
  "a change in place is saved": changedInPlace,
  "secret addresses are not kept": links,
  "signing out removes what was kept": signedOut,
  "the end of a session hides what was kept": ended,
  "a slow network": slow,
  "another account sees nothing": otherAccount,
  "a removed person loses the copy": removed,
  "an upgrade mixes nothing": upgrade,
  "another language": otherLanguage,
  "the 51st trip": tooMany,
  "installable": installable,
});
proxy.closeAllConnections();
proxy.close();
