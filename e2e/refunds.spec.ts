import type { PayoutResponse } from "tributary-sdk/pages";
import { earn, IBAN, moneyStage, partner, signInPartner } from "./support/money.ts";
import { at, expect, notice, test, visit } from "./support/test.ts";

test("refunds change pending commission, become deductions after a payout, and read the same on both sides", async ({
  page,
  merchant,
  browser,
  watch,
}) => {
  const campaignId = await merchant.campaign({ maturation_days: 0, commission_value: 20 });
  const stage = { merchant, campaignId, key: await merchant.key() };
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const pending = await merchant.track(stage.key, {
    campaign_id: campaignId,
    affiliate_code: ada.affiliate_code,
    external_id: "order-pending",
    amount: 100,
  });
  const fact = (label: string) => page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

  await page.goto(at(merchant, `conversions/${pending.id}`));
  await expect(page.getByText("No refunds have been recorded for this order.")).toBeVisible();
  const opener = page.locator("#content").getByRole("button", { name: "Record refund" });
  await opener.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Amount")).toHaveValue("");
  await expect(dialog.getByLabel("Amount")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await opener.click();
  await dialog.getByRole("button", { name: "Refund all (€100.00)" }).click();
  await expect(dialog.getByText("Commission €20.00 → €0.00. The conversion will be rejected")).toBeVisible();
  await dialog.getByLabel("Amount").fill("100.01");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await expect(dialog.getByText("Enter an amount above 0 and up to €100.00.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("25");
  await expect(dialog.getByText("Commission €20.00 → €15.00", { exact: true })).toBeVisible();
  await dialog.getByLabel("Reason").fill("Wrong size");
  await dialog.getByLabel("Refund ID").fill("R-1");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await expect(notice(page, "Recorded a refund of €25.00. The commission is €15.00.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(fact("Amount")).toContainText("€75.00€25.00 of €100.00 refunded");
  await expect(fact("Commission")).toContainText("€15.00originally €20.00");
  await expect(page.getByText("€25.00 refunded: order €75.00, commission €15.00")).toBeVisible();
  await expect(page.getByRole("row", { name: /€25.00 R-1 Wrong size Counted/ })).toBeVisible();

  // Another amount under the same ID is one sentence in the dialog.
  await opener.click();
  await dialog.getByLabel("Amount").fill("10");
  await dialog.getByLabel("Refund ID").fill("R-1");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await expect(dialog.getByText("This refund ID is already recorded with another amount or order.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Cancel refund of €25.00" }).click();
  await expect(dialog.getByText("The order is €100.00 again")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep refund" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel refund" }).click();
  await expect(notice(page, "Cancelled the refund of €25.00.")).toBeVisible();
  await expect(page.getByRole("row", { name: /€25.00 R-1 Wrong size Cancelled/ })).toBeVisible();
  await expect(fact("Commission")).toContainText("€20.00");
  await merchant.call("POST", `conversions/${pending.id}/refunds`, { amount: 50, reason: "Half came back" });

  const sale = await earn(stage, ada, 300);
  const { payout } = await merchant.call<PayoutResponse>("POST", "payouts", { affiliate_id: ada.id, currency: "EUR" });
  await merchant.call("POST", `payouts/${payout.id}/paid`, { reference: "BANK-1" });
  await page.goto(at(merchant, `conversions/${sale.id}`));
  await opener.click();
  await dialog.getByLabel("Amount").fill("50");
  await expect(dialog.getByText("€10.00 will be deducted from the next payout to Ada Lovelace.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Damaged");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await expect(page.getByText("€10.00 to be deducted", { exact: true }).first()).toBeVisible();
  await expect(fact("Amount")).toContainText("€300.00€50.00 refunded later");
  await expect(fact("Commission")).toContainText("€60.00€10.00 to be deducted");
  await expect(page.getByText(/: €50\.00 refunded, €10\.00 to be deducted\.$/)).toBeVisible();

  // The next payout deducts it; once it is undone, the one after that returns it.
  await earn(stage, ada, 100);
  const next = await merchant.call<PayoutResponse>("POST", "payouts", { affiliate_id: ada.id, currency: "EUR" });
  expect(next.payout.amount).toBe(10);
  await merchant.call("POST", `payouts/${next.payout.id}/paid`, { reference: "BANK-2" });
  await page.reload();
  await expect(page.getByText("€10.00 deducted", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo deduction" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Our mistake");
  await page.getByRole("dialog").getByRole("button", { name: "Undo deduction" }).click();
  await expect(notice(page, "Undone. The next payout to Ada Lovelace returns €10.00.")).toBeVisible();
  await expect(page.getByText("Deduction of €10.00 returned", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo deduction" })).toHaveCount(0);

  await visit(page, at(merchant, "payouts"));
  await expect(page.getByRole("row", { name: /Ada Lovelace.*Ready to pay.*€10.00.*to be returned/i })).toBeVisible();
  await page.getByRole("button", { name: "Pay Ada Lovelace €10.00" }).click();
  await expect(page.getByText("plus €10.00 in returned deductions")).toBeVisible();
  await page.getByRole("button", { name: "Create payout of €10.00" }).click();
  await expect(page.getByRole("heading", { name: "€10.00 to Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Deduction returned.*[^−]€10.00/ })).toBeVisible();

  const context = await browser.newContext({ baseURL: merchant.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  await watch(context);
  await signInPartner(context, merchant.origin, ada);
  const portal = await context.newPage();
  await portal.goto(`/portal/conversions/${pending.id}`);
  await expect(portal.getByText("20% of €100.00, rounded half up, is €20.00.", { exact: true })).toBeVisible();
  await expect(portal.getByText(/: €50\.00 refunded, now €10\.00\.$/)).toBeVisible();
  await expect(portal.getByText("€50.00 refunded: order €50.00, commission €10.00")).toBeVisible();
  await expect(portal.getByText("“Half came back”")).toBeVisible();
  await expect(portal.getByText("order-pending")).toHaveCount(0);
  await expect(portal.getByText("R-1")).toHaveCount(0);
  await visit(portal, `/portal/conversions/${sale.id}`);
  await expect(portal.getByText(/: deduction of €10\.00 returned\.$/)).toBeVisible();
  await visit(portal, "/portal/earnings/payouts");
  await expect(
    portal.getByRole("row", { name: /Deduction returned Our mistake €10.00 Returned with payout/ }),
  ).toBeVisible();
  await expect(portal.getByRole("row", { name: /Deduction Damaged −€10.00 Deducted from payout/ })).toBeVisible();
  await context.close();
});

test("a refund dialog closes when someone leaves its order", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace");
  const [first, second] = [await earn(stage, ada, 100), await earn(stage, ada, 50)];
  const title = ({ externalId }: typeof first) => page.getByRole("heading", { level: 1, name: externalId });
  const opener = page.locator("#content").getByRole("button", { name: "Record refund" });
  await page.goto(at(merchant, `conversions/${second.id}`));
  await expect(title(second)).toBeVisible();
  await expect(opener).toBeVisible();
  await visit(page, at(merchant, `conversions/${first.id}`));
  await expect(title(first)).toBeVisible();
  await opener.click();
  await page.getByRole("dialog").getByLabel("Amount").fill("40");
  await visit(page, at(merchant, `conversions/${second.id}`));
  await expect(title(second)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await opener.click();
  await expect(page.getByRole("dialog").getByLabel("Amount")).toHaveValue("");
});
