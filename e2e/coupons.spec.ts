import type { Page } from "@playwright/test";
import type { CouponResponse } from "tributary-sdk/pages";
import { click, join, signInWith } from "./support/affiliate.ts";
import { holdRequest } from "./support/held.ts";
import { addMember } from "./support/members.ts";
import { Merchant } from "./support/merchant.ts";
import { at, expect, notice, signInAs, test, visit } from "./support/test.ts";

const couponsOf = (merchant: Merchant, campaignId: string): string =>
  at(merchant, `campaigns/${campaignId}?tab=coupons`);

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).click();
}

/** The response of the search arrives between press and release. */
async function chooseWhileSearching(page: Page, label: string, name: string): Promise<void> {
  // Choices that arrive after someone starts typing are not listed.
  await page.getByRole("combobox", { name: label }).click();
  await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  const isSearch = (url: URL): boolean => url.pathname.endsWith("/affiliates") && url.searchParams.has("search");
  let release = (): void => undefined;
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isSearch, async (route) => {
    await pressed;
    await route.continue();
  });
  const responded = page.waitForResponse((response) => isSearch(new URL(response.url())));
  await page.getByRole("combobox", { name: label }).fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).hover();
  await page.mouse.down();
  release();
  await (await responded).finished();
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.mouse.up();
  await page.unroute(isSearch);
}

test("a coupon is created, moved to another affiliate and ended, and its history shows who held it", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  for (const name of ["Ada Lovelace", "Grace Hopper"]) await merchant.affiliate(campaignId, name);
  await page.goto(couponsOf(merchant, campaignId));
  await expect(page.getByRole("heading", { name: "No coupons yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create coupon" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create coupon" }).click();
  await expect(dialog.getByText("Enter the code.")).toBeVisible();
  await expect(dialog.getByText("Choose who gets the orders.")).toBeVisible();
  await dialog.getByLabel("Code").fill("Spring10");
  await chooseWhileSearching(page, "Affiliate", "Ada Lovelace");
  await dialog.getByRole("button", { name: "Create coupon" }).click();
  await expect(notice(page, "Created Spring10. Orders with it count for Ada Lovelace.")).toBeVisible();
  const row = page.getByRole("row", { name: /Spring10/ });
  await expect(row).toContainText("Ada Lovelace");
  await expect(row).toContainText("Active");

  await page.getByRole("button", { name: "Create coupon" }).click();
  await dialog.getByLabel("Code").fill("ＳＰＲＩＮＧ10");
  await choose(page, "Affiliate", "Grace Hopper");
  await dialog.getByRole("button", { name: "Create coupon" }).click();
  await expect(dialog.getByText("An active coupon has this code.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await row.getByRole("button", { name: "Actions for Spring10" }).click();
  await page.getByRole("menuitem", { name: "Move to another affiliate" }).click();
  await choose(page, "New holder", "Grace Hopper");
  await expect(dialog.getByText("Orders paid before stay with Ada Lovelace")).toBeVisible();
  await dialog.getByRole("button", { name: "Move coupon" }).click();
  await expect(notice(page, "Orders paid from now on count for Grace Hopper.")).toBeVisible();
  await expect(row).toContainText("Grace Hopper");

  await row.getByRole("button", { name: "Spring10", exact: true }).click();
  const holders = dialog.getByLabel("Holders");
  await expect(holders).toContainText(/Ada Lovelace.*Grace Hopper.*now/s);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await row.getByRole("button", { name: "Actions for Spring10" }).click();
  await page.getByRole("menuitem", { name: "End coupon" }).click();
  await dialog.getByRole("button", { name: "End coupon" }).click();
  await expect(notice(page, "Ended Spring10.")).toBeVisible();
  await expect(row).toContainText("Ended");
  await row.getByRole("button", { name: "Actions for Spring10" }).click();
  await expect(page.getByRole("menuitem", { name: "View history" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "End coupon" })).toHaveCount(0);
});

test("a pasted list reports each line before and after it is saved, and skips the two wrong ones", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  const ada = await merchant.affiliate(campaignId);
  const grace = await merchant.affiliate(campaignId, "Grace Hopper");
  await page.goto(couponsOf(merchant, campaignId));
  await page.getByRole("link", { name: "Paste a list" }).click();
  const lines = [
    `ADA10,${ada.email}`,
    `GRACE15,${grace.email}`,
    "NOBODY,nobody@partner.example",
    `ada10,${grace.email}`,
  ];
  await page.getByLabel("Codes and email addresses").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(
    page.getByText("2 coupons to create, 2 lines with a problem. Nothing has been saved yet."),
  ).toBeVisible();
  const table = page.getByRole("table", { name: "Result of each line" });
  await expect(table.getByRole("row", { name: /ADA10/ }).first()).toBeVisible();
  await expect(table.getByRole("row", { name: /NOBODY/ })).toContainText("Problem");
  await expect(table.getByRole("row", { name: /ada10/ })).toContainText("Problem");
  await expect(table.getByRole("row", { name: /GRACE15/ })).toContainText("Will be created");
  const { coupons } = await merchant.call<{ coupons: unknown[] }>("GET", `campaigns/${campaignId}/coupons`);
  expect(coupons).toEqual([]);

  await page.getByRole("button", { name: "Create 2 coupons" }).click();
  await expect(notice(page, "Created 2 coupons.")).toBeVisible();
  await expect(page.getByText("2 coupons created, 2 lines with a problem.")).toBeVisible();
  await expect(table.getByRole("row", { name: /GRACE15/ })).toContainText("Created");
  await expect(table.getByRole("row", { name: /NOBODY/ })).toContainText("Skipped");
  await page.getByRole("link", { name: "View coupons" }).click();
  await expect(page.getByRole("row", { name: /ADA10/ })).toContainText("Ada Lovelace");
  await expect(page.getByRole("row", { name: /GRACE15/ })).toContainText("Grace Hopper");

  await page.getByRole("link", { name: "Paste a list" }).click();
  await page.getByLabel("Codes and email addresses").fill(lines.slice(0, 2).join("\n"));
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(page.getByText("0 coupons to create, 2 already there. There is nothing to create.")).toBeVisible();
});

test("a pasted list ignores the late check of an earlier one", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const { email } = await merchant.affiliate(campaignId);
  await page.goto(at(merchant, `campaigns/${campaignId}/coupons/paste`));
  const field = page.getByLabel("Codes and email addresses");
  const check = page.getByRole("button", { name: "Check list" });
  await field.fill(`OLD10,${email}`);
  const first = await holdRequest(page, "POST", "**/coupons/paste");
  await check.click();
  await first.sent;
  await field.fill(`NEW10,${email}`);
  await expect(check).toBeEnabled();
  await check.click();
  await expect(page.getByRole("row", { name: /NEW10/ })).toBeVisible();
  await first.release();
  await page.getByRole("button", { name: "Create 1 coupon" }).click();
  await expect(notice(page, "Created 1 coupon.")).toBeVisible();
  await expect(page.getByRole("row", { name: /NEW10/ })).toBeVisible();
});

test("an order by coupon shows on both sides, with what the link said and never whose it was", async ({
  page,
  browser,
  watch,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  const [ada, grace, key] = await Promise.all([
    join(merchant, campaignId),
    join(merchant, campaignId, "Grace Hopper"),
    merchant.key(),
  ]);
  await merchant.call<CouponResponse>("POST", `campaigns/${campaignId}/coupons`, {
    code: "ADA10",
    affiliate_id: ada.affiliation.affiliate_id,
  });
  const order = { campaign_id: campaignId, amount: 120, coupon_code: "ada10" };
  await merchant.track(key, { ...order, external_id: "order-1" });
  const lost = await click(grace.affiliation.unique_link);
  const second = await merchant.track(key, { ...order, external_id: "order-2", click_id: lost });

  await page.goto(couponsOf(merchant, campaignId));
  const row = page.getByRole("row", { name: /ADA10/ });
  await expect(row).toContainText("1 (50%)");
  const download = await page.request.get(`/api/dashboard/${merchant.accountId}/conversions.csv`);
  expect((await download.text()).match(/,ADA10,coupon\r?$/gm)).toHaveLength(2);
  await visit(page, at(merchant, `conversions/${second.id}`));
  await expect(page.getByText("Attributed by coupon ADA10.")).toBeVisible();
  await expect(page.getByText("Another affiliate's link was followed", { exact: true })).toBeVisible();
  await expect(page.getByText("Link and coupon disagree.")).toBeVisible();
  await visit(page, at(merchant, `affiliates/${ada.affiliation.affiliate_id}?tab=links`));
  const held = page.getByRole("table", { name: "This affiliate's coupons" }).getByRole("row", { name: /ADA10/ });
  await expect(held).toContainText("Spring Sale");

  const own = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  await watch(own);
  await signInWith(own, merchant.origin, ada.cookie);
  const portal = await own.newPage();
  await portal.goto(`${merchant.origin}/portal/campaigns/${campaignId}`);
  const coupons = portal.getByRole("region", { name: "Your coupons" });
  await expect(coupons.getByRole("row", { name: /ADA10/ })).toContainText("2");
  await expect(coupons.getByText("your coupon decides")).toBeVisible();
  await coupons.getByRole("button", { name: "Copy code ADA10" }).click();
  await expect(coupons.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await portal.evaluate(() => navigator.clipboard.readText())).toBe("ADA10");
  await visit(portal, "/portal/conversions");
  await expect(portal.getByRole("row", { name: /Coupon ADA10/ })).toHaveCount(2);
  await portal.goto(`${merchant.origin}/portal/conversions/${second.id}`);
  await expect(portal.getByText("Your coupon", { exact: true })).toBeVisible();
  await expect(portal.getByText("Grace")).toHaveCount(0);
  await own.close();
});

test("an affiliate whose link lost to a coupon reads why, and not to whom", async ({ page, context, merchant }) => {
  const campaignId = await merchant.campaign();
  const [ada, grace, key] = await Promise.all([
    join(merchant, campaignId),
    join(merchant, campaignId, "Grace Hopper"),
    merchant.key(),
  ]);
  await merchant.call("POST", `campaigns/${campaignId}/coupons`, {
    code: "ADA10",
    affiliate_id: ada.affiliation.affiliate_id,
  });
  const order = { campaign_id: campaignId, amount: 120, coupon_code: "ADA10", external_id: "order-1" };
  await merchant.track(key, { ...order, click_id: await click(grace.affiliation.unique_link) });
  await context.clearCookies();
  await signInWith(context, merchant.origin, grace.cookie);
  await page.goto("/portal/claims");
  // The form chooses the only campaign once it knows it.
  await expect(page.getByRole("combobox", { name: "Campaign" })).toHaveValue(/Spring Sale/);
  await page.getByLabel("Order ID").fill("order-1");
  await page.getByLabel("Order time").fill("2026-11-16T12:00");
  await page.getByRole("button", { name: "Check order" }).click();
  await expect(
    page
      .getByText("Your link was followed. Another affiliate's coupon decided: this campaign puts coupons first.")
      .first(),
  ).toBeVisible();
  await expect(page.getByText("Ada")).toHaveCount(0);
  await expect(page.getByText("ADA10")).toHaveCount(0);
});

test("the settings of a campaign say what decides, and what happens to coupons without a click", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=settings`));
  await page.getByRole("radio", { name: "The link decides" }).check();
  await page.getByRole("radio", { name: "Don't count the order" }).check();
  await page.getByLabel("Click before the order").fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter whole days from 1 to 365.")).toBeVisible();
  await page.getByLabel("Click before the order").fill("7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page, "Saved.")).toBeVisible();
  const { campaign } = await merchant.call<{ campaign: object }>("GET", `campaigns/${campaignId}`);
  expect(campaign).toMatchObject({ evidence: "click", coupon_needs_click: "refuse", coupon_click_days: 7 });
  await page.reload();
  await expect(page.getByRole("radio", { name: "The link decides" })).toBeChecked();
  await expect(page.getByLabel("Click before the order")).toHaveValue("7 days");
});

test("a plan pays orders with the affiliate's own coupon otherwise, and an example order shows it", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${campaignId}/plan`));
  const example = page.getByRole("group", { name: "Example order 1", exact: true });
  await expect(example.getByRole("status")).toHaveText("€10.00");
  await expect(example.getByLabel("Coupon")).toHaveCount(0);
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("menuitem", { name: "Order rule" }).click();
  const rule = page.getByRole("listitem", { name: "Order rule 1", exact: true });
  await rule.getByLabel("Condition").selectOption("coupon");
  await rule.getByLabel("Type of commission").selectOption("nothing");
  await expect(example.getByRole("status")).toHaveText("€10.00");
  await example.getByLabel("Coupon").selectOption("own");
  await expect(example.getByRole("status")).toHaveText("€0.00");
});

test("viewers see coupons and their history without anything to change them", async ({
  page,
  context,
  merchant,
  server,
}) => {
  const campaignId = await merchant.campaign();
  const ada = await merchant.affiliate(campaignId);
  await merchant.call("POST", `campaigns/${campaignId}/coupons`, { code: "ADA10", affiliate_id: ada.id });
  const viewer = await Merchant.signUp(server.origin, "Viewer");
  await addMember(server, viewer, { account: merchant, role: "viewer" });
  await signInAs(context, viewer);
  await page.goto(couponsOf(merchant, campaignId));
  await expect(page.getByRole("row", { name: /ADA10/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create coupon" })).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for ADA10" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["View history"]);
  await visit(page, at(merchant, `campaigns/${campaignId}/coupons/paste`));
  await expect(page.getByText("Only managers and owners can create coupons.")).toBeVisible();
});
