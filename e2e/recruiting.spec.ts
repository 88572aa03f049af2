import type { Page } from "@playwright/test";
import { join, signInWith } from "./support/affiliate.ts";
import { faultsOf } from "./support/looks.ts";
import { next, PASSWORD } from "./support/merchant.ts";
import { at, clockTest, expect, notice, test, visit } from "./support/test.ts";

/** Opens the public page in the dashboard; returns its path. */
async function openPage(page: Page, campaign: string, slug: string): Promise<string> {
  await page.goto(`${campaign}?tab=page`);
  await page.getByLabel("Address").fill(slug);
  await page.getByRole("switch", { name: "Accept applications" }).click();
  await page.getByRole("button", { name: "Save page" }).click();
  await expect(notice(page, "The page is open for applications.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link", exact: true })).toBeVisible();
  return `/p/${slug}`;
}

test("a person applies on a phone, and joins with the merchant's link and approval", async ({
  page,
  browser,
  merchant,
  server,
  watch,
}) => {
  const campaignId = await merchant.campaign({ name: "Winter Tea", visibility: "private" });
  const path = await openPage(page, at(merchant, `campaigns/${campaignId}`), `winter-tea-${next()}`);
  expect(await faultsOf(page)).toEqual([]);

  const theirs = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } });
  await watch(theirs);
  const phone = await theirs.newPage();
  await phone.goto(path);
  await expect(phone.getByRole("heading", { name: "Become an affiliate of Rivers & Sons" })).toBeVisible();
  await expect(phone.getByText("10% of each order")).toBeVisible();
  expect(await faultsOf(phone)).toEqual([]);
  const email = `grace-${next()}@partner.example`;
  await phone.getByLabel("Your name").fill("Grace Hopper");
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Website or profile").fill("nowhere");
  await phone.getByLabel("Audience").fill("20,000 readers");
  await phone.getByLabel("Note").fill("I write about tea.\n<b>Every week.</b>");
  await phone.getByRole("button", { name: "Send application" }).click();
  await expect(phone.getByText("Must be a domain or an https URL")).toBeVisible();
  await phone.getByLabel("Website or profile").fill("grace.example/tea");
  await phone.getByRole("button", { name: "Send application" }).click();
  await expect(phone.getByRole("heading", { name: "Application sent" })).toBeVisible();
  expect(await faultsOf(phone)).toEqual([]);

  await visit(page, at(merchant, "affiliates?tab=invitations"));
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Applied");
  await expect(row).toContainText("20,000 readers");
  await expect(row).toContainText("<b>Every week.</b>");
  await expect(row.getByRole("link", { name: "grace.example/tea" })).toHaveAttribute(
    "href",
    "https://grace.example/tea",
  );
  expect(await faultsOf(page)).toEqual([]);
  await row.getByRole("button", { name: `Create a link for ${email}` }).click();
  const link = await page.getByRole("dialog").locator("code").first().innerText();

  await phone.goto(link);
  await phone.getByLabel("Your name").fill("Grace Hopper");
  await phone.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Join" }).click();
  await expect(phone.getByRole("heading", { name: "Pending approval" })).toBeVisible();

  await visit(page, at(merchant, "affiliates?status=pending"));
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("20,000 readers");
  await page.getByRole("link", { name: "Grace Hopper" }).click();
  const application = page.getByRole("region", { name: "Application to Winter Tea" });
  await expect(application).toContainText("I write about tea.");
  expect(await faultsOf(page)).toEqual([]);
  await application.getByRole("button", { name: "Approve Grace Hopper for Winter Tea" }).click();
  await expect(notice(page, "Approved. Grace Hopper can now earn in Winter Tea.")).toBeVisible();

  await phone.goto(`/portal/campaigns/${campaignId}`);
  await expect(phone.getByRole("button", { name: "Copy link" }).first()).toBeVisible();
  await theirs.close();
});

test("a signed-in affiliate joins another campaign from its public page, and a closed page says so", async ({
  page,
  browser,
  merchant,
  server,
  watch,
}) => {
  const first = await merchant.campaign();
  const email = `ada-${next()}@partner.example`;
  const invitation = await merchant.invite(first, email);
  const second = await merchant.campaign({ name: "Winter Tea" });
  const path = await openPage(page, at(merchant, `campaigns/${second}`), `winter-tea-${next()}`);

  const theirs = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } });
  await watch(theirs);
  const phone = await theirs.newPage();
  await phone.goto(invitation);
  await phone.getByLabel("Your name").fill("Ada Lovelace");
  await phone.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Join" }).click();
  await expect(phone.getByRole("heading", { name: "You're in. Welcome to Spring Sale" })).toBeVisible();

  // Signed out, the page offers to sign in and comes back.
  await theirs.clearCookies();
  await phone.goto(path);
  await phone.getByRole("link", { name: "Sign in" }).click();
  // The application form has an email field too.
  await expect(phone.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await phone.getByLabel("Email").fill(email);
  await phone.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.getByLabel("Applying as")).toHaveValue(`Ada Lovelace (${email})`);
  expect(await faultsOf(phone)).toEqual([]);
  await phone.getByLabel("Website or profile").fill("ada.example");
  await phone.getByRole("button", { name: "Join" }).click();
  await expect(phone.getByRole("heading", { name: "You're in. Welcome to Winter Tea" })).toBeVisible();

  await merchant.call("PATCH", `campaigns/${second}`, { status: "paused" });
  await phone.goto(path);
  await expect(phone.getByText("This program is not accepting applications right now.")).toBeVisible();
  expect(await faultsOf(phone)).toEqual([]);
  await phone.goto("/p/no-such-page");
  await expect(phone.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await theirs.close();
});

clockTest("an application stays as written when the session ends meanwhile", async ({ page, context, merchant }) => {
  const first = await merchant.campaign();
  const second = await merchant.campaign({ name: "Winter Tea" });
  const slug = `winter-tea-${next()}`;
  await merchant.call("PUT", `campaigns/${second}/page`, { slug, open: true });
  const { cookie } = await join(merchant, first);
  await signInWith(context, merchant.origin, cookie);
  await page.clock.install();
  await page.goto(`/p/${slug}`);
  const note = page.getByLabel("Note");
  await expect(page.getByLabel("Applying as")).toHaveValue(/Ada Lovelace/);
  await page.getByLabel("Website or profile").fill("ada.example");
  await note.fill("I write about tea.");

  // The page reads who is signed in again when the reader returns to it.
  const returnToPage = async (): Promise<void> => {
    await page.clock.fastForward(61_000);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  };
  await context.clearCookies();
  await returnToPage();
  await expect(page.getByLabel("Your name")).toBeVisible();
  await expect(note).toHaveValue("I write about tea.");
  await page.getByLabel("Your name").fill("Ada Byron");
  const read = page.waitForResponse("/api/session");
  await returnToPage();
  await read;
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Byron");

  await signInWith(context, merchant.origin, cookie);
  await returnToPage();
  await expect(page.getByLabel("Applying as")).toBeVisible();
  await context.clearCookies();
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("Your session has ended. Fill in your details to continue.")).toBeVisible();
  await expect(note).toHaveValue("I write about tea.");
  await expect(page).toHaveURL(`/p/${slug}`);
});

test("the invite dialog sends the merchant's message, and offers one link for everybody", async ({
  page,
  context,
  merchant,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const campaignId = await merchant.campaign();
  await page.goto(at(merchant, "affiliates?invite=yes"));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Message")).toHaveValue(/With Spring Sale, you earn 10% on each order/);
  await expect(dialog.getByRole("link", { name: "Set up the public page" })).toBeVisible();
  await dialog.getByLabel("Email addresses").fill("ada@partner.example");
  await dialog.getByLabel("Message").fill("Dear Ada,\n\nplease join us.");
  await dialog.getByRole("button", { name: "Invite affiliate" }).click();
  await dialog.getByRole("button", { name: "Copy message" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Dear Ada,\n\nplease join us\.\n\nJoin here\. It takes a minute:\nhttp:\S+\/invite\//);
  const href = (await dialog.getByRole("link", { name: "Write email" }).getAttribute("href")) ?? "";
  expect(decodeURIComponent(href)).toContain("please join us.");

  const path = await openPage(page, at(merchant, `campaigns/${campaignId}`), `spring-${next()}`);
  await page.getByRole("button", { name: "Invite affiliates" }).click();
  await expect(dialog.getByText("Or share one link with everybody")).toBeVisible();
  await dialog.getByRole("button", { name: "Copy link", exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${merchant.origin}${path}`);
  await dialog.getByRole("button", { name: "QR code" }).click();
  await expect(dialog.getByRole("img", { name: "QR code of the public page" })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
