import type { Page, Route } from "@playwright/test";
import { at, expect, test } from "./support/test.ts";

// Files must come from the server, not from the cache.
test.use({ isolated: true });

const line = (page: Page) => page.getByText("Can't reach the server. Retrying…");
const goTo = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click();
const abort = (route: Route): Promise<void> => route.abort();

test("while the server is unavailable the page stays and says so, and the next page opens when it is back", async ({
  page,
  merchant,
}) => {
  await merchant.campaign();
  await page.goto(at(merchant), { waitUntil: "networkidle" });
  // On a busy machine the network is idle before the page has asked for its data.
  await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible();
  await page.route("**/*", abort);
  await goTo(page, "Payouts");
  await expect(line(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole("heading", { level: 1, name: "Payouts" })).toBeVisible();
  await expect(line(page)).toBeHidden();
});

test("data that could not be loaded is loaded when the server is back", async ({ page, merchant }) => {
  await merchant.campaign({ name: "Winter" });
  await page.goto(at(merchant, "campaigns"), { waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: "Winter" })).toBeVisible();
  await page.route("**/*", abort);
  await page.getByRole("link", { name: "Winter" }).click();
  await expect(line(page)).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole("heading", { level: 1, name: "Winter" })).toBeVisible();
  await expect(line(page)).toBeHidden();
});

test("a first visit while the API is unavailable keeps the outline and becomes the page", async ({
  page,
  merchant,
}) => {
  await page.route(/\/(api|readyz)/, abort);
  await page.goto(at(merchant));
  await expect(line(page)).toBeVisible();
  await expect(page.locator(".outline-rail")).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible();
  await expect(line(page)).toBeHidden();
});

const gone = (route: Route): Promise<void> => route.fulfill({ status: 404, json: {} });
const PAGES = /\/assets\/payouts-.*\.js/;

test("a page whose file is gone after a new build loads after one reload", async ({ page, merchant }) => {
  await page.goto(at(merchant), { waitUntil: "networkidle" });
  await page.route(PAGES, gone);
  page.once("domcontentloaded", () => void page.unroute(PAGES));
  await goTo(page, "Payouts");
  await expect(page.getByRole("heading", { level: 1, name: "Payouts" })).toBeVisible();
});

test("a page that cannot be loaded at all says so inside the frame, after one reload", async ({ page, merchant }) => {
  await page.goto(at(merchant), { waitUntil: "networkidle" });
  await page.route(PAGES, gone);
  let loads = 0;
  page.on("domcontentloaded", () => (loads += 1));
  await goTo(page, "Payouts");
  await expect(page.getByRole("alert")).toContainText("A file of this page is missing on the server.");
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
  expect(loads).toBe(1);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payouts" })).toBeVisible();
});
