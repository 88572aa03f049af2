import { readFileSync } from "node:fs";
import type { BatchResponse, PayoutResponse } from "tributary-sdk/pages";
import { addMember } from "./support/members.ts";
import { Merchant } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner, signInPartner } from "./support/money.ts";
import { at, clockTest, expect, notice, signInAs, test, visit } from "./support/test.ts";

test("a batch pays what its preview shows, and its SEPA file contains the same", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const grace = await partner(stage, "Grace Hopper", "NL91ABNA0417164300");
  const tiny = await partner(stage, "Tiny Balance", IBAN);
  const nowhere = await partner(stage, "Nowhere To Pay");
  await earn(stage, ada, 120);
  await earn(stage, ada, 49.99);
  await earn(stage, grace, 300);
  await earn(stage, tiny, 10);
  await earn(stage, nowhere, 500);

  await page.goto(at(merchant, "settings/payouts"));
  await page.getByLabel("Account holder").fill("Rivers & Sons");
  await page.getByLabel("IBAN").fill("DE02 1203 0000 0000 2020 52");
  await page.getByRole("button", { name: "Save payer" }).click();
  await expect(
    page
      .getByText(/IBAN/)
      .filter({ hasText: /check|valid/i })
      .first(),
  ).toBeVisible();
  await page.getByLabel("IBAN").fill("DE02 1203 0000 0000 2020 51");
  await page.getByRole("button", { name: "Save payer" }).click();
  await expect(notice(page, "Saved. New SEPA files")).toBeVisible();

  await visit(page, at(merchant, "payouts"));
  await expect(page.getByRole("row", { name: /Nowhere To Pay.*missing payout details/i })).toBeVisible();
  await page.getByRole("link", { name: "Prepare batch" }).click();
  await page.getByLabel("Minimum per affiliate").fill("5");
  await expect(page.getByRole("row", { name: /Tiny Balance.*Skipped, below €5.00/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Nowhere To Pay.*Skipped, missing payout details/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Lovelace.*€17.00$/ })).toBeVisible();
  const create = "Create 2 payouts, €47.00 in total";
  await page.getByRole("button", { name: create }).click();
  await page.getByRole("dialog").getByRole("button", { name: create }).click();
  await expect(notice(page, "Created 2 payouts, €47.00 in total.")).toBeVisible();

  await expect(page.getByRole("heading", { name: "Batch in EUR" })).toBeVisible();
  await expect(page.getByText("1 affiliate without payout details")).toBeVisible();
  await expect(page.getByRole("row", { name: /Grace Hopper Created €30.00/ })).toBeVisible();
  const batchId = page.url().split("/").at(-1) ?? "";
  const { batch } = await merchant.call<BatchResponse>("GET", `payout-batches/${batchId}`);
  expect(batch.totals.created).toEqual({ payouts: 2, amount: 47 });

  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Create SEPA credit transfer" }).click(),
  ]);
  const first = readFileSync(await saved.path(), "utf8");
  expect(first).toContain("pain.001.001.09");
  expect(first).toContain("<CtrlSum>47.00</CtrlSum>");
  expect(first).toContain(IBAN);
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download SEPA credit transfer" }).click(),
  ]);
  expect(readFileSync(await again.path(), "utf8")).toBe(first);
});

test("a deduction needs a reason, reduces the next payout, and reads the same on both sides", async ({
  page,
  merchant,
  browser,
  watch,
}) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const sale = await earn(stage, ada, 300);
  const { payout } = await merchant.call<PayoutResponse>("POST", "payouts", { affiliate_id: ada.id, currency: "EUR" });
  await merchant.call("POST", `payouts/${payout.id}/paid`, { reference: "BANK-7" });

  await page.goto(at(merchant, `conversions/${sale.id}`));
  await page.getByRole("button", { name: "Deduct commission" }).click();
  await page.getByRole("button", { name: "Deduct €30.00" }).click();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.getByLabel("Reason").fill("The goods came back");
  await page.getByRole("button", { name: "Deduct €30.00" }).click();
  await expect(notice(page, "€30.00 will be deducted from the next payouts to Ada Lovelace.")).toBeVisible();
  await expect(page.getByText("to be deducted from the next payouts")).toBeVisible();
  await expect(page.getByRole("button", { name: "Deduct commission" })).toHaveCount(0);

  await earn(stage, ada, 100);
  await visit(page, at(merchant, "payouts"));
  await expect(page.getByRole("row", { name: /Ada Lovelace.*to be deducted/i })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay / })).toHaveCount(0);
  await earn(stage, ada, 400);
  await page.reload();
  await page.getByRole("button", { name: "Pay Ada Lovelace €20.00" }).click();
  await page.getByRole("button", { name: "Create payout of €20.00" }).click();
  await expect(page.getByRole("heading", { name: "€20.00 to Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Deduction.*−€30.00/ })).toBeVisible();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByLabel("Reference").fill("BANK-8");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
  await expect(notice(page, "Marked €20.00 to Ada Lovelace as paid.")).toBeVisible();

  const context = await browser.newContext({ baseURL: merchant.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  await watch(context);
  await signInPartner(context, merchant.origin, ada);
  const portal = await context.newPage();
  await portal.goto("/portal/earnings");
  const paid = portal.locator("dl > div").filter({ has: portal.getByText("Paid", { exact: true }) });
  await expect(paid.first()).toContainText("€50.00");
  await portal.getByRole("link", { name: "Payouts" }).click();
  await expect(portal.getByRole("row", { name: /Rivers & Sons Paid €20.00.*BANK-8/ })).toBeVisible();
  await expect(portal.getByRole("row", { name: /The goods came back −€30.00 Deducted from payout/ })).toBeVisible();
  await portal
    .getByRole("row", { name: /BANK-8/ })
    .getByRole("link")
    .click();
  await expect(portal.getByRole("row", { name: /Deduction.*−€30.00/ })).toBeVisible();

  const month = new Date().toISOString().slice(0, 7);
  await visit(portal, `/portal/earnings/statements/${ada.id}/EUR/${month}`);
  const open = portal.getByRole("table", { name: "Balances" }).getByRole("row", { name: /Open balance/ });
  await expect(open).toHaveText(/€0.00.*€0.00/);
  await visit(page, at(merchant, `payouts/statements/${ada.id}/EUR/${month}`));
  const summary = page.getByRole("table", { name: "Summary" });
  await expect(summary.getByRole("row", { name: /Paid −€50.00/ })).toBeVisible();
  await expect(summary.getByRole("row", { name: /Changes −€30.00/ })).toBeVisible();
  await expect(summary.getByRole("row", { name: /Closing balance €0.00/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "New commission" })).toContainText(sale.externalId);
  await expect(portal.getByRole("table", { name: "New commission" })).not.toContainText(sale.externalId);
  await expect(portal.getByRole("table", { name: "New commission" })).toContainText("Spring Sale");
  const both = [page, portal].map(async (reader) => {
    await reader.getByRole("button", { name: /^Show full ledger/ }).click();
    const ledger = reader.getByRole("table", { name: "Full ledger" });
    await expect(ledger.getByRole("row").last()).toContainText("Payout paid");
    const rows = await ledger.getByRole("row").all();
    return Promise.all(rows.map(async (row) => (await row.locator("td, th").allInnerTexts()).toSpliced(2, 1)));
  });
  const [merchants, affiliates] = await Promise.all(both);
  expect(affiliates).toEqual(merchants);
  const [file] = await Promise.all([
    portal.waitForEvent("download"),
    portal.getByRole("link", { name: "Download signed JSON" }).click(),
  ]);
  const signed = JSON.parse(readFileSync(await file.path(), "utf8")) as { signature: string; statement: object };
  expect(signed.signature).toMatch(/^[\w+/]{86}==$/);
  await context.close();
});

test("a manager sees masked payouts and cannot pay", async ({ page, merchant, server, context }) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const sale = await earn(stage, ada, 120);
  const { payout } = await merchant.call<PayoutResponse>("POST", "payouts", { affiliate_id: ada.id, currency: "EUR" });
  await merchant.call("PUT", "payout-settings/payer", { name: "Rivers & Sons", iban: "DE02120300000000202051" });
  await earn(stage, ada, 50);
  const manager = await Merchant.signUp(server.origin, "Max Manager");
  await addMember(server, manager, { account: merchant, role: "manager" });
  await context.clearCookies();
  await signInAs(context, manager);

  await page.goto(at(merchant, "payouts"));
  await expect(page.getByText("Only owners can create payouts")).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Lovelace.*ready to pay/i })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay / })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Prepare batch" })).toHaveCount(0);
  await visit(page, at(merchant, "payouts/new"));
  await expect(page.getByText("Only owners can create payouts.")).toBeVisible();
  await visit(page, at(merchant, `payouts/${payout.id}`));
  await expect(page.getByText("Only owners see the full account.")).toBeVisible();
  await expect(page.getByText(IBAN)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Mark as paid" })).toHaveCount(0);
  await visit(page, at(merchant, `payouts/batches/${payout.batch_id}`));
  await expect(page.getByText("Only owners can create and download payment files")).toBeVisible();
  await visit(page, at(merchant, `conversions/${sale.id}`));
  await expect(page.getByText("How this was calculated")).toBeVisible();
  await expect(page.getByRole("button", { name: "Deduct commission" })).toHaveCount(0);
  await visit(page, at(merchant, "settings/payouts"));
  await expect(page.getByText("Only owners see the full IBAN and can change it.")).toBeVisible();
  await expect(page.getByText("DE02120300000000202051")).toHaveCount(0);
});

test("saves automatic approval and a monthly batch", async ({ page, merchant }) => {
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, `campaigns/${campaignId}?tab=settings`));
  await page.getByLabel("Automatically, after the hold period").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page, "Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Automatically, after the hold period")).toBeChecked();

  await visit(page, at(merchant, "settings/payouts"));
  await page.getByLabel("Day of the month").fill("5");
  await page.getByLabel("Minimum").fill("25");
  await page.getByRole("button", { name: "Save monthly batch" }).click();
  await expect(page.getByRole("row", { name: /EUR 5 €25.00/ })).toBeVisible();
  await page.getByRole("button", { name: "Actions for the monthly batch in EUR" }).click();
  await page.getByRole("menuitem", { name: "Stop monthly batch" }).click();
  await page.getByRole("button", { name: "Stop monthly batch" }).click();
  await expect(page.getByText("No monthly batches yet.")).toBeVisible();
});

clockTest("a batch is created only with the minimum that its page shows", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  await earn(stage, await partner(stage, "Ada Lovelace", IBAN), 120);
  await earn(stage, await partner(stage, "Grace Hopper", "NL91ABNA0417164300"), 300);
  const [minimum, create] = [page.getByLabel("Minimum per affiliate"), page.getByRole("button", { name: /^Create/ })];
  await page.goto(at(merchant, "payouts"));
  await page.getByRole("link", { name: "Prepare batch" }).click();
  await expect(create).toHaveText("Create 2 payouts, €42.00 in total");

  // What is typed is not previewed yet.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await minimum.fill("20");
  await expect(create).toBeDisabled();
  await page.clock.resume();
  await expect(create).toHaveText("Create 1 payout, €30.00 in total");
  await expect(create).toBeEnabled();

  // Sorting is a step of the history, and typing is not.
  await page.getByRole("columnheader", { name: "Affiliate" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=/);
  for (const typed of ["1", "10"]) {
    await minimum.fill(typed);
    await expect(page).toHaveURL(new RegExp(`minimum=${typed}(&|$)`));
  }
  await expect(create).toHaveText("Create 2 payouts, €42.00 in total");
  await page.goBack();
  await expect(page).toHaveURL(/minimum=20/);
  await expect(minimum).toHaveValue("20");
  await expect(create).toHaveText("Create 1 payout, €30.00 in total");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Payouts" })).toBeVisible();
});
