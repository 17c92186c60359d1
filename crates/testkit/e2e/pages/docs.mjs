// The documentation page in each of its states: WCAG 2.2 AA in both schemes, at 320 px nothing to scroll sideways. Its markup is
// that of Swagger UI, so axe-core's own advice is not asked.

import assert from "node:assert/strict";
import { overflow, run, violations, Visitor } from "./browser.mjs";

const WCAG = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
/** Attempts to find no violation, while colours change. */
const ATTEMPTS = 20;

/** Holds the page to the rules in windows of these widths. */
async function hold(page, state, widths) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    let found = null;
    for (let attempt = 0; attempt < ATTEMPTS && found?.length !== 0; attempt += 1) {
      await page.waitForTimeout(100);
      found = await violations(page, WCAG);
    }
    assert.deepEqual(found, [], `${state} at ${width} px`);
    assert.equal(await overflow(page), null, `${state} at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function documentation(colorScheme) {
  const visitor = await Visitor.enter({ colorScheme });
  const { page } = visitor;
  await visitor.go("/docs/");
  await page.locator(".opblock-tag").first().waitFor();
  await hold(page, "closed", [1280]);
  for (const tag of await page.locator(".opblock-tag").all()) await tag.click();
  for (const method of ["get", "post", "put", "patch", "delete"]) {
    const operation = page.locator(`.opblock-${method}`).first();
    await operation.locator(".opblock-summary-control").click();
    await operation.locator("button.execute").waitFor();
  }
  await hold(page, "open", [1280, 320]);
  await page.locator("#operations-Users-getOwnProfile button.execute").click();
  await page.locator(".live-responses-table").waitFor();
  await hold(page, "called", [1280]);
  await page.locator(".btn.authorize").first().click();
  await page.locator(".modal-ux").waitFor();
  await hold(page, "signing in", [320]);
  await visitor.shoot(`docs-${colorScheme}`);
}

await run({
  "the documentation page": () => documentation("light"),
  "the documentation page in the dark": () => documentation("dark"),
});
