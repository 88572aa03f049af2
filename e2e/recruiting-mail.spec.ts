import type { ApplicationPageResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import { codeFor, test } from "./support/mail.ts";
import { Merchant, next, PASSWORD } from "./support/merchant.ts";
import { expect } from "./support/test.ts";

test("with email, a code proves the applicant's address, and they join immediately", async ({
  page,
  mail: { server, smtp },
}) => {
  const merchant = await Merchant.signUp(server.origin, "Rivers & Sons", (email) => codeFor(smtp, email));
  const campaignId = await merchant.campaign({ name: "Winter Tea" });
  const body = { slug: `winter-tea-${next()}`, open: true };
  await merchant.call<ApplicationPageResponse>("PUT", `campaigns/${campaignId}/page`, body);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/p/${body.slug}`);
  const email = `grace-${next()}@partner.example`;
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Website or profile").fill("grace.example");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  // Going back keeps what was typed. The second email has another code, so the first must have arrived.
  await codeFor(smtp, email);
  await page.getByRole("button", { name: "No email? Start over" }).click();
  await expect(page.getByLabel("Website or profile")).toHaveValue("grace.example");
  smtp.received.splice(0);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByLabel("Code").fill(await codeFor(smtp, email));
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "You're in. Welcome to Winter Tea" })).toBeVisible();
  await page.goto("/portal");
  await expect(page.getByRole("button", { name: "Copy link" }).first()).toBeVisible();
});
