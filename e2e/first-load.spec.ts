import type { Page, Request } from "@playwright/test";
import { PASSWORD, type Merchant } from "./support/merchant.ts";
import { at, expect, signInAs, test } from "./support/test.ts";

// The cache must be empty.
test.use({ isolated: true });

const OVERVIEW = { requests: 15, scriptBytes: 180_000 };
const OTHER_SCRIPT_BYTES = 245_000;

/** An account with a conversion: its overview shows figures and the chart. */
async function running(merchant: Merchant): Promise<void> {
  const campaignId = await merchant.campaign();
  const [{ affiliate_code: code }, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  const order = { campaign_id: campaignId, affiliate_code: code, external_id: "order-1", amount: 120 };
  const conversion = await merchant.track(key, order);
  await merchant.call("POST", `conversions/${conversion.id}/approve`);
}

/** Opens the page with an empty cache. Returns its requests and the bytes of script that came over the network. */
async function coldLoad(page: Page, url: string): Promise<{ requests: string[]; scriptBytes: number }> {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.goto(url, { waitUntil: "networkidle" });
  const sizes = await Promise.all(
    requests
      .filter((request) => request.resourceType() === "script")
      .map(async (request) => (await request.sizes()).responseBodySize),
  );
  return {
    requests: requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`),
    scriptBytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

test("a cold overview with its chart needs at most 15 requests and 180 kB of script", async ({ page, merchant }) => {
  await running(merchant);
  const { requests, scriptBytes } = await coldLoad(page, at(merchant));
  await expect(page.getByRole("img", { name: /by day from/ })).toBeVisible();
  expect(scriptBytes).toBeGreaterThan(50_000);
  expect(scriptBytes).toBeLessThanOrEqual(OVERVIEW.scriptBytes);
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(OVERVIEW.requests);
});

test("every other cold page needs at most 245 kB of script", async ({ browser, merchant, server, watch }) => {
  await running(merchant);
  for (const path of ["conversions", "payouts", "campaigns", "connectors", "developers", "settings"]) {
    const context = await browser.newContext({ baseURL: server.origin });
    await watch(context);
    await signInAs(context, merchant);
    const page = await context.newPage();
    const { scriptBytes } = await coldLoad(page, at(merchant, path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(scriptBytes, path).toBeGreaterThan(50_000);
    expect(scriptBytes, path).toBeLessThanOrEqual(OTHER_SCRIPT_BYTES);
    await context.close();
  }
});

test("the page shows its outline before any script has arrived, light and dark", async ({ page, merchant }) => {
  let letThrough = (): void => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/assets/*", async (route) => {
    await held;
    await route.continue();
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(at(merchant), { waitUntil: "commit" });
    await expect(page.locator(".outline-rail")).toBeVisible();
    const background = await page.locator("html").evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(background).toBe(colorScheme === "light" ? "rgb(252, 252, 251)" : "rgb(17, 19, 18)");
  }
  letThrough();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".outline-rail")).toHaveCount(0);
});

test("the dashboard's script loads while the password is typed", async ({ page, merchant }) => {
  await running(merchant);
  await page.context().clearCookies();
  await page.goto("/signin", { waitUntil: "networkidle" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.getByRole("textbox", { name: /mail/ }).fill(merchant.email);
  const loaded = page.waitForResponse(/assets\/home-.*\.js/);
  await page.getByRole("textbox", { name: "Password" }).focus();
  await loaded;
  scripts.length = 0;
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByRole("img", { name: /by day from/ })).toBeVisible();
  expect(scripts).toEqual([]);
});
