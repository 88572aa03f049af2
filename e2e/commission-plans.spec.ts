import type { Locator, Page } from "@playwright/test";
import type { CampaignPlanResponse, GroupResponse, GroupsResponse } from "tributary-sdk/pages";
import { holdReads } from "./support/held.ts";
import { addMember } from "./support/members.ts";
import { Merchant } from "./support/merchant.ts";
import { at, expect, notice, signInAs, test, visit } from "./support/test.ts";

const planOf = (merchant: Merchant, campaignId: string): Promise<CampaignPlanResponse> =>
  merchant.call("GET", `campaigns/${campaignId}/plan`);
const rule = (page: Page, name: string): Locator => page.getByRole("listitem", { name, exact: true });
const example = (page: Page, number: number): Locator =>
  page.getByRole("group", { name: `Example order ${number}`, exact: true });

async function addRule(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("a recurring plan from a preset shows its terms, what orders pay, and what saving changes", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  await merchant.affiliate(campaignId);
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=commission`));
  await expect(page.getByText("10% of every order")).toBeVisible();
  await page.getByRole("link", { name: "Edit plan" }).click();
  await page.getByRole("radio", { name: "Recurring" }).click();
  await expect(page.getByText("10% of every order for 12 months after a customer's first order")).toBeVisible();
  await rule(page, "Base commission").getByLabel("Percentage").fill("20");
  await rule(page, "Repeat orders").getByLabel("Months").fill("6");
  await expect(page.getByText("20% of every order for 6 months after a customer's first order")).toBeVisible();
  await expect(example(page, 1).getByRole("status")).toHaveText("€20.00");
  await expect(example(page, 2).getByText("No commission: orders pay for 6 months")).toBeVisible();
  await example(page, 2).getByLabel("Month since the first order").fill("6");
  await expect(example(page, 2).getByRole("status")).toHaveText("€20.00");

  await page.getByRole("button", { name: "Save plan" }).click();
  const dialog = page.getByRole("dialog", { name: "What changes and for whom" });
  await expect(dialog.getByText("20% of every order for 6 months")).toBeVisible();
  await expect(dialog.getByText("Applies to 1 affiliate")).toBeVisible();
  await expect(dialog.getByText("No known customers yet")).toBeVisible();
  await dialog.getByRole("switch", { name: "Also apply to customers who already ordered" }).click();
  await dialog.getByRole("button", { name: "Save new version" }).click();
  await expect(notice(page, "Saved version 1 of the plan.")).toBeVisible();
  await expect(page.getByText("Plan version 1 · 1 affiliate")).toBeVisible();
  const { plan, plan_version: version } = await planOf(merchant, campaignId);
  expect(version).toBe(1);
  expect(plan).toEqual({
    base: { type: "percentage", value: 20 },
    repeat: { pay: "limited", months: 6 },
    bound_customers_keep: false,
  });
});

test("rules are sentences: they can be added, moved and removed with the keyboard, and pay as they say", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${campaignId}/plan`));
  await addRule(page, "Product rule");
  await rule(page, "Product rule 1").getByLabel("SKU").fill("PRO-*");
  await rule(page, "Product rule 1").getByLabel("SKU").press("Enter");
  await expect(page.getByText("30% of items with SKU PRO-*", { exact: true })).toBeVisible();
  await expect(example(page, 3).getByText("PRO-1: 30% of €150.00")).toBeVisible();
  await addRule(page, "Product rule");
  const second = rule(page, "Product rule 2");
  await second.getByLabel("Type of commission").selectOption("nothing");
  await second.getByLabel("Condition").selectOption("category");
  await second.getByLabel("category").fill("gift-cards");
  await second.getByLabel("category").press("Enter");
  await second.getByRole("button", { name: "Move Product rule 2 up" }).press("Enter");
  await expect(rule(page, "Product rule 1").getByText("gift-cards")).toBeVisible();
  // The rule that moved keeps the focus, although it is now the first.
  await expect(page.getByRole("button", { name: "Move Product rule 1 up" })).toBeFocused();
  await addRule(page, "Order rule");
  await addRule(page, "Bonus");
  await addRule(page, "Limit per order");
  await rule(page, "Limit per order").getByRole("textbox").fill("40");
  await expect(example(page, 1).getByText("Limit: at most €40.00 per order")).toBeVisible();
  await rule(page, "Bonus 1").getByRole("button", { name: "Remove Bonus 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add rule" })).toBeFocused();
  await page.getByRole("button", { name: "Save plan" }).click();
  await page.getByRole("button", { name: "Save new version" }).click();
  await expect(notice(page, "Saved version 1")).toBeVisible();
  const { plan } = await planOf(merchant, campaignId);
  expect(plan.lines?.map(({ when, pay }) => ({ when, pay }))).toEqual([
    { when: { category: ["gift-cards"] }, pay: { type: "none" } },
    { when: { sku: ["PRO-*"] }, pay: { type: "percentage", value: 30 } },
  ]);
  expect(plan.limits).toEqual({ order_max: 40 });
  expect(plan.bonuses).toBeUndefined();
});

test("an error of the server is shown at its rule, and an empty field at once on saving", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${campaignId}/plan`));
  await addRule(page, "Tier");
  await addRule(page, "Tier");
  await rule(page, "Tier 2").getByLabel("From order").fill("5");
  // Only the server knows that steps must rise.
  await expect(rule(page, "Tier 2").getByLabel("From order")).toHaveAttribute("aria-invalid", "true");
  await expect(rule(page, "Tier 2").getByRole("alert")).toBeVisible();
  await expect(rule(page, "Tier 1").getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(rule(page, "Tier 2").getByLabel("From order")).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await rule(page, "Tier 2").getByLabel("From order").fill("50");
  await expect(rule(page, "Tier 2").getByRole("alert")).toHaveCount(0);
  await addRule(page, "Product rule");
  await expect(page.getByText("Fill in all fields to see what these orders pay.")).toBeVisible();
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(rule(page, "Product rule 1").getByText("Enter at least one value.")).toBeVisible();
  await expect(rule(page, "Product rule 1").getByLabel("SKU")).toBeFocused();
});

test("a new version tells how many customers keep the old one", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  const [{ affiliate_code: code }, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.call("PUT", `campaigns/${campaignId}/plan`, { plan: { base: { type: "percentage", value: 20 } } });
  const order = { campaign_id: campaignId, affiliate_code: code, amount: 100, customer_id: "c-1" };
  const conversion = await merchant.track(key, { ...order, external_id: "order-1" });
  await page.goto(at(merchant, `campaigns/${campaignId}/plan`));
  await rule(page, "Base commission").getByLabel("Percentage").fill("25");
  await page.getByRole("radio", { name: "Switch to the other affiliate" }).click();
  await page.getByRole("button", { name: "Save plan" }).click();
  const dialog = page.getByRole("dialog", { name: "What changes and for whom" });
  await expect(dialog.getByText("1 customer who already ordered keeps the terms of the first order.")).toBeVisible();
  await expect(dialog.getByText("switch to the other affiliate")).toBeVisible();
  const reads = await holdReads(page, /\/api\/.*\/plan$/);
  await dialog.getByRole("button", { name: "Save new version" }).click();
  await expect(notice(page, "Saved version 2 of the plan.")).toBeVisible();
  expect((await planOf(merchant, campaignId)).rebind).toBe("click");
  await page.getByRole("link", { name: "Edit plan" }).click();
  await expect(page.getByRole("heading", { name: "Commission plan" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save plan" })).toHaveCount(0);
  reads.release();
  await expect(rule(page, "Base commission").getByLabel("Percentage")).toHaveValue("25");
  await page.getByText("Version 1", { exact: true }).click();
  await expect(page.getByText("20% of every order", { exact: true })).toBeVisible();
  await visit(page, at(merchant, `conversions/${conversion.id}`));
  await expect(page.getByText("Order: 20% of €100.00 (base rate)")).toBeVisible();
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
});

test("groups: create one, move affiliates in bulk and by dragging, set its plan, and delete it", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  for (const name of ["Ada Lovelace", "Grace Hopper", "Hedy Lamarr"]) await merchant.affiliate(campaignId, name);
  await page.goto(at(merchant, `campaigns/${campaignId}/groups`));
  await expect(page.getByText("Use groups to pay some affiliates a different commission")).toBeVisible();
  await page.getByRole("button", { name: "Create group" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("VIP");
  await page.getByRole("dialog").getByRole("button", { name: "Create group" }).click();
  const [vip, rest] = [page.getByRole("region", { name: "VIP" }), page.getByRole("region", { name: "Without group" })];
  await rest.getByRole("checkbox", { name: "Select Ada Lovelace" }).check();
  await rest.getByRole("checkbox", { name: "Select Grace Hopper" }).check();
  await page.getByRole("button", { name: "Move 2 affiliates to…" }).click();
  await page.getByRole("menuitem", { name: "VIP" }).click();
  await expect(notice(page, "Moved 2 affiliates.")).toBeVisible();
  await expect(vip.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();
  await rest.getByRole("listitem").filter({ hasText: "Hedy Lamarr" }).dragTo(vip);
  await expect(vip.getByRole("link", { name: "Hedy Lamarr" })).toBeVisible();
  await expect(rest.getByText("No affiliates here.")).toBeVisible();

  await vip.getByRole("link", { name: "Set plan" }).click();
  await rule(page, "Base commission").getByLabel("Percentage").fill("30");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByText("Applies to the group VIP (3 affiliates)")).toBeVisible();
  await page.getByRole("button", { name: "Save new version" }).click();
  await expect(vip.getByText("30% of every order")).toBeVisible();

  await vip.getByRole("button", { name: "Actions for VIP" }).click();
  await page.getByRole("menuitem", { name: "Delete group" }).click();
  await expect(page.getByText("Its 3 affiliates fall back to the campaign's plan.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Delete group" }).click();
  await expect(page.getByRole("heading", { name: "No groups yet" })).toBeVisible();
});

test("an affiliate's page says which plan applies and why, and sets and removes their own", async ({
  page,
  merchant,
}) => {
  const campaignId = await merchant.campaign();
  const ada = await merchant.affiliate(campaignId);
  const groups = `campaigns/${campaignId}/groups`;
  const { group } = await merchant.call<GroupResponse>("POST", groups, {
    name: "VIP",
    plan: { base: { type: "percentage", value: 15 } },
  });
  await page.goto(at(merchant, `affiliates/${ada.id}?tab=commission`));
  await expect(page.getByText("The campaign's plan")).toBeVisible();
  await page.getByRole("button", { name: "Change group" }).click();
  await page.getByRole("menuitem", { name: "VIP" }).click();
  await expect(page.getByText("From group VIP")).toBeVisible();
  await expect(page.getByText("15% of every order")).toBeVisible();
  await page.getByRole("link", { name: "Set own plan" }).click();
  await rule(page, "Base commission").getByLabel("Percentage").fill("40");
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByText("Applies to Ada Lovelace in Spring Sale")).toBeVisible();
  await page.getByRole("button", { name: "Save new version" }).click();
  await expect(page.getByText(/^Own plan/)).toBeVisible();
  await expect(page.getByText("40% of every order")).toBeVisible();
  const { affiliates } = await merchant.call<GroupsResponse>("GET", groups);
  expect(affiliates).toMatchObject([{ name: "Ada Lovelace", override: true, group_id: group.id }]);
  await page.getByRole("button", { name: "Remove own plan" }).click();
  await expect(page.getByText("The plan of group VIP applies from the next order on.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Remove own plan" }).click();
  await expect(page.getByText("From group VIP")).toBeVisible();
});

test("viewers see plans and groups without anything to change them", async ({ page, context, merchant, server }) => {
  const campaignId = await merchant.campaign();
  const ada = await merchant.affiliate(campaignId);
  await merchant.call("POST", `campaigns/${campaignId}/groups`, { name: "VIP" });
  const viewer = await Merchant.signUp(server.origin, "Viewer");
  await addMember(server, viewer, { account: merchant, role: "viewer" });
  await signInAs(context, viewer);
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=commission`));
  await page.getByRole("link", { name: "View plan" }).click();
  await expect(page.getByText("10% of every order")).toBeVisible();
  await expect(page.getByRole("button", { name: /Save|Add/ })).toHaveCount(0);
  await visit(page, at(merchant, `campaigns/${campaignId}/groups`));
  await expect(page.getByRole("region", { name: "VIP" })).toBeVisible();
  await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.goto(at(merchant, `affiliates/${ada.id}?tab=commission`));
  await expect(page.getByText("The campaign's plan")).toBeVisible();
  await expect(page.getByRole("link", { name: "Set own plan" })).toHaveCount(0);
});
