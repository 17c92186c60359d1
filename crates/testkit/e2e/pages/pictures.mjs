// The pictures of docs/pages.md: screens of the sample trip, and photos that are drawn here. Japanese
// needs a font that has it, such as that of Debian's package fonts-noto-cjk.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { base, call, fresh, run, tokenOf, Visitor } from "./browser.mjs";
import { sample, shareLink } from "./world.mjs";

const folder = process.env.WAYFARE_PICTURES ?? "pictures";
/** The greatest size of a picture. */
const MAX_BYTES = 150 * 1024;
mkdirSync(folder, { recursive: true });

/** Draws a landscape, so that the sample has a picture. */
const draw = (page, [sky, sea, hill]) => page.evaluate(async ([sky, sea, hill]) => {
  const canvas = new OffscreenCanvas(1280, 720);
  const pen = canvas.getContext("2d");
  const light = pen.createLinearGradient(0, 0, 0, 460);
  light.addColorStop(0, sky);
  light.addColorStop(1, "#fff4dc");
  pen.fillStyle = light;
  pen.fillRect(0, 0, 1280, 720);
  pen.fillStyle = "#f2a541";
  pen.beginPath();
  pen.arc(960, 300, 70, 0, 7);
  pen.fill();
  pen.fillStyle = sea;
  pen.fillRect(0, 430, 1280, 290);
  pen.fillStyle = hill;
  pen.beginPath();
  pen.moveTo(0, 720);
  pen.bezierCurveTo(160, 280, 420, 330, 620, 560);
  pen.bezierCurveTo(700, 640, 860, 620, 980, 720);
  pen.fill();
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 })).arrayBuffer());
  return [...bytes];
}, [sky, sea, hill]);

/** Writes a screenshot as WebP, which the browser makes of it. */
async function write(blank, name, png) {
  const bytes = await blank.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, png.toString("base64"));
  assert.ok(bytes.length < MAX_BYTES, `${name} has ${bytes.length} bytes`);
  writeFileSync(join(folder, `${name}.webp`), Uint8Array.from(bytes));
}

async function upload(token, trip, pictures) {
  const form = new FormData();
  const [main, ...photos] = pictures.map((bytes) => new Blob([Uint8Array.from(bytes)], { type: "image/jpeg" }));
  form.set("mainImage", main, "main.jpg");
  for (const photo of photos) form.append("photos", photo, "photo.jpg");
  await fetch(`${base}/api/v1/trips/${trip}/picture`, { method: "PUT", headers: { authorization: `Bearer ${token}` }, body: form });
}

async function pictures() {
  // People whose names are not numbered, where they are still free.
  const [ada, ben] = await Promise.all(["ada", "ben"].map(async (name) => {
    const visitor = await Visitor.enter({ viewport: { width: 1280, height: 860 } });
    const free = await fetch(`${base}/api/v1/user/${name}`).then(({ status }) => status === 404);
    return visitor.signUp(free ? name : fresh(name), name);
  }));
  const { page } = ada;
  const token = await tokenOf(ada.username);
  const trip = await sample(token, [ada.username, ben.username]);
  const drawn = await Promise.all([["#8fc1d4", "#2d7f93", "#5d7f63"], ["#f0c3a1", "#35637d", "#37474f"], ["#b7d7b0", "#4b97a3", "#8a6d4b"], ["#cdd8f0", "#5277a8", "#74857f"]].map((colours) => draw(page, colours)));
  await upload(token, trip, drawn);
  const other = await call("POST", "/trip", token, { name: "A weekend in Vienna", desc: "Coffee houses and the Prater", date: { start: "2026-09-11T00:00:00Z", end: "2026-09-13T00:00:00Z" } });
  await upload(token, other.uuid ?? other.id, [drawn[2]]);
  await call("POST", "/trip", token, { name: "Norway by train", private: false });

  const blank = await ada.context.newPage();
  const take = async (name, of = page) => {
    const on = of.page?.() ?? of;
    // Not until the network is idle: the page of a trip has an event stream.
    await on.waitForLoadState("load");
    const decoded = () => Promise.all([...document.images].filter(({ loading }) => loading !== "lazy").map((image) => image.decode().catch(() => {})));
    await on.evaluate(decoded);
    await write(blank, name, await of.screenshot());
  };
  await ada.go("/trips");
  await take("trips");
  await page.setViewportSize({ width: 1280, height: 1150 });
  await ada.go(`/trip/${trip}`);
  await take("trip");
  await ada.go(`/trip/${trip}/costs`);
  await take("budget");
  await ada.go(`/trip/${trip}/map`);
  await take("map");
  await ada.go(`/trip/${trip}`);
  await page.getByRole("link", { name: "Edit Dinner", exact: true }).click();
  await page.locator("dialog[open]").waitFor();
  await take("item");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await ada.go(`/trip/${trip}`);
  await take("phone");
  for (const [language, view] of [["de", "/costs"], ["ja", ""]]) {
    await call("PUT", `/user/${ada.username}/privacy`, token, { language });
    await ada.go(`/trip/${trip}${view}`);
    await take(`phone-${language}`);
  }
  await call("PUT", `/user/${ada.username}/privacy`, token, { language: "en" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 900, height: 1150 });
  await ada.go(`/trip/${trip}/print`);
  await take("booklet");
  const guest = await Visitor.enter({ viewport: { width: 390, height: 844 } });
  await guest.go(await shareLink(token, trip, { sections: ["itinerary", "map", "photos"] }));
  await take("shared", guest.page);
}

await run({ pictures });
