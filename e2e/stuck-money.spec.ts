import { codeFor, test } from "./support/mail.ts";
import { Merchant, PASSWORD } from "./support/merchant.ts";
import { earn, IBAN, moneyStage, partner, signInPartner } from "./support/money.ts";
import { at, expect, notice, signInAs, visit } from "./support/test.ts";

test("stuck money is visible, and a reminder leads the affiliate to add payout details", async ({
  page,
  context,
  mail: { server, smtp },
  browser,
  watch,
}) => {
  const merchant = await Merchant.signUp(server.origin, "Rivers & Sons", (email) => codeFor(smtp, email));
  await signInAs(context, merchant);
  const stage = await moneyStage(merchant);
  const ada = await partner(stage, "Ada Lovelace", IBAN);
  const grace = await partner(stage, "Grace Hopper");
  await earn(stage, ada, 120);
  await earn(stage, grace, 300);
  // Invitations to both may still be on their way.
  const reminders = () =>
    smtp.received.filter(({ headers }) => headers["subject"] === "Add your payout details to get paid");

  await page.goto(at(merchant));
  const attention = page.getByRole("list", { name: "Needs attention" });
  await expect(attention).toContainText("€12.00 ready to pay");
  await expect(attention).toContainText("€30.00 blocked: 1 affiliate without payout details");
  await attention.getByRole("button", { name: "Send reminder" }).click();
  await expect(notice(page, "Sent 1 reminder.")).toBeVisible();
  await expect.poll(() => reminders().map(({ to }) => to[0])).toEqual([grace.email]);
  expect(reminders()[0]?.text).toContain('"Rivers & Sons" has 30.00 EUR ready for you');

  await visit(page, at(merchant, "payouts"));
  await expect(page.getByText("€12.00 ready to pay · €30.00 blocked")).toBeVisible();
  await expect(page.locator("dl").filter({ hasText: "Blocked€30.00" })).toContainText("Ready to pay€12.00");
  await page.getByRole("button", { name: "Send reminder" }).click();
  await expect(notice(page, "No reminder sent. 1 affiliate already got one in the last 7 days")).toBeVisible();
  await page.getByRole("link", { name: "€30.00 blocked: 1 affiliate without payout details" }).click();
  await expect(page.getByRole("row", { name: /Grace Hopper/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toHaveCount(0);

  const other = await browser.newContext({ baseURL: server.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  await watch(other);
  await signInPartner(other, server.origin, grace);
  const portal = await other.newPage();
  await portal.goto("/portal/campaigns");
  const banner = portal.getByRole("region", { name: "Missing payout details" });
  await expect(banner).toContainText("Add your payout details so that merchants can pay you.");
  await banner.getByRole("link", { name: "Add payout details" }).click();
  await portal.getByRole("button", { name: "Add payout details" }).click();
  await portal.getByLabel("IBAN").fill(IBAN);
  await portal.getByLabel("Your password").fill(PASSWORD);
  await portal.getByRole("button", { name: "Save payout details" }).click();
  await expect(portal.getByText("3000").first()).toBeVisible();
  await portal.goto("/portal/campaigns");
  await expect(portal.getByRole("heading", { name: "Campaigns" })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await other.close();

  await page.reload();
  await expect(page.getByText("€42.00 ready to pay")).toBeVisible();
  await expect(page.getByRole("button", { name: /Send reminder/ })).toHaveCount(0);
});
