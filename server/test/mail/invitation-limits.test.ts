import { beforeAll, describe, expect, it } from "vitest";
import { inviteAffiliate } from "../../src/usecases/affiliates/invite-affiliate.ts";
import { parseId } from "../../src/domain/ids.ts";
import { Browser } from "../people/browser.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { startApp } from "../support/app.ts";
import { outboxOf } from "./outbox.ts";
import { verifyAddress, postOfficeForFile, type PostedShop, type PostOffice } from "./post.ts";

let office: PostOffice;
beforeAll(async () => {
  office = await postOfficeForFile();
});

const PER_ACCOUNT = 200;
const PER_RECIPIENT = 3;

const invite = (shop: PostedShop, ...emails: string[]) =>
  shop.desk("POST", "invitations", { campaign_id: shop.campaignId, emails });
const people = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_none, index) => `${name}${index}@partner.example`);
const inviteMember = (shop: PostedShop, email: string) =>
  shop.desk("POST", "member-invitations", { email, role: "viewer" });
const unsent = (reason: string) => ({ mailed: false, not_mailed_reason: reason });
const SENT = { mailed: true, not_mailed_reason: null };

/** Another merchant of the same installation with a verified address; returns a function that invites. */
async function another(shop: PostedShop): Promise<(email: string) => Promise<unknown>> {
  const merchant = await aMerchant(shop.app);
  const campaignId = await aCampaign(merchant);
  const browser = new Browser(shop.app);
  await browser.signIn(merchant.email, merchant.password);
  await verifyAddress(shop.app, shop.smtp, browser);
  return async (email) => {
    const path = `/api/dashboard/${merchant.accountId}/invitations`;
    return (await browser.send("POST", path, { campaign_id: campaignId, emails: [email] })).body.results[0];
  };
}

/** Sequentially, because each looks for its own email. */
async function several<Item>(count: number, make: () => Promise<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) items.push(await make());
  return items;
}

describe("an invitation email", () => {
  it("has a fixed subject, and quotes the merchant's words in one line of the body", async () => {
    const shop = await office.newShop({ name: 'Spring "sale"\u2028now' });
    await shop.desk("PUT", "name", { name: "URGENT: confirm at https://evil.example/login" });
    await invite(shop, "ada@partner.example");
    await inviteMember(shop, "grace@partner.example");
    const mails = await shop.post();
    expect(mails.map(({ headers }) => String(headers["subject"])).sort()).toEqual([
      "You have been invited to an account",
      "You have been invited to an affiliate program",
    ]);
    for (const { text } of mails) expect(text).toContain('"URGENT: confirm at https://evil.example/login"');
    expect(mails.find(({ to }) => to[0] === "ada@partner.example")?.text).toContain(`"Spring 'sale' now"`);
  });

  it("waits until the sender's own address is verified; the link works anyway", async () => {
    const shop = await office.newShop({}, { verified: false });
    const { body } = await invite(shop, "ada@partner.example");
    expect(body.results[0]).toMatchObject(unsent("sender_unverified"));
    expect(body.results[0].invite_link).toContain("/invite/");
    expect((await inviteMember(shop, "grace@partner.example")).body).toMatchObject(unsent("sender_unverified"));
    expect(await shop.post()).toEqual([]);
    await verifyAddress(shop.app, shop.smtp, shop.browser);
    expect((await invite(shop, "ada@partner.example")).body.results[0]).toMatchObject(SENT);
    expect(await shop.post()).toHaveLength(1);
  });

  it("goes to one address once a day per account; a renewal only shows the new link", async () => {
    const shop = await office.newShop();
    expect((await invite(shop, "ada@partner.example")).body.results[0]).toMatchObject(SENT);
    const { invitations } = (await shop.desk("GET", "invitations?state=open")).body;
    const renewed = await shop.desk("POST", `invitations/${invitations[0].id}/renew`);
    expect(renewed.body).toMatchObject(unsent("already_mailed"));
    expect((await inviteMember(shop, "ADA@partner.example")).body).toMatchObject(unsent("already_mailed"));
    expect(await shop.post()).toHaveLength(1);
    shop.app.clock.forward({ days: 1 });
    await shop.signInAgain();
    const { body } = await shop.desk("GET", "invitations?state=open");
    expect((await shop.desk("POST", `invitations/${body.invitations[0].id}/renew`)).body).toMatchObject(SENT);
  });

  it("goes to one mailbox a few times a day across all accounts, including tagged addresses", async () => {
    const shop = await office.newShop();
    const merchants = await several(PER_RECIPIENT, () => another(shop));
    shop.smtp.received.splice(0);
    expect((await invite(shop, "ada@partner.example")).body.results[0]).toMatchObject(SENT);
    const results: unknown[] = [];
    for (const [index, inviteBy] of merchants.entries()) results.push(await inviteBy(`Ada+${index}@partner.example`));
    expect(results.map((result) => (result as { mailed: boolean }).mailed)).toEqual([true, true, false]);
    expect(results.at(-1)).toMatchObject(unsent("recipient_limit"));
    expect(await shop.post()).toHaveLength(PER_RECIPIENT);
  });

  it("is counted exactly when many are sent concurrently by two processes", async () => {
    const shop = await office.newShop();
    const env = { SMTP_URL: shop.smtp.url, MAIL_FROM: "a@b.example", SIGNUP: "open" };
    const second = await startApp(env, { connection: shop.app.connection, clock: shop.app.clock });
    const campaignId = parseId("campaign", shop.campaignId);
    if (!campaignId) throw new Error("no campaign");
    try {
      await invite(shop, ...people(100, "first"));
      await invite(shop, ...people(85, "second"));
      const made = await Promise.all(
        people(30, "last").map((email, index) => {
          const services = index % 2 === 0 ? shop.app.services : second.services;
          return inviteAffiliate({ ...shop.merchant.context, ...services }, { campaignId, email, byMail: true });
        }),
      );
      const unsentOnes = made.filter(({ notMailed }) => notMailed !== undefined);
      expect(unsentOnes).toHaveLength(100 + 85 + 30 - PER_ACCOUNT);
      expect(new Set(unsentOnes.map(({ notMailed }) => notMailed))).toEqual(new Set(["account_limit"]));
      expect(await outboxOf(shop.app)).toHaveLength(PER_ACCOUNT);
    } finally {
      await second.close();
    }
  });

  it("to one mailbox is counted exactly when several accounts invite it concurrently", async () => {
    const shop = await office.newShop();
    const merchants = await several(12, () => another(shop));
    shop.smtp.received.splice(0);
    const results = await Promise.all(merchants.map((inviteBy) => inviteBy("ada@partner.example")));
    expect(results.filter((result) => (result as { mailed: boolean }).mailed)).toHaveLength(PER_RECIPIENT);
    expect(await shop.post()).toHaveLength(PER_RECIPIENT);
  });

  it("that was not sent does not count: an address over the account's limit is emailed the next day", async () => {
    const shop = await office.newShop();
    await invite(shop, ...people(100, "first"));
    await invite(shop, ...people(100, "second"));
    shop.app.clock.forward({ hours: 11 });
    expect((await invite(shop, "ada@partner.example")).body.results[0]).toMatchObject(unsent("account_limit"));
    expect(await outboxOf(shop.app)).toHaveLength(PER_ACCOUNT);
    shop.app.clock.forward({ hours: 13 });
    await shop.signInAgain();
    expect((await invite(shop, "ada@partner.example")).body.results[0]).toMatchObject(SENT);
    expect(await outboxOf(shop.app)).toHaveLength(PER_ACCOUNT + 1);
  });

  it("to somebody who unsubscribed is not sent, and the merchant sees the same as for a limit", async () => {
    const shop = await office.newShop();
    await shop.portal.send("PATCH", "profile", { mail: { invitation: false } });
    const member = await inviteMember(shop, shop.affiliate.email);
    expect(member.body).toMatchObject(unsent("recipient_limit"));
    expect(await shop.post()).toEqual([]);
  });
});

describe("an email about a campaign", () => {
  it("has none of the merchant's words in its subject", async () => {
    const shop = await office.newShop({ visibility: "private", name: "URGENT: your account is limited" });
    await shop.desk("POST", `affiliations/${shop.affiliate.affiliationId}/approve`);
    const ask = {
      campaign_id: shop.campaignId,
      external_id: "lost",
      approximate_time: new Date(shop.app.clock.now().getTime() - 7_200_000).toISOString(),
    };
    const { body } = await shop.portal.send("POST", "claims", ask);
    await shop.portal.send("POST", `claims/${body.claim.id}/open`);
    await shop.desk("POST", `claims/${body.claim.id}/answer`, { text: "It was returned.\nSorry." });
    const texts = new Map((await shop.post()).map(({ headers, text }) => [String(headers["subject"]), text]));
    expect([...texts.keys()].sort()).toEqual([
      "The merchant has replied to your missing-sale claim",
      "You have been approved as an affiliate",
    ]);
    expect(texts.get("The merchant has replied to your missing-sale claim")).toContain("> It was returned.\n> Sorry.");
  });
});
