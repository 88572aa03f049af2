import type { Page } from "@playwright/test";
import type { CampaignsResponse, DeliveriesResponse, EndpointSecretResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import type { Merchant } from "./support/merchant.ts";
import { at, expect, test, visit } from "./support/test.ts";

/** Creates one of everything, so that every page has something to show. */
async function furnish(merchant: Merchant): Promise<readonly [path: string, landmark: string][]> {
  const campaignId = await merchant.campaign({ max_budget: 100 });
  const privateId = await merchant.campaign({ name: "By approval", visibility: "private" });
  await merchant.campaign({ name: "Unlimited", commission_type: "fixed", commission_value: 5 });
  const endpoint = { url: "https://127.0.0.10/", events: ["conversion.created"] };
  await merchant.call<EndpointSecretResponse>("POST", "webhook-endpoints", endpoint);
  const [affiliate, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.affiliate(privateId, "Waits for approval");
  await merchant.invite(campaignId, "bob@partner.example");
  await merchant.call("POST", `campaigns/${campaignId}/coupons`, { code: "ADA10", affiliate_id: affiliate.id });
  const order = { campaign_id: campaignId, affiliate_code: affiliate.affiliate_code, amount: 120 };
  const [first, second] = await Promise.all(
    ["order-1", "order-2", "order-3"].map((external_id) => merchant.track(key, { ...order, external_id })),
  );
  await merchant.track(key, { ...order, affiliate_code: "nobody", external_id: "4" }).catch(() => {});
  await merchant.call("POST", `conversions/${first?.id ?? ""}/approve`);
  await merchant.call("POST", `conversions/${second?.id ?? ""}/reject`, { reason: "Sent back" });
  const { deliveries } = await merchant.call<DeliveriesResponse>("GET", "deliveries");
  return [
    ["", "Ready for review"],
    ["campaigns", "Download all 3 as CSV"],
    ["campaigns/new", "Create campaign"],
    [`campaigns/${campaignId}`, "Ada Lovelace"],
    [`campaigns/${campaignId}?tab=coupons`, "ADA10"],
    [`campaigns/${campaignId}/coupons/paste`, "Check list"],
    [`campaigns/${campaignId}?tab=page`, "Save page"],
    [`campaigns/${campaignId}?tab=settings`, "Save changes"],
    ["affiliates", "Waits for approval"],
    ["affiliates?tab=invitations", "bob@partner.example"],
    ["affiliates?invite=yes", "You get a link for each person"],
    [`affiliates/${affiliate.id}`, "as CSV"],
    [`affiliates/${affiliate.id}?tab=links`, "ADA10"],
    ["conversions", "order-3"],
    ["conversions?external_id=none", "No matching conversions"],
    [`conversions/${second?.id ?? ""}`, "How this was calculated"],
    ["developers?tab=keys", "shop backend"],
    ["developers?tab=webhooks", "https://127.0.0.10/"],
    ["developers?tab=deliveries", "conversion.created"],
    [`developers/deliveries/${deliveries[0]?.id ?? ""}`, "exactly the bytes"],
    ["developers?tab=calls", "affiliate_code_not_found"],
    ["developers?tab=install", "3. Report the order"],
    ["developers?tab=install&platform=woocommerce", "3. Connect WooCommerce"],
    ["settings", "Account ID"],
    ["settings/you", "This browser"],
  ];
}

for (const width of [1280, 390]) {
  test(`every page passes axe in light and dark, and is no wider than ${width} pixels`, async ({ page, merchant }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    const pages = await furnish(merchant);
    await page.goto(at(merchant));
    for (const [path, landmark] of pages) {
      await visit(page, at(merchant, path));
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    }
    faults.push(...(await faultsOfWhatOpens(page, merchant)));
    await page.context().clearCookies();
    for (const path of ["/signin", "/signup", "/dashboard/x/y/z"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      faults.push(...(await faultsOf(page)));
    }
    expect(faults).toEqual([]);
  });
}

/** Menus, dialogs, notices and the palette, each open on its page. */
async function faultsOfWhatOpens(page: Page, merchant: Merchant): Promise<string[]> {
  const faults: string[] = [];
  await visit(page, at(merchant, "conversions"));
  await page.getByLabel("Select order-3").check();
  await page.getByRole("button", { name: "Actions for order-3" }).click();
  await expect(page.getByRole("menuitem", { name: "Reject" })).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.getByRole("menuitem", { name: "Reject" }).click();
  await expect(page.getByLabel("Reason")).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.getByRole("button", { name: "Reject conversion" }).click();
  await expect(page.getByRole("button", { name: "Undo for order-3" })).toBeVisible();
  faults.push(...(await faultsOf(page)));
  const filters = page.getByRole("button", { name: "Filters" });
  if (await filters.isVisible()) await filters.click();
  await page.getByRole("search").getByRole("button", { name: "Tracked" }).click();
  await expect(page.getByRole("button", { name: "Next month" })).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("listbox", { name: "Results" })).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  faults.push(...(await faultsOfCouponDialogs(page, merchant)));
  await visit(page, at(merchant, "developers?tab=keys"));
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("one more");
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByTestId("secret")).toBeVisible();
  faults.push(...(await faultsOf(page)));
  return faults;
}

async function faultsOfCouponDialogs(page: Page, merchant: Merchant): Promise<string[]> {
  const faults: string[] = [];
  const { campaigns } = await merchant.call<CampaignsResponse>("GET", "campaigns?search=Spring");
  await visit(page, at(merchant, `campaigns/${campaigns[0]?.id ?? ""}?tab=coupons`));
  await page.getByRole("button", { name: "ADA10", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("Holders")).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create coupon" }).click();
  await expect(page.getByRole("dialog").getByLabel("Code")).toBeVisible();
  faults.push(...(await faultsOf(page)));
  await page.keyboard.press("Escape");
  return faults;
}

test("a conversion can be approved with the keyboard alone", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const [{ affiliate_code: code }, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.track(key, { campaign_id: campaignId, affiliate_code: code, external_id: "order-1", amount: 120 });
  await page.goto(at(merchant));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  await page.keyboard.type("conversions");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(merchant, "conversions"));
  // The overview has such a link too, and stays until the page's code has loaded.
  await expect(page.getByRole("heading", { level: 1, name: "Conversions" })).toBeVisible();
  await expect(page.getByRole("link", { name: "order-1" })).toBeVisible();
  await reach(page, "order-1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "order-1" })).toBeFocused();
  await reach(page, "Approve conversion");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Approved." })).toBeVisible();
});

/** Presses Tab until the element with this text has the focus. */
async function reach(page: Page, text: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (focused === text) return;
  }
  throw new Error(`Tab does not reach ${text}.`);
}
