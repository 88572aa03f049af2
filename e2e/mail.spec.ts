import { query } from "./support/database.ts";
import { faultsOf } from "./support/looks.ts";
import { codeFor, test } from "./support/mail.ts";
import { PASSWORD } from "./support/merchant.ts";
import { expect } from "./support/test.ts";

test("sign-up needs a code from an email, and the invite dialog says which invitations were emailed", async ({
  page,
  mail: { server, smtp },
}) => {
  const email = "owner@rivers.example";
  await page.goto("/signup");
  await page.getByLabel("Your name").fill("Olga Owner");
  await page.getByLabel("Company").fill("Rivers & Sons");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible();
  await page.getByLabel("Code").fill("1");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("The code is wrong or has expired.")).toBeVisible();
  await page.getByLabel("Code").fill(await codeFor(smtp, email));
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/dashboard\/acc_/);

  const dashboard = new URL(page.url()).pathname;
  const campaign = { name: "Spring Sale", target_url: "https://shop.example/", type: "CPA" };
  await page.request.post(`/api${dashboard}/campaigns`, {
    data: { ...campaign, commission_type: "percentage", commission_value: 10 },
    headers: { origin: server.origin },
  });
  const invite = async (emails: string): Promise<void> => {
    await page.goto(`${dashboard}/affiliates`);
    await page.getByRole("button", { name: "Invite affiliates" }).first().click();
    await page.getByRole("dialog").getByLabel("Email addresses").fill(emails);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Invite/ })
      .click();
  };
  await invite("ada@partner.example");
  await expect(page.getByText("1 link created and emailed.")).toBeVisible();
  await invite("ada@partner.example, grace@partner.example");
  await expect(page.getByText("2 links created, 1 emailed.")).toBeVisible();
  await expect(page.getByText("1 invitation not emailed: you already emailed this address")).toBeVisible();

  await query(server, "update users set email_verified_at = null where email = $1", [email]);
  await invite("hedy@partner.example");
  await expect(page.getByText("No email was sent: your own email address is not verified yet.")).toBeVisible();
  await page.getByRole("link", { name: "Verify it in settings" }).click();
  smtp.received.splice(0);
  await page.getByRole("button", { name: "Send verification code" }).click();
  await page.getByLabel("Code from the email").fill(await codeFor(smtp, email));
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
});

test("the form for a forgotten password passes axe in light and dark, and says where the link went", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/signin?forgot=yes");
  await expect(page.getByRole("button", { name: "Send reset link" })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Email").fill("nobody@rivers.example");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText("If nobody@rivers.example has an account, we sent a link to it.")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
