import type { BatchResponse, PayoutResponse, PayoutsResponse } from "tributary-sdk/pages";
import { holdRequest } from "./support/held.ts";
import type { Merchant } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner } from "./support/money.ts";
import { at, expect, notice, test, visit } from "./support/test.ts";

/** Ada is due 17.00 and Grace 30.00. */
async function twoPayouts(merchant: Merchant): Promise<{ adas: string; graces: string }> {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const grace = await partner(stage, "Grace Hopper", "NL91ABNA0417164300");
  await earn(stage, ada, 170);
  await earn(stage, grace, 300);
  const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
  const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
  const idOf = (affiliate: string): string => payouts.find((row) => row.affiliate_id === affiliate)?.id ?? "";
  return { adas: idOf(ada.id), graces: idOf(grace.id) };
}

test("previews what each line of bank results changes before it updates payouts", async ({ page, merchant }) => {
  const { adas, graces } = await twoPayouts(merchant);
  const today = new Date().toISOString().slice(0, 10);
  const csv = [
    "payout_id,status,reference,paid_on,reason,amount",
    `${adas},failed,,,,`,
    `${adas},paid,BANK-1,${today},,17.00`,
    `${graces},failed,,,Account closed,`,
    `${graces},paid,,,,29.99`,
    "po_nothing,paid,,,,",
  ].join("\n");
  await page.goto(at(merchant, "payouts/import"));
  await page.getByLabel("Results (CSV)").fill(csv);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("2 payouts to update, 1 line replaced by a later line, 2 lines refused.")).toBeVisible();
  await expect(page.getByText("will be failed")).toBeVisible();
  await expect(page.getByText("replaced by line 3")).toBeVisible();
  await expect(page.getByText("The file says 29.99, but this payout is 30.00 EUR. Ask your bank.")).toBeVisible();
  const before = await merchant.call<PayoutResponse>("GET", `payouts/${adas}`);
  expect(before.payout.status).toBe("created");
  await page.getByRole("button", { name: "Update 2 payouts" }).click();
  await expect(notice(page, "Updated 2 payouts.")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/^0 payouts to update, 2 lines already recorded, /)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Update/ })).toHaveCount(0);

  await visit(page, at(merchant, `payouts/${adas}`));
  await expect(page.getByText("Marked as paid, reference BANK-1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as failed" })).toBeVisible();
  await visit(page, at(merchant, "payouts?state=payable"));
  await expect(page.getByRole("button", { name: "Pay Grace Hopper €30.00" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toHaveCount(0);
});

test("updates the payouts of the previewed results, though the preview of earlier ones arrives late", async ({
  page,
  merchant,
}) => {
  const { adas, graces } = await twoPayouts(merchant);
  await page.goto(at(merchant, "payouts/import"));
  const field = page.getByLabel("Results (CSV)");
  const preview = page.getByRole("button", { name: "Preview results" });
  await field.fill(`payout_id,status\n${adas},paid`);
  const first = await holdRequest(page, "POST", "**/payout-imports/preview");
  await preview.click();
  await first.sent;
  await field.fill(`payout_id,status\n${graces},paid`);
  await expect(preview).toBeEnabled();
  await preview.click();
  await expect(page.getByRole("link", { name: graces })).toBeVisible();
  await first.release();
  await page.getByRole("button", { name: "Update 1 payout" }).click();
  await expect(notice(page, "Updated 1 payout.")).toBeVisible();
  await expect(page.getByRole("link", { name: graces })).toBeVisible();
  await expect(page.getByRole("link", { name: adas })).toHaveCount(0);
  const { payout } = await merchant.call<PayoutResponse>("GET", `payouts/${adas}`);
  expect(payout.status).toBe("created");
});

test("marks a failed payout as paid, unless a newer payout has its conversions", async ({ page, merchant }) => {
  const { graces } = await twoPayouts(merchant);
  const { payout } = await merchant.call<PayoutResponse>("POST", `payouts/${graces}/failed`, {
    reason: "Account closed",
  });
  const again = { affiliate_id: payout.affiliate_id, currency: "EUR" };
  const newer = await merchant.call<PayoutResponse>("POST", "payouts", again);
  await page.goto(at(merchant, `payouts/${graces}`));
  await page.getByRole("button", { name: "Mark as paid" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Mark it as paid only if your bank paid it after all.")).toBeVisible();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect(dialog.getByText(`now part of ${newer.payout.id}, which is not paid yet.`)).toBeVisible();
  await merchant.call("POST", `payouts/${newer.payout.id}/cancel`);
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect(notice(page, "Marked €30.00 to Grace Hopper as paid.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as failed" })).toBeVisible();
});
