import type { GroupResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import type { Merchant } from "./support/merchant.ts";
import { at, expect, test, visit } from "./support/test.ts";

const plan = {
  base: { type: "percentage", value: 20 },
  repeat: { pay: "limited", months: 12 },
  lines: [{ id: "l1", when: { sku: ["PRO-*"], customer: "new" }, pay: { type: "percentage", value: 30 } }],
  orders: [
    { id: "o1", when: { customer: "new" }, pay: { type: "fixed", value: 50 } },
    { id: "o2", when: { country: ["DE"], amount_from: 100, month_to: 3 }, pay: { type: "none" } },
  ],
  tiers: { measure: "conversions", period: "month", steps: [{ from: 11, pay: { type: "percentage", value: 25 } }] },
  bonuses: [{ id: "b1", measure: "conversions", counts: "approved", period: "month", reach: 50, value: 100 }],
  limits: { order_max: 200, customer_max: 500 },
};

/** A campaign with every kind of rule, a group with a plan and an affiliate with their own. */
async function furnish(merchant: Merchant): Promise<readonly [path: string, landmark: string][]> {
  const campaignId = await merchant.campaign();
  const [ada, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  await merchant.affiliate(campaignId, "Bartholomew Featherstonehaugh");
  await merchant.call("PUT", `campaigns/${campaignId}/plan`, { plan });
  const { group } = await merchant.call<GroupResponse>("POST", `campaigns/${campaignId}/groups`, { name: "VIP", plan });
  const order = { campaign_id: campaignId, affiliate_code: ada.affiliate_code, amount: 120, customer_id: "c-1" };
  const conversion = await merchant.track(key, { ...order, external_id: "order-1" });
  await merchant.call("PUT", `affiliates/${ada.affiliation_id}/plan`, { plan });
  return [
    [`campaigns/${campaignId}?tab=commission`, "30% of items"],
    [`campaigns/${campaignId}/groups`, "own plan"],
    [`campaigns/${campaignId}/groups/${group.id}/plan`, "Pays"],
    [`affiliates/${ada.id}?tab=commission`, "Own plan"],
    [`affiliates/${ada.id}/plan/${ada.affiliation_id}`, "Pays"],
    [`conversions/${conversion.id}`, "How this was calculated"],
    [`campaigns/${campaignId}/plan`, "Pays"],
  ];
}

for (const width of [1280, 320]) {
  test(`the pages of plans pass axe in light and dark, and are no wider than ${width} pixels`, async ({
    page,
    merchant,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    const pages = await furnish(merchant);
    await page.goto(at(merchant));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const [path, landmark] of pages) {
      await visit(page, at(merchant, path));
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    }
    // The last page is the editor: an error at a field, the menu and the dialog.
    await page.getByLabel("From order").fill("0");
    await expect(page.getByRole("listitem", { name: "Tier 1" }).getByRole("alert")).toBeVisible();
    await page.getByRole("button", { name: "Add rule" }).click();
    faults.push(...(await faultsOf(page)));
    await page.keyboard.press("Escape");
    await page.getByLabel("From order").fill("12");
    await expect(page.getByRole("listitem", { name: "Tier 1" }).getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect(page.getByRole("dialog", { name: "What changes and for whom" })).toBeVisible();
    faults.push(...(await faultsOf(page)));
    expect(faults).toEqual([]);
  });
}
