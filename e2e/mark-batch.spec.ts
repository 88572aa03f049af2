import type { BatchResponse, PayoutsResponse } from "tributary-sdk/pages";
import { holdRequest } from "./support/held.ts";
import { earn, IBAN, moneyStage, partner } from "./support/money.ts";
import { at, expect, notice, test, visit } from "./support/test.ts";

for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
  // At any time, the day differs from that of UTC in one of them.
  test.describe(timezoneId, () => {
    test.use({ isolated: true, timezoneId });

    test("payouts are marked as paid on the reader's day by default", async ({ page, merchant }) => {
      const stage = await moneyStage(merchant);
      await earn(stage, await partner(stage, "Ada Lovelace", IBAN), 120);
      await earn(stage, await partner(stage, "Grace Hopper", IBAN), 300);
      const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
      const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
      const now = new Date();
      // So that no midnight comes in between.
      await page.clock.setFixedTime(now);
      const today = new Intl.DateTimeFormat("sv-SE", { timeZone: timezoneId }).format(now);
      const dialog = page.getByRole("dialog");

      await page.goto(at(merchant, `payouts/${payouts[0]?.id}`));
      await page.getByRole("button", { name: "Mark as paid" }).click();
      await expect(dialog.getByLabel("Paid on")).toHaveValue(today);
      await dialog.getByRole("button", { name: "Mark as paid" }).click();
      await expect(notice(page, /as paid/)).toBeVisible();

      await visit(page, at(merchant, `payouts/batches/${batch.id}`));
      await page.getByRole("button", { name: "Mark batch as paid" }).click();
      await expect(dialog.getByLabel("Paid on")).toHaveValue(today);
      await dialog.getByRole("button", { name: "Mark 1 payout as paid" }).click();
      await expect(notice(page, "Marked 1 payout as paid")).toBeVisible();
      const { payouts: paid } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
      expect(paid.map((row) => row.paid_on)).toEqual([today, today]);
    });
  });

test("a batch is marked as paid in one step, except for unticked payouts", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  for (const [name, amount] of [
    ["Ada Lovelace", 120],
    ["Grace Hopper", 300],
    ["Hedy Lamarr", 500],
    ["Ida Rhodes", 100],
  ] as const)
    await earn(stage, await partner(stage, name, IBAN), amount);
  await merchant.call("PUT", "payout-settings/payer", { name: "Rivers & Sons", iban: "DE02120300000000202051" });
  const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });

  await page.goto(at(merchant, `payouts/batches/${batch.id}`));
  await page.getByRole("button", { name: "Mark batch as paid" }).click();
  await expect(page.getByRole("dialog").getByRole("checkbox", { checked: true })).toHaveCount(4);
  await page.getByRole("dialog").getByRole("button", { name: "Not yet" }).click();
  await expect(page.getByText("Uploaded to your bank?")).toHaveCount(0);
  await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Create SEPA credit transfer" }).click(),
  ]);
  await expect(page.getByText("Uploaded to your bank?")).toBeVisible();
  const listed = await holdRequest(page, "GET", `**/payouts?batch_id=${batch.id}&status=created*`);
  await page.getByRole("button", { name: "Mark batch as paid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reference").fill("Run 11");
  await listed.sent;
  // Nothing from before the file is shown meanwhile.
  await expect(dialog.getByText("not in a payment file")).toHaveCount(0);
  await listed.release();
  for (const name of ["Grace Hopper", "Ida Rhodes"]) await dialog.getByRole("checkbox", { name }).uncheck();
  await dialog.getByRole("button", { name: "Mark 2 payouts as paid, €62.00" }).click();
  await expect(notice(page, "Marked 2 payouts as paid, €62.00 in total.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Lovelace Paid €12.00.*Run 11/i })).toBeVisible();
  await expect(page.getByRole("row", { name: /Hedy Lamarr Paid €50.00.*Run 11/i })).toBeVisible();
  await expect(page.getByRole("row", { name: /Grace Hopper Created €30.00.*None/i })).toBeVisible();

  // Someone else cancels one before the dialog opens, and the last one while it is open.
  const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}&status=created`);
  const cancel = (name: string): Promise<unknown> => {
    const id = payouts.find((row) => row.affiliate_name === name)?.id;
    return merchant.call("POST", `payouts/${id}/cancel`, { although_in_file: true });
  };
  await cancel("Ida Rhodes");
  await page.reload();
  await page.getByRole("button", { name: "Mark batch as paid" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Grace Hopper" })).toBeChecked();
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await cancel("Grace Hopper");
  await dialog.getByRole("button", { name: "Mark 1 payout as paid, €30.00" }).click();
  for (const name of ["Grace Hopper", "Ida Rhodes"])
    await expect(dialog.getByText(`${name}: Cancelled.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: "Mark batch as paid" })).toHaveCount(0);
});

test("without a mail server the page says so instead of offering a reminder", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  await earn(stage, await partner(stage, "Grace Hopper"), 300);
  await page.goto(at(merchant, "payouts"));
  await expect(page.getByText("€30.00 blocked: 1 affiliate without payout details")).toBeVisible();
  await expect(page.getByText("Email isn't set up on this server.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Send reminder/ })).toHaveCount(0);
});

test("the money lists sort by a column, and the order is in the URL", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  for (const [name, amount] of [
    ["Ada Lovelace", 120],
    ["Grace Hopper", 300],
    ["Hedy Lamarr", 200],
  ] as const)
    await earn(stage, await partner(stage, name, IBAN), amount);
  const names = () =>
    page
      .getByRole("row")
      .getByRole("link", { name: /^(Ada|Grace|Hedy)/ })
      .allInnerTexts();
  await page.goto(at(merchant, "payouts"));
  await page.getByRole("button", { name: "Ready to pay", exact: true }).click();
  await expect(page).toHaveURL(/sort=-payable/);
  await expect(page.getByRole("columnheader", { name: "Ready to pay" })).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => (await names()).map((name) => name.split(" ")[0])).toEqual(["Grace", "Hedy", "Ada"]);
  await merchant.call("POST", "payout-batches", { currency: "EUR" });
  await visit(page, at(merchant, "payouts?tab=payouts&sort=amount"));
  await expect.poll(async () => (await names()).map((name) => name.split(" ")[0])).toEqual(["Ada", "Hedy", "Grace"]);
});
