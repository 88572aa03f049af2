import AxeBuilder from "@axe-core/playwright";
import type { Route } from "@playwright/test";
import { holdRequest } from "./support/held.ts";
import { expect, test } from "./support/test.ts";

// The fixture checks on every page: no requests to other hosts, no CSP violations, no console errors.
test("the API reference shows operations, their examples and the webhooks", async ({ page }) => {
  await page.goto("/docs");
  const side = page.getByRole("navigation", { name: "Docs", exact: true });
  await side.getByRole("link", { name: "Conversions" }).click();
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: "Track a conversion" })
    .click();
  await expect(page).toHaveURL(/\/docs\/api\/conversions#trackConversion$/);
  await expect(page.getByText("Records a sale, sign-up or lead for the affiliate").first()).toBeInViewport();
  await expect(page.getByText('"external_id":"order-1001"').first()).toBeVisible();
  await side.getByRole("link", { name: "Webhooks" }).last().click();
  await expect(page.getByRole("heading", { name: "payout.created" })).toBeVisible();
});

test("the search finds guides and operations, by keyboard", async ({ page }) => {
  await page.goto("/docs");
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search the docs" });
  await expect(search).toBeFocused();
  await search.fill("safari cookie");
  await expect(page.getByRole("link", { name: /^Tracking: 2\. Snippet/ })).toBeVisible();
  await search.fill("reject a conversion");
  await expect(page.getByText(/^\d+ results?$/)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#rejectConversion$/);
  await search.fill("zzzz");
  await expect(page.getByText("No results. Try another word.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No results. Try another word.")).toBeHidden();
});

test("the search tries again after its index could not be loaded", async ({ page }) => {
  const refuse = (route: Route): Promise<void> => route.abort();
  await page.route("**/docs/search.json", refuse);
  await page.goto("/docs");
  const search = page.getByRole("searchbox", { name: "Search the docs" });
  await search.fill("safari");
  await expect(page.locator("#results").getByText("Couldn't load search results. Type again to retry.")).toBeVisible();
  await page.unroute("**/docs/search.json", refuse);
  await search.fill("safari cookie");
  await expect(page.getByRole("link", { name: /^Tracking: 2\. Snippet/ })).toBeVisible();
});

test("the search finds what was typed while the page was loading", async ({ page }) => {
  // Holds the end of the page, so that it is still loading.
  await page.route("**/docs", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", '<script src="/docs/last.js"></script></body>');
    await route.fulfill({ response, body });
  });
  await page.route("**/docs/last.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const last = await holdRequest(page, "GET", "**/docs/last.js");
  await page.goto("/docs", { waitUntil: "commit" });
  await last.sent;
  await page.getByRole("searchbox", { name: "Search the docs" }).fill("safari cookie");
  await expect(page.getByRole("link", { name: /^Tracking: 2\. Snippet/ })).toHaveCount(0);
  await last.release();
  await expect(page.getByRole("link", { name: /^Tracking: 2\. Snippet/ })).toBeVisible();
});

test("code is copied with a button, with this installation's address in it", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/sdk");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`npm install ${server.origin}/sdk.tgz`);
});

test("the pages use the dashboard's font", async ({ page }) => {
  await page.goto("/docs");
  await page.evaluate(() => document.fonts.ready);
  const fonts = await page.evaluate(() => [...document.fonts].map(({ family, status }) => [family, status]));
  expect(fonts).toContainEqual(["Geist Variable", "loaded"]);
});

test("the dashboard's choice of light or dark is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "dark"));
  await page.reload();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.evaluate(() => localStorage.removeItem("mantine-color-scheme-value"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  expect(await background()).toBe(dark);
});

const PATHS = [
  "/docs",
  "/docs/tracking",
  "/docs/operations",
  "/docs/api",
  "/docs/api/conversions",
  "/docs/api/webhooks",
];

test("the pages pass axe and fit every width, in light and dark", async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [path, id, ...nodes.map(({ html }) => html)])).toEqual([]);
    }
    for (const width of [320, 390, 820, 1024, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, width, overflow]).toEqual([path, width, 0]);
    }
  }
});

test("a phone has the navigation in a menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/docs/tracking");
  await page.getByText("Menu: Tracking").click();
  await page.getByRole("navigation", { name: "Docs, menu" }).getByRole("link", { name: "Webhooks" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Webhooks");
});
