import type { CreateCampaignBody } from "tributary-sdk/pages";
import { join, signInWith } from "./support/affiliate.ts";
import { faultsOf } from "./support/looks.ts";
import { Merchant } from "./support/merchant.ts";
import { expect, test, visit } from "./support/test.ts";

const plan: NonNullable<CreateCampaignBody["plan"]> = {
  repeat: { pay: "limited", months: 12 },
  lines: [{ id: "cards", when: { category: ["gift-cards"] }, pay: { type: "none" } }],
  tiers: { measure: "conversions", period: "month", steps: [{ from: 4, pay: { type: "percentage", value: 25 } }] },
  bonuses: [{ id: "b1", measure: "conversions", counts: "approved", period: "month", reach: 50, value: 100 }],
};

test("an affiliate reads the terms before joining, sees the next step and learns which rule paid an order", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign({ commission_value: 20, maturation_days: 0, plan });
  await page.goto(await merchant.invite(campaignId, `new-of-${merchant.accountId}@partner.example`));
  await expect(page.getByText("earn a commission on orders that come through it.")).toBeVisible();
  await expect(page.getByText("20% of every order for 12 months after a customer's first order")).toBeVisible();
  await expect(page.getByText("25% from your 4th order in a month")).toBeVisible();
  await expect(page.getByText("a customer's later orders stay yours without a new click.")).toBeVisible();

  const { cookie, affiliation } = await join(merchant, campaignId);
  const key = await merchant.key();
  const order = { campaign_id: campaignId, amount: 100 };
  const code = affiliation.affiliate_code;
  const items = [{ sku: "CARD-50", category: "gift-cards", quantity: 1, amount: 40 }];
  const first = await merchant.track(key, {
    ...order,
    affiliate_code: code,
    external_id: "order-1",
    customer_id: "grace",
    items,
  });
  const renewal = await merchant.track(key, { ...order, external_id: "order-2", customer_id: "grace" });
  await merchant.call("POST", `conversions/${first.id}/approve`);

  await signInWith(context, server.origin, cookie);
  await page.goto("/portal/campaigns");
  await expect(page.getByRole("row", { name: /Spring Sale/ })).toContainText("20% base rate");
  await page.getByRole("link", { name: "Spring Sale" }).click();
  const month = page.getByRole("region", { name: "This month" });
  await expect(month.getByText("2 of 3 orders")).toBeVisible();
  await expect(month.getByText("1 more order this month, then 25% from your 4th order on")).toBeVisible();
  await expect(month.getByText("1 of 50 approved orders")).toBeVisible();
  await expect(month.getByRole("progressbar", { name: "€100.00 bonus for 50 approved orders" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your terms" })).toContainText("25% from your 4th order");
  const customer = page
    .getByRole("table", { name: "Your customers" })
    .getByRole("row", { name: /customer [\da-f]{8}/ });
  await expect(customer).toContainText(/Until .+\d{4}/);
  await expect(page.getByText("grace")).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);

  await visit(page, `/portal/conversions/${first.id}`);
  const calculation = page.getByRole("region", { name: "How this was calculated" });
  await expect(calculation.getByText("CARD-50: no commission (items in category gift-cards)")).toBeVisible();
  await expect(calculation.getByRole("listitem").filter({ hasText: "20% of €60.00 (base rate)" })).toContainText(
    "€12.00",
  );
  await expect(calculation.getByText("“25% from your 4th order in a month” did not apply yet")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await visit(page, "/portal/conversions");
  await expect(page.getByRole("row", { name: /Renewal/ })).toHaveCount(1);
  await visit(page, `/portal/conversions/${renewal.id}`);
  await expect(page.getByRole("heading", { name: /^Renewal from / })).toBeVisible();
  await expect(page.getByText("Attributed through the customer's first order")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of [`campaigns/${campaignId}`, `conversions/${first.id}`, "conversions"]) {
    await page.goto(`/portal/${path}`);
    await expect(page.getByRole("heading", { level: 2 }).or(page.getByText("Renewal")).first()).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
  }
});
