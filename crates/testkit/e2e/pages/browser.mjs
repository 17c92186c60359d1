// What the checks of the pages share: a browser, visitors with cookies of their own, and the rules that every page keeps.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { chromium } from "playwright-core";

export const base = process.env.WAYFARE_BASE;
/** Origins that a check visits besides. */
export const elsewhere = [];
export const pictures = join(process.env.WAYFARE_SCREENSHOTS ?? ".", "pages");
export const password = "correct horse battery";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Milliseconds in which an element appears. */
const DEFAULT_TIMEOUT = 20_000;
/** Milliseconds that a check takes at most. */
const DEADLINE = 180_000;

/** The name of the checks that run, among others. */
const program = basename(process.argv[1], ".mjs");

mkdirSync(pictures, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  headless: true,
  // As everybody has it: Back shows pages as they were left.
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});
const visitors = [];
/** The methods of a locator that are an action of somebody. */
const ACTIONS = ["check", "click", "dragTo", "fill", "press", "selectOption", "setInputFiles", "tap"];
/** Whose each page is. @type {WeakMap<object, Visitor>} */
const owners = new WeakMap();

/** Counts what visitors do, by the prototype of all locators. */
function countActions(page) {
  const locator = Object.getPrototypeOf(page.locator("body"));
  for (const name of locator.isCounting ? [] : ACTIONS) {
    const act = locator[name];
    locator[name] = function (...given) {
      const owner = owners.get(this.page());
      if (owner) owner.actions += 1;
      return act.apply(this, given);
    };
  }
  locator.isCounting = true;
}

/** Somebody with a browser of their own. */
export class Visitor {
  /** Options are those of a browser context: `javaScriptEnabled`, `colorScheme`, `viewport`. */
  static async enter(options = {}) {
    const visitor = new Visitor();
    visitor.context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", ...options });
    visitor.context.setDefaultTimeout(DEFAULT_TIMEOUT);
    visitor.hasScript = options.javaScriptEnabled !== false;
    visitor.troubles = [];
    visitor.requests = 0;
    /** Clicks, filled fields, choices, keys, and addresses that were opened. */
    visitor.actions = 0;
    visitor.page = await visitor.context.newPage();
    owners.set(visitor.page, visitor);
    countActions(visitor.page);
    visitor.watch(visitor.page);
    visitors.push(visitor);
    return visitor;
  }

  /** Notes errors of a page, and requests that leave the origin. */
  watch(page) {
    page.on("console", (message) => {
      // A browser logs each answer of 400 and above; those are asserted where they are expected.
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) this.troubles.push(message.text());
    });
    page.on("pageerror", (error) => this.troubles.push(String(error)));
    page.on("dialog", (dialog) => { this.troubles.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => {
      this.requests += 1;
      const url = request.url();
      const isKnown = [base, ...elsewhere].some((origin) => url.startsWith(`${origin}/`));
      if (!isKnown && !/^(data|blob|about):/.test(url)) this.troubles.push(`asked for ${url}`);
    });
  }

  async go(path) {
    this.actions += 1;
    const answer = await this.page.goto(path.startsWith("http") ? path : base + path);
    return answer.status();
  }

  /** Goes back. A page of the back/forward cache is shown without being loaded. */
  async back() {
    await this.page.goBack({ waitUntil: "commit" });
  }

  /** Signs up by the form. */
  async signUp(username, name = username) {
    if (!this.page.url().endsWith("/sign-up")) await this.go("/sign-up");
    await this.fill({ "Your name": name, Username: username, Password: password });
    await this.page.locator("main").getByRole("button", { name: "Sign up" }).click();
    await this.page.waitForURL("**/trips");
    Object.assign(this, { username, name });
    return this;
  }

  /** Fills fields by their labels; `true` ticks a box. */
  async fill(fields, within = this.page.locator("main")) {
    for (const [label, value] of Object.entries(fields)) {
      const field = within.getByLabel(label, { exact: false }).first();
      if (value === true) await field.check();
      else if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption({ label: value });
      else await field.fill(value);
    }
  }

  /** The form that is open: in a dialog with scripts, on a page of its own without. */
  sheet() {
    return this.page.locator("[data-sheet]").last();
  }

  /** Follows a link to a form, fills it and sends it by the button of this name. */
  async submit(link, fields, button) {
    await (typeof link === "string" ? this.page.getByRole("link", { name: link, exact: true }).first() : link).click();
    await this.sheet().waitFor();
    await this.fill(fields, this.sheet());
    await this.sheet().getByRole("button", { name: button, exact: true }).first().click();
  }

  /** Waits until the status line says this, and empties it: the next text is of the next change. */
  async told(text) {
    const status = this.page.locator("#status");
    await status.getByText(text, { exact: false }).waitFor();
    await status.evaluate((line) => line.replaceChildren());
  }

  /** Waits until the page has this text. */
  async sees(text) {
    await this.page.getByText(text, { exact: false }).first().waitFor();
  }

  /** Takes a picture of what the window shows, or of the whole page, if `SHOOT` asks for them. */
  async shoot(name, { fullPage = false } = {}) {
    if (!process.env.SHOOT) return;
    const size = this.page.viewportSize();
    if (fullPage) {
      // Days are drawn once they are near the window, so the window grows first.
      for (let round = 0; round < 2; round += 1) {
        const height = await this.page.evaluate(() => document.documentElement.scrollHeight);
        await this.page.setViewportSize({ width: size.width, height });
        await this.page.waitForTimeout(150);
      }
    }
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
    await this.page.setViewportSize(size);
  }
}

/** The violations that axe-core finds, in the elements of a selector or all, by rule; `options` are those of its `run`. It needs scripts. */
export async function violations(page, options = {}, within = undefined) {
  await page.evaluate(axe);
  return page.evaluate(async ([options, within]) => {
    const result = await globalThis.axe.run(within ?? document, { rules: { "target-size": { enabled: true } }, resultTypes: ["violations"], ...options });
    return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 4).map(({ html, any, all, none }) => `${html.slice(0, 200)} (${[...any, ...all, ...none].map(({ message }) => message).join("; ").slice(0, 300)})`) }));
  }, [options, within]);
}

/** The number of pixels by which a page is wider than its window, with the widest element. */
export async function overflow(page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const excess = root.scrollWidth - root.clientWidth;
    if (excess <= 0) return null;
    const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5);
    return `${excess}px: ${wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 160)).join(" | ")}`;
  });
}

/** Asks the JSON interface. */
export async function call(method, path, token, body) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${base}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok || answer.status === 304, `${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

/** A token for the JSON interface of somebody who has signed up. */
export async function tokenOf(username) {
  const answer = await call("POST", "/auth/token", null, { grant_type: "password", username, password });
  return answer.access_token;
}

let names = 0;
/** A username that nobody has. */
export const fresh = (name) => `${name}${process.pid}${(names += 1)}`;

/** Runs a check, then looks for troubles of its visitors; ends the browser. */
export async function run(checks) {
  let failed = false;
  try {
    for (const [name, check] of Object.entries(checks)) {
      if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
      const begun = performance.now();
      try {
        const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the check takes too long")), DEADLINE).unref());
        const told = await Promise.race([check(), late]);
        for (const visitor of visitors) assert.deepEqual(visitor.troubles, [], `troubles of ${visitor.username ?? "a visitor"}`);
        console.log(`${name}: passed in ${((performance.now() - begun) / 1000).toFixed(1)} s${told ? `; ${told}` : ""}`);
      } catch (error) {
        failed = true;
        console.error(`${name}: FAILED`, error);
        for (const [number, { page }] of visitors.entries()) {
          if (!page.isClosed()) await page.screenshot({ path: join(pictures, `failed-${program}-${number}.png`) }).catch(() => {});
        }
      }
      await Promise.all(visitors.splice(0).map(({ context }) => context.close()));
    }
  } finally {
    await browser.close();
  }
  if (failed) process.exit(1);
}
