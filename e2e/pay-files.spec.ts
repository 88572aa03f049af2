import { readFileSync } from "node:fs";
import type { BatchResponse, PayoutsResponse } from "tributary-sdk/pages";
import { query } from "./support/database.ts";
import { PASSWORD, send } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner } from "./support/money.ts";
import { at, expect, notice, test } from "./support/test.ts";

const PAYER = { name: "Rivers & Sons", iban: "DE02120300000000202051" };

test("asks before it downloads a file with paid payouts", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const grace = await partner(stage, "Grace Hopper", "NL91ABNA0417164300");
  await earn(stage, ada, 120);
  await earn(stage, grace, 300);
  await merchant.call("PUT", "payout-settings/payer", PAYER);
  const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
  await page.goto(at(merchant, `payouts/batches/${batch.id}`));
  const [first] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Create SEPA credit transfer" }).click(),
  ]);
  const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
  const download = page.getByRole("button", { name: "Download SEPA credit transfer" });
  await expect(download).toBeVisible();

  // Another session marks it as paid while this page still shows it as open. The page shows the error, and asks from then on.
  await merchant.call("POST", `payouts/${payouts[0]?.id}/paid`);
  const warning = "1 of these 2 payouts is already paid. Uploading this file again pays it twice.";
  await download.click();
  await expect(notice(page, warning)).toBeVisible();
  await expect(page.getByText("1 of 2 already paid")).toBeVisible();
  await download.click();
  await expect(page.getByRole("dialog").getByText(warning)).toBeVisible();
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download anyway" }).click(),
  ]);
  expect(readFileSync(await again.path(), "utf8")).toBe(readFileSync(await first.path(), "utf8"));
  expect(again.suggestedFilename()).toBe(`${batch.id}-sepa.xml`);
});

test("asks twice before it marks a payout in a file as failed", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  await earn(stage, await partner(stage, "Ada Lovelace", IBAN), 120);
  await merchant.call("PUT", "payout-settings/payer", PAYER);
  const { batch } = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
  await merchant.call("POST", `payout-batches/${batch.id}/files`, { format: "sepa" });
  const { payouts } = await merchant.call<PayoutsResponse>("GET", `payouts?batch_id=${batch.id}`);
  await page.goto(at(merchant, `payouts/${payouts[0]?.id}`));
  await page.getByRole("button", { name: "Mark as failed" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This payout is in a payment file")).toBeVisible();
  await page.getByRole("button", { name: "Mark as failed anyway" }).click();
  await expect(notice(page, "Marked as failed. €12.00 to Ada Lovelace can be paid again.")).toBeVisible();
});

test("the preview of a batch marks a suspended affiliate", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  await earn(stage, ada, 120);
  await merchant.call("POST", `affiliations/${ada.affiliation_id}/suspend`);
  await page.goto(at(merchant, "payouts/new"));
  await expect(page.getByRole("row", { name: /Ada Lovelace Suspended Bank transfer/ })).toBeVisible();
});

test("asks twice before it cancels a payout in a file, and records that in the history", async ({ page, merchant }) => {
  const stage = await moneyStage(merchant);
  await earn(stage, await partner(stage, "Ada Lovelace", IBAN), 120);
  await merchant.call("PUT", "payout-settings/payer", { name: "Rivers & Sons", iban: "DE02120300000000202051" });
  await page.goto(at(merchant, "payouts"));
  await page.getByRole("button", { name: "Pay Ada Lovelace €12.00" }).click();
  await page.getByRole("button", { name: "Create payout of €12.00" }).click();
  await expect(page.getByRole("heading", { name: "€12.00 to Ada Lovelace" })).toBeVisible();
  await page.getByRole("link", { name: "View batch and payment files" }).click();
  await page.getByRole("button", { name: "Create SEPA credit transfer" }).click();
  await expect(page.getByRole("button", { name: "Download SEPA credit transfer" })).toBeVisible();
  await page.getByRole("link", { name: "Ada Lovelace" }).click();
  // Until the refetch, the page shows the payout as it was before the file.
  await expect(page.locator("dl > div").filter({ hasText: "In a payment file" })).toContainText("Yes");
  await page.getByRole("button", { name: "Cancel payout" }).click();
  await page.getByLabel("Reason").fill("Wrong month");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This payout is in a payment file")).toBeVisible();
  await page.getByRole("button", { name: "Cancel payout anyway" }).click();
  await expect(notice(page, "Marked as cancelled. €12.00 to Ada Lovelace can be paid again.")).toBeVisible();
  await expect(page.getByText("Cancelled although it was in a payment file")).toBeVisible();
  await expect(page.getByText("“Wrong month”")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel payout" })).toHaveCount(0);

  await page.getByRole("link", { name: "View batch and payment files" }).click();
  await expect(page.getByText("the file must not be used again")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download SEPA credit transfer" })).toBeHidden();
});

/** Inserts 5,000 payouts into the newest PayPal file. Creating each through the API would take too long. */
const crowdInFile = `
  -- These payouts have no conversions, which the constraints would reject.
  set session_replication_role = replica;
  with file as (
    select id, account_id, batch_id from payout_files where format = 'paypal' order by written_at desc limit 1
  ), people as (
    select gen_random_uuid() as user_id, gen_random_uuid() as affiliate_id, gen_random_uuid() as payout_id
    from generate_series(1, 5000)
  ), users_made as (
    insert into users (id, email, email_folded, name, password_hash, created_at)
    select user_id, user_id::text, user_id::text, 'Pay Pal', '', now() from people
  ), affiliates_made as (
    insert into affiliates (id, account_id, user_id, created_at)
    select affiliate_id, account_id, user_id, now() from people cross join file
  ), payouts_made as (
    insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor,
      conversions, claw_backs, status, seq, method, formats, account_hint, created_at)
    select payout_id, account_id, batch_id, affiliate_id, 'EUR', 100, 100, 0, 1, 0, 'created', 1, 'paypal', '{csv,paypal}', '',
      now()
    from people cross join file
  ), tallied as (
    insert into payout_tallies (account_id, batch_id, status, method, formats, file_id, part, payouts, amount_minor)
    select account_id, batch_id, 'created', 'paypal', '{csv,paypal}', id, 2, 5000, 500000 from file
  ), parted as (
    update payout_files set parts = 2 from file where payout_files.id = file.id
  )
  insert into payout_file_payouts (file_id, payout_id, part) select file.id, payout_id, 2 from people cross join file`;

test("every part of a PayPal file can be downloaded", async ({ page, merchant, server }) => {
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace");
  const payout_details = { kind: "paypal", email: "ada@mail.example" };
  const body = { payout_details, password: PASSWORD };
  await send(merchant.origin, "PATCH", "/api/portal/profile", { cookie: ada.cookie, body });
  await earn(stage, ada, 120);
  const created = await merchant.call<BatchResponse>("POST", "payout-batches", { currency: "EUR" });
  await merchant.call("POST", `payout-batches/${created.batch.id}/files`, { format: "paypal" });
  // PayPal accepts at most 5,000 payments per upload.
  await query(server, crowdInFile, []);
  await page.goto(at(merchant, `payouts/batches/${created.batch.id}`));
  await expect(page.getByText("CSV to upload to PayPal · 5,001 payouts")).toBeVisible();
  for (const part of [1, 2])
    await expect(page.getByRole("button", { name: `Download PayPal Payouts, part ${part} of 2` })).toBeEnabled();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PayPal Payouts, part 1 of 2" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`${created.batch.id}-paypal-1-of-2.csv`);
  expect(readFileSync(await saved.path(), "utf8")).toContain("ada@mail.example,12.00,EUR,");
});
