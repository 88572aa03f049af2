import { join, signInWith } from "./support/affiliate.ts";
import { query } from "./support/database.ts";
import { IBAN } from "./support/money.ts";
import { Merchant, next, PASSWORD } from "./support/merchant.ts";
import { expect, test } from "./support/test.ts";

test("opening an invitation repeatedly, as link previews do, does not use it up", async ({ page, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const link = await merchant.invite(await merchant.campaign(), `stranger${next()}@partner.example`);
  const userAgents = ["Slackbot-LinkExpanding 1.0", "WhatsApp/2.23", "Twitterbot/1.0", "Mozilla/5.0", ""];
  for (const agent of [...userAgents, ...userAgents]) {
    const answer = await page.request.get(link, { headers: { "user-agent": agent } });
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
  }
  await page.goto(link);
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "You're in. Welcome to Spring Sale" })).toBeVisible();
});

test("payout details can be saved after joining even if the password has changed since", async ({ page, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  await page.goto(await merchant.invite(await merchant.campaign(), `stranger${next()}@partner.example`));
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("textbox", { name: "IBAN" }).fill(IBAN);
  await expect(page.getByRole("textbox", { name: "Your password" })).toHaveCount(0);
  const changed = await page.request.post("/api/session/password", {
    headers: { origin: server.origin },
    data: { current_password: PASSWORD, new_password: `${PASSWORD} 2` },
  });
  expect(changed.status()).toBe(200);
  await page.getByRole("button", { name: "Save payout details" }).click();
  await expect(page.getByText("Wrong password.")).toBeVisible();
  await page.getByRole("textbox", { name: "Your password" }).fill(`${PASSWORD} 2`);
  await page.getByRole("button", { name: "Save payout details" }).click();
  await expect(page.getByText("Payout details saved. They apply to new payouts.")).toBeVisible();
});

test("an invitation to an existing account needs its password and cannot set a new one", async ({ page, server }) => {
  const [merchant, known] = [await Merchant.signUp(server.origin), await Merchant.signUp(server.origin, "Known")];
  const link = await merchant.invite(await merchant.campaign(), known.email.toUpperCase());
  const path = `/api/portal/invitations/${link.split("/").at(-1) ?? ""}/accept`;
  const takeOver = await page.request.post(path, { data: { name: "Eve", password: "a new password" } });
  expect(takeOver.status()).toBe(401);
  await page.goto(link);
  await page.getByLabel("Your name").fill("Eve");
  await page.getByRole("textbox", { name: "Password" }).fill("a new password");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText("An account with this email address already exists.")).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill("a new password");
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await expect(page.getByText("The email address or password is wrong.")).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await expect(page.getByRole("heading", { name: "You're in. Welcome to Spring Sale" })).toBeVisible();
});

test("a person who is signed in with another address can switch to the invited one", async ({ page, merchant }) => {
  const link = await merchant.invite(await merchant.campaign(), "grace@partner.example");
  await page.goto(link);
  await expect(
    page.getByText(`You are signed in as ${merchant.email}. This invitation is for grace@partner.example`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /accept|join/i })).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "You're in. Welcome to Spring Sale" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL("/portal");
});

test("an invalid invitation says why and what to do, with a matching HTTP status", async ({ page, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const [campaignId, archivedId] = [await merchant.campaign(), await merchant.campaign({ name: "Over" })];
  const email = (): string => `stranger${next()}@partner.example`;
  const expired = await merchant.invite(campaignId, "late@partner.example");
  await query(server, "update invitations set expires_at = now() - interval '1 second' where email = $1", [
    "late@partner.example",
  ]);
  const twice = email();
  const [replaced, archived, withdrawn] = [
    await merchant.invite(campaignId, twice),
    await merchant.invite(archivedId, email()),
    await merchant.invite(campaignId, "taken.back@partner.example"),
  ];
  await merchant.invite(campaignId, twice);
  const { invitations } = await merchant.call<{ invitations: { id: string; email: string }[] }>("GET", "invitations");
  const takenBack = invitations.find((invitation) => invitation.email === "taken.back@partner.example");
  await merchant.call("DELETE", `invitations/${takenBack?.id ?? ""}`);
  await merchant.call("DELETE", `campaigns/${archivedId}`);
  const used = await merchant.invite(campaignId, email());
  await page.request.post(`/api/portal/invitations/${used.split("/").at(-1) ?? ""}/accept`, {
    data: { name: "Ada", password: PASSWORD },
    headers: { origin: server.origin },
  });
  await page.context().clearCookies();
  for (const [link, status, heading, advice] of [
    [expired, 410, "This invitation has expired", "Ask the merchant for a new one."],
    [used, 410, "Already accepted", "If that was you, your link is in the portal."],
    [replaced, 410, "There is a newer invitation", "The merchant has sent you a newer link."],
    [withdrawn, 410, "This invitation was withdrawn", "ask them for a new link"],
    [archived, 403, "This campaign has ended", "Ask the merchant about other campaigns."],
    [`${server.origin}/invite/unknown`, 404, "Unknown invitation", "Check that you have copied all of it"],
  ] as const) {
    const answer = await page.goto(link);
    expect([heading, answer?.status()]).toEqual([heading, status]);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.getByText(advice)).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
  }
});

test("in a private campaign, the affiliate sees whether they are pending, approved or rejected", async ({
  page,
  browser,
  server,
  watch,
}) => {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign({ name: "By approval", visibility: "private" });
  const grace = await join(merchant, campaignId, "Grace Hopper");
  await page.goto(await merchant.invite(campaignId, "ada@private.example"));
  await expect(page.getByText("They also approve each affiliate first")).toBeVisible();
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "Pending approval" })).toBeVisible();
  await page.getByRole("link", { name: "Open campaign" }).click();
  await expect(page.getByText("The merchant has not approved you yet.")).toBeVisible();

  const path = `affiliates?campaign_id=${campaignId}`;
  const { affiliates } = await merchant.call<{ affiliates: { name: string; affiliation_id: string }[] }>("GET", path);
  const idOf = (name: string): string => affiliates.find((row) => row.name === name)?.affiliation_id ?? "";
  await merchant.call("POST", `affiliations/${idOf("Ada Lovelace")}/approve`);
  await merchant.call("POST", `affiliations/${idOf("Grace Hopper")}/reject`);
  await expect(page.getByText("The merchant has not approved you yet.")).toHaveCount(0);
  await expect(page.getByText("Active", { exact: true })).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.origin });
  await watch(theirs);
  await signInWith(theirs, server.origin, grace.cookie);
  const rejected = await theirs.newPage();
  await rejected.goto(`/portal/campaigns/${campaignId}`);
  await expect(rejected.getByText("The merchant has rejected your application.")).toBeVisible();
  await theirs.close();
});

test("a removed affiliate who is invited again gets the same link", async ({ page, context, server }) => {
  const merchant = await Merchant.signUp(server.origin);
  const campaignId = await merchant.campaign();
  const ada = await join(merchant, campaignId);
  await merchant.call("DELETE", `affiliations/${ada.affiliation.id}`);
  await signInWith(context, server.origin, ada.cookie);
  await page.goto(`/portal/campaigns/${campaignId}`);
  await expect(page.getByText("You are no longer in this campaign.")).toBeVisible();
  await page.goto(await merchant.invite(campaignId, ada.email));
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page.getByText(ada.affiliation.unique_link)).toBeVisible();
  await page.getByRole("link", { name: "Open campaign" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
});
