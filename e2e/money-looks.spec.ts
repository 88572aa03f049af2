import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { BatchResponse, PayoutsResponse } from "tributary-sdk/pages";
import type { Merchant } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner, signInPartner, type Partner } from "./support/money.ts";
import { at, expect, test } from "./support/test.ts";

type Stop = readonly [path: string, landmark: string];

interface Tour {
  readonly dashboard: readonly Stop[];
  readonly portal: readonly Stop[];
  readonly partner: Partner;
}

/** Balances in every state, a batch with a file, a paid payout and a deduction, in two currencies. */
async function furnish(merchant: Merchant): Promise<Tour> {
  const stage = await moneyStage(merchant);
  const yen = { commission_type: "fixed", commission_value: 500, currency: "JPY", maturation_days: 14 } as const;
  const slow = { ...stage, campaignId: await merchant.campaign({ name: "Tokyo", ...yen }) };
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const hana = await partner(slow, "Hanako Yamada", IBAN);
  await earn(stage, await partner(stage, "Nowhere To Pay"), 500);
  await earn(slow, hana, 1000);
  const sale = await earn(stage, ada, 300);
  await merchant.call("PUT", "payout-settings/payer", { name: "Rivers & Sons", iban: "DE02120300000000202051" });
  await merchant.call("PUT", "payout-settings/schedule", { currency: "EUR", day: 5, minimum: 25 });
  const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
  await merchant.call("POST", `payout-batches/${batch.id}/files`, { format: "sepa" });
  const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
  const payoutId = payouts[0]?.id ?? "";
  await merchant.call("POST", `payouts/${payoutId}/paid`, { reference: "BANK-1" });
  await merchant.call("POST", `conversions/${sale.id}/claw-back`, { reason: "The goods came back" });
  const next = await earn(stage, ada, 700);
  const statement = `statements/${ada.id}/EUR/${new Date().toISOString().slice(0, 7)}`;
  return {
    partner: ada,
    dashboard: [
      ["payouts", "missing payout details"],
      ["payouts?tab=payouts", "BANK-1"],
      ["payouts?tab=batches", "Batch in EUR"],
      ["payouts?tab=claw-backs", "The goods came back"],
      ["payouts/new", "missing payout details"],
      ["payouts/import", "Results (CSV)"],
      [`payouts/${payoutId}`, "Marked as paid"],
      [`payouts/batches/${batch.id}`, "pain.001.001.09"],
      [`payouts/${statement}`, "Commission deducted"],
      [`affiliates/${ada.id}?tab=money`, "In progress"],
      [`affiliates/${hana.id}?tab=money`, "When it is ready"],
      [`conversions/${sale.id}`, "€30.00 to be deducted"],
      ["settings/payouts", "Save monthly batch"],
      [`conversions/${next.id}`, "Deduct commission"],
    ],
    portal: [
      ["earnings", "is ready to pay"],
      ["earnings/payouts", "BANK-1"],
      [`earnings/payouts/${payoutId}`, "has marked this payout as paid"],
      ["earnings/statements", "In progress"],
      [`earnings/${statement}`, "Commission deducted"],
    ],
  };
}

async function faultsOf(page: Page): Promise<string[]> {
  // The pages have no frames or shadow roots, so legacy mode finds the same in a third of the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...found, `${page.url()} is ${overflow} px wider than the window`] : found;
}

for (const [scheme, width] of [
  ["light", 1280],
  ["dark", 390],
] as const) {
  test(`money pages pass axe and fit into ${width} pixels in the ${scheme} theme`, async ({
    page,
    merchant,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const { dashboard, portal, partner: ada } = await furnish(merchant);
    const faults: string[] = [];
    const visit = async (address: string, landmark: string): Promise<void> => {
      await page.goto(address);
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    };
    for (const [path, landmark] of dashboard) await visit(at(merchant, path), landmark);
    await page.getByRole("button", { name: "Deduct commission" }).click();
    await expect(page.getByLabel("Reason")).toBeVisible();
    faults.push(...(await faultsOf(page)));
    await context.clearCookies();
    await signInPartner(context, merchant.origin, ada);
    for (const [path, landmark] of portal) await visit(`/portal/${path}`, landmark);
    expect(faults).toEqual([]);
  });
}
