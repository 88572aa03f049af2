import { readFileSync } from "node:fs";
import { join, signInWith } from "./support/affiliate.ts";
import { Merchant, PASSWORD } from "./support/merchant.ts";
import { expect, notice, test } from "./support/test.ts";

test("payout details need a valid IBAN and the password, and are shown masked", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const { cookie } = await join(merchant, await merchant.campaign());
  await signInWith(context, server.origin, cookie);
  await page.goto("/portal/profile");
  await page.getByRole("button", { name: "Add payout details" }).click();
  await page.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 01");
  const password = page.getByLabel("Your password");
  await password.fill("not this one");
  const save = page.getByRole("button", { name: "Save payout details" });
  await save.click();
  await expect(page.getByText("Must be an IBAN with correct check digits.")).toBeVisible();
  await page.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await save.click();
  await expect(page.getByText("Wrong password.")).toBeVisible();
  await password.fill(PASSWORD);
  await save.click();
  await expect(notice(page, "Payout details saved.")).toBeVisible();
  await expect(page.getByText(/3000$/)).toBeVisible();
  await expect(page.getByText("3704")).toHaveCount(0);
});

test("people can change their name and emails, download their data and delete their account", async ({
  page,
  context,
  server,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const { cookie, email } = await join(merchant, await merchant.campaign());
  await signInWith(context, server.origin, cookie);
  await page.goto("/portal/profile");
  await page.getByLabel("Name", { exact: true }).fill("Ada King");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("button", { name: `Signed in as ${email}` })).toContainText("Ada King");
  await page.getByRole("switch", { name: "Approvals" }).click();
  await expect(notice(page, "Emails turned off.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("switch", { name: "Approvals" })).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Invitations" })).toBeChecked();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  const data = JSON.parse(readFileSync(await file.path(), "utf8")) as { person: { email: string } };
  expect(data.person.email).toBe(email);

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("password is wrong");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The email address or password is wrong.")).toBeVisible();
});
