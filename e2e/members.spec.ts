import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { InvitedMemberResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import { addMember } from "./support/members.ts";
import { Merchant, next, PASSWORD } from "./support/merchant.ts";
import { at, expect, notice, test, visit } from "./support/test.ts";

const anAddress = (): string => `member${next()}@shop.example`;

/** Returns the link that the dialog shows. */
async function inviteOnPage(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Invite member" }).click();
  const link = await dialog.getByRole("region", { name: `link for ${email}` }).textContent();
  await dialog.getByRole("button", { name: "Done" }).click();
  return /http\S+\/join\/[\w-]{43}/.exec(link ?? "")?.[0] ?? "";
}

const invite = (merchant: Merchant, email: string, role = "manager"): Promise<InvitedMemberResponse> =>
  merchant.call("POST", "member-invitations", { email, role });

async function fresh(browser: Browser, watch: (context: BrowserContext) => Promise<void>): Promise<Page> {
  const context = await browser.newContext();
  await watch(context);
  return context.newPage();
}

test("an invited manager sees no API keys, an owner does, and a removed member has no access", async ({
  page,
  merchant,
  browser,
  watch,
}) => {
  const email = anAddress();
  await page.goto(at(merchant, "settings"));
  await page.getByRole("tab", { name: "Team" }).click();
  await expect(page).toHaveURL(at(merchant, "settings/team"));
  const link = await inviteOnPage(page, email, "manager");
  await expect(page.getByRole("table", { name: "Pending invitations" }).getByText(email)).toBeVisible();

  const theirs = await fresh(browser, watch);
  await theirs.goto(link);
  await expect(theirs.getByText("Manages campaigns, affiliates, conversions and missing-sale claims.")).toBeVisible();
  await expect(theirs.getByLabel("Email")).toHaveValue(email);
  await theirs.getByLabel("Your name").fill("Grace Hopper");
  await theirs.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(notice(theirs, "Your role in Rivers & Sons is manager.")).toBeVisible();
  await theirs.goto(merchant.origin + at(merchant, "developers?tab=keys"));
  await expect(theirs.getByText("No access")).toBeVisible();
  await theirs.goto(merchant.origin + at(merchant, "settings/team"));
  await expect(theirs.getByText("Only owners can invite")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Invite member" })).toHaveCount(0);
  await expect(theirs.getByRole("button", { name: "Actions for Rivers & Sons" })).toHaveCount(0);

  await page.reload();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "owner" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await expect(notice(page, "Changed the role of Grace Hopper to owner.")).toBeVisible();
  await theirs.goto(merchant.origin + at(merchant, "developers?tab=keys"));
  await expect(theirs.getByRole("button", { name: "Create API key" }).first()).toBeVisible();

  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Remove member" }).click();
  await expect(page.getByRole("dialog").getByText("Replace the ones they know.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Remove member" }).click();
  await expect(notice(page, "Removed Grace Hopper from the account.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText("not a member of any account")).toBeVisible();
  await theirs.context().close();
});

test("an existing user signs in to accept an invitation, and can leave the account", async ({
  merchant,
  server,
  browser,
  watch,
}) => {
  const other = await Merchant.signUp(server.origin, "Otto Elsewhere");
  const { invite_link: link } = await invite(merchant, other.email, "viewer");
  const page = await fresh(browser, watch);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await expect(page).toHaveURL(merchant.origin + at(merchant));
  await expect(page.getByRole("button", { name: /^Account Rivers & Sons/ })).toBeVisible();
  await page.goto(merchant.origin + at(merchant, "settings/team"));
  await page.getByRole("button", { name: "Actions for Otto Elsewhere" }).click();
  await page.getByRole("menuitem", { name: "Leave account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave account" }).click();
  await expect(page).toHaveURL(merchant.origin + at(other));
  await page.context().close();
});

test("the only owner cannot leave, and an invalid invitation link says why", async ({ page, context, merchant }) => {
  await page.goto(at(merchant, "settings/team"));
  await page.getByRole("button", { name: "Actions for Rivers & Sons" }).click();
  await page.getByRole("menuitem", { name: "Leave account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave account" }).click();
  await expect(page.getByRole("dialog").getByText("Make someone else an owner first.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  const email = anAddress();
  const link = await inviteOnPage(page, email, "viewer");
  await page.goto(link);
  await expect(page.getByText("This invitation is for someone else")).toBeVisible();
  await page.goto(at(merchant, "settings/team"));
  await page.getByRole("button", { name: `Actions for the invitation for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Renew link" }).click();
  await expect(page.getByRole("region", { name: `link for ${email}` })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "There is a newer invitation" })).toBeVisible();
  await page.goto(at(merchant, "settings/team"));
  await page.getByRole("button", { name: `Actions for the invitation for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Withdraw invitation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw invitation" }).click();
  await expect(page.getByText("No pending invitations.")).toBeVisible();
  await context.clearCookies();
  await page.goto(`/join/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "Unknown invitation" })).toBeVisible();
});

test("an owner renames the account, and other members cannot", async ({ page, context, merchant, server }) => {
  const other = await Merchant.signUp(server.origin, "Otto Elsewhere");
  await addMember(server, merchant, { account: other, role: "manager" });
  await page.goto(at(merchant, "settings"));
  const name = page.getByLabel("Account name");
  await expect(name).toHaveValue("Rivers & Sons");
  const rename = page.getByRole("button", { name: "Rename account" });
  await expect(rename).toBeDisabled();
  await name.fill("  ");
  await rename.click();
  await expect(page.getByText("Enter a name of 1 to 120 characters.")).toBeVisible();
  await name.fill("Rivers & Daughters");
  await rename.click();
  await expect(notice(page, "now called Rivers & Daughters")).toBeVisible();
  await expect(rename).toBeDisabled();
  await page.getByRole("button", { name: "Account Rivers & Daughters. Switch account" }).click();
  await expect(page.getByRole("menuitem", { name: "Rivers & Daughters" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Otto Elsewhere" }).click();
  await expect(page).toHaveURL(at(other));
  await visit(page, at(other, "settings"));
  await expect(page.getByText("Account ID", { exact: true })).toBeVisible();
  await expect(name).toHaveCount(0);

  const later = await context.newPage();
  await later.goto(at(merchant, "settings/audit-log"));
  await expect(later.getByRole("link", { name: "Account renamed" })).toBeVisible();
});

for (const width of [1280, 390]) {
  test(`the member pages pass axe in light and dark, and are no wider than ${width} pixels`, async ({
    page,
    context,
    merchant,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const email = anAddress();
    const { invite_link: link } = await invite(merchant, email, "viewer");
    const faults: string[] = [];
    const look = async (landmark: string): Promise<void> => {
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    };
    await page.goto(at(merchant, "settings/team"));
    await look(email);
    await page.getByRole("button", { name: "Invite member" }).click();
    await look("Only this person can accept the invitation.");
    await page.getByRole("dialog").getByLabel("Email").fill(anAddress());
    await page.getByRole("dialog").getByRole("button", { name: "Invite member" }).click();
    await look("works once");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Actions for Rivers & Sons" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await look("Change your role");
    await page.goto(link);
    await look("This invitation is for someone else");
    await context.clearCookies();
    await page.goto(link);
    await look("Join");
    await page.goto(`/join/${"x".repeat(43)}`);
    await look("Unknown invitation");
    expect(faults).toEqual([]);
  });
}
