import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { parseCurrency, type Currency } from "../../src/domain/values/currency.ts";
import { uuidOf, type AffiliateId, type UserId } from "../../src/domain/ids.ts";
import type { Payout } from "../../src/domain/payout.ts";
import { findPayoutDetails } from "../../src/usecases/payouts/payout-details.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { inviteMember } from "../../src/usecases/members/invite-member.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { startSmtpServer } from "../mail/smtp-server.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import { appForFile, appForTest, call, SECRET_KEY, type TestResponse, type TestApp } from "../support/app.ts";
import { whenFileEnds } from "../support/file-end.ts";
import { outcome } from "../support/parallel.ts";
import { expectFailure } from "../support/shop.ts";
import { aMerchant, anOrderId, aCampaign, ledgerFaults, type Merchant } from "../support/world.ts";
import { dumpOf } from "./dump.ts";
import { approved, aPortalShop, portalOf, rejected, sold, type PortalShop } from "./portal.ts";

const NAME = "Zebulon Quixote";
const EMAIL = "Zebulon.Quixote@Partner.example";
const IBAN = "DE89370400440532013000";
const HOLDER = "Zeb Q. Holdings";
const EUR = parseCurrency("EUR") as Currency;
const traces = [NAME, "Zebulon", "Quixote", EMAIL, IBAN, HOLDER];

/** With a mail server and limits counted in the database, so that every place that can hold a name does. */
async function anInstallation(): Promise<TestApp> {
  const smtp = await startSmtpServer();
  whenFileEnds(() => smtp.close());
  return appForFile({
    SIGNUP: "open",
    SMTP_URL: smtp.url,
    MAIL_FROM: "partners@tributary.test",
    DATABASE_URL: "postgres://nowhere/unused",
    SECRET_KEY: SECRET_KEY.toString("hex"),
  });
}

let app: TestApp;
beforeAll(async () => {
  app = await anInstallation();
});

let joined = 0;
/** Joins the merchant's campaign under the name that must disappear, by default with a new address. */
async function join(
  { app, merchant }: { app: TestApp; merchant: Merchant },
  email = `zebulon${(joined += 1)}@partner.example`,
): Promise<PortalShop> {
  const campaignId = await aCampaign(merchant);
  const path = `/v1/campaigns/${campaignId}/affiliates`;
  const { body } = await merchant.call("POST", path, { body: { email } });
  const accepted = await call(
    app,
    "POST",
    `/api/portal/invitations/${String(body.invite_link).split("/").at(-1)}/accept`,
    {
      body: { name: NAME, password: PASSWORD },
    },
  );
  if (accepted.status !== 200) throw new Error(accepted.text);
  const { affiliate_id: affiliateId, id: affiliationId, affiliate_code: code } = accepted.body.affiliation;
  const cookie = String(accepted.headers["set-cookie"]).split(";", 1)[0] ?? "";
  const affiliate = { affiliateId, affiliationId, code, email, cookie };
  return { app, merchant, campaignId, affiliate, portal: portalOf(app, affiliate) };
}

const events = ["conversion.created", "affiliate.joined", "affiliate.approved", "payout.created"];
const erase = ({ portal }: PortalShop, password = PASSWORD) => portal.send("DELETE", "account", { password });
const pay = ({ merchant, affiliate }: PortalShop): Promise<Payout> =>
  createPayout(merchant.context, { affiliateId: affiliate.affiliateId as AffiliateId, currency: EUR });
const giveDetails = ({ portal }: PortalShop) =>
  portal.send("PATCH", "profile", { password: PASSWORD, payout_details: { kind: "iban", iban: IBAN, holder: HOLDER } });

/** Resolves once a connection waits for another's lock. */
async function untilLockWait({ db }: TestApp): Promise<string> {
  for (;;) {
    const waiting = await db.query(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting.length > 0) return "waits";
  }
}

/** The affiliate earns, is paid, opens a claim, gets an answer and emails, and is invited elsewhere. */
async function lived(shop: PortalShop): Promise<void> {
  const { app, merchant, campaignId, portal } = shop;
  await giveDetails(shop);
  await approved(shop, await sold(shop, { amount: 300 }));
  await rejected(shop, await sold(shop), "returned");
  await sold(shop, { amount: 20 });
  app.clock.forward({ days: 7 });
  await portal.browser.signIn(EMAIL);
  const { id } = await pay(shop);
  await settlePayout(merchant.context, {
    id,
    action: "mark_paid",
    paidOn: "2026-03-08",
    reference: "R1",
    reason: null,
  });
  const asked = await portal.send("POST", "claims", {
    campaign_id: campaignId,
    external_id: `order of ${NAME}`,
    approximate_time: "2026-03-01T10:00:00Z",
  });
  await portal.send("POST", `claims/${asked.body.claim.id}/open`, { message: `It is me, ${NAME}` });
  const desk = new Browser(app);
  await desk.signIn(merchant.email, merchant.password);
  const account = `/api/dashboard/${merchant.accountId}`;
  await desk.send("POST", `${account}/claims/${asked.body.claim.id}/answer`, { text: `Dear ${NAME}, no.` });
  await new Browser(app).signIn(EMAIL, "a wrong password");
  await new Browser(app).send("POST", "/api/session/reset", { email: EMAIL });
  await portal.browser.send("POST", "/api/session/verification");
  const other = await aMerchant(app);
  const elsewhere = `/v1/campaigns/${await aCampaign(other)}/affiliates`;
  for (let times = 0; times < 2; times += 1) {
    await other.call("POST", elsewhere, { body: { email: EMAIL } });
    await inviteMember(other.context, { email: EMAIL, role: "viewer" });
  }
  await app.db.query(sql`
    insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, status_code, response, manual, overtaken)
    select gen_random_uuid(), d.id, d.account_id, now(), 1, 200, 'thanks, ' || e.body, false, false
    from deliveries d join events e on e.id = d.event_id`);
}

describe("erasure", () => {
  it("leaves no trace of name, address or payout details in any table, and the ledger still verifies", async () => {
    const app = await anInstallation();
    const merchant = await aMerchant(app);
    await createEndpoint(merchant.context, { url: "https://93.184.215.14/hook", events });
    const shop = await join({ app, merchant }, EMAIL);
    await lived(shop);
    const before = await dumpOf(app);
    expect(traces.filter((trace) => before.contains(trace))).toEqual([NAME, "Zebulon", "Quixote", EMAIL]);
    const amounts = async () =>
      app.db.query(sql`select status, commission_minor, external_id, affiliate_id from conversions order by id`);
    const kept = await amounts();

    expect((await erase(shop)).body).toEqual({ success: true });

    const after = await dumpOf(app);
    expect(traces.filter((trace) => after.contains(trace))).toEqual([]);
    expect(await amounts()).toEqual(kept);
    expect(await ledgerFaults(app)).toEqual([]);
    const secrets = await app.db.query(sql`
      select (select count(*) from payout_details) as details, (select count(*) from mails) as mails,
        (select count(*) from payouts where payee_encrypted is not null or account_hint <> '') as payees,
        (select count(*) from claims) as claims, (select count(*) from password_resets) as resets,
        (select count(*) from address_codes) as codes`);
    expect(secrets).toEqual([{ details: 0n, mails: 0n, payees: 0n, claims: 0n, resets: 0n, codes: 0n }]);
    const left = await app.db.query(sql`
      select before ->> 'status' as before, after ->> 'status' as after from audit_entries where action = 'affiliation.left'`);
    expect(left).toEqual([{ before: "active", after: "removed" }]);
  });

  it("ends every session, and the old sign-in stops working", async () => {
    const shop = await join({ app, merchant: await aMerchant(app) });
    const second = new Browser(app);
    await second.signIn(shop.affiliate.email);
    const answer = await erase(shop);
    expect(String(answer.headers["set-cookie"])).toMatch(/Max-Age=0/);
    expectFailure(await second.whoAmI(), [401, "not_signed_in"]);
    expectFailure(await second.signIn(shop.affiliate.email), [401, "wrong_credentials"]);
  });

  it("keeps what the merchant needs: the conversions, under an anonymous name", async () => {
    const shop = await join({ app, merchant: await aMerchant(app) });
    const id = await sold(shop);
    await erase(shop);
    const desk = new Browser(app);
    await desk.signIn(shop.merchant.email, shop.merchant.password);
    const account = `/api/dashboard/${shop.merchant.accountId}`;
    const { body } = await desk.send("GET", `${account}/conversions/${id}`);
    expect(body.conversion).toMatchObject({ affiliate_id: shop.affiliate.affiliateId, affiliate_name: "Erased" });
    const approval = await desk.send("POST", `${account}/conversions/${id}/approve`);
    expect(approval.status).toBe(200);
    expect(
      (await desk.send("GET", `${account}/affiliates/${shop.affiliate.affiliateId}`)).body.affiliate,
    ).toMatchObject({
      name: "Erased",
      email: expect.stringMatching(/@erased\.invalid$/),
    });
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("removes personal data from pending events and keeps the rest", async () => {
    const merchant = await aMerchant(app);
    await createEndpoint(merchant.context, { url: "https://93.184.215.14/hook", events });
    const shop = await join({ app, merchant });
    const bodyOf = async () => {
      const [row] = await app.db.query<{ body: string }>(sql`
        select body from events where type = 'affiliate.joined' and account_id = ${uuidOf(merchant.accountId)}`);
      return JSON.parse(row?.body ?? "null") as { id: string; data: Record<string, unknown> };
    };
    const before = await bodyOf();
    await erase(shop);
    const after = await bodyOf();
    expect(after).toEqual({
      ...before,
      data: { ...before.data, affiliate_name: "Erased", affiliate_email: "erased@erased.invalid" },
    });
    const waiting = await app.db.query(sql`
      select id from deliveries where status = 'waiting' and account_id = ${uuidOf(merchant.accountId)}`);
    expect(waiting).toHaveLength(1);
  });

  it("ends the person's links and open invitations, and the address can be invited as a new person", async () => {
    const shop = await join({ app, merchant: await aMerchant(app) });
    const path = `/v1/campaigns/${await aCampaign(shop.merchant)}/affiliates`;
    const open = await shop.merchant.call("POST", path, { body: { email: shop.affiliate.email } });
    const tokenOf = (body: { invite_link: string }) => body.invite_link.split("/").at(-1);
    await erase(shop);
    const old = await call(app, "GET", `/api/portal/invitations/${tokenOf(open.body)}`);
    expectFailure(old, [410, "invitation_withdrawn"]);
    const order = { campaign_id: shop.campaignId, affiliate_code: shop.affiliate.code, external_id: anOrderId() };
    expect((await shop.merchant.call("POST", "/v1/conversions", { body: order })).status).toBe(403);
    const again = await shop.merchant.call("POST", path, { body: { email: shop.affiliate.email } });
    const accepted = await call(app, "POST", `/api/portal/invitations/${tokenOf(again.body)}/accept`, {
      body: { name: "Somebody new", password: PASSWORD },
    });
    expect(accepted.status).toBe(200);
    expect(accepted.body.affiliation.affiliate_id).not.toBe(shop.affiliate.affiliateId);
  });

  it("with a wrong password is 400 and erases nothing", async () => {
    const shop = await join({ app, merchant: await aMerchant(app) });
    expectFailure(await erase(shop, "a wrong password"), [400, "wrong_password"]);
    expectFailure(await shop.portal.send("DELETE", "account", {}), [400, "invalid_request"]);
    expect((await shop.portal.get("profile")).body.profile.name).toBe(NAME);
  });

  it("is refused while a payout is open, and allowed once it is settled", async () => {
    const shop = await join({ app, merchant: await aMerchant(app) });
    await giveDetails(shop);
    await approved(shop, await sold(shop, { amount: 300 }));
    app.clock.forward({ days: 7 });
    await shop.portal.browser.signIn(shop.affiliate.email);
    const { id } = await pay(shop);
    expectFailure(await erase(shop), [400, "payout_open"]);
    expect((await shop.portal.get("profile")).body.profile.payout_details).toMatchObject({ holder: HOLDER });
    await settlePayout(shop.merchant.context, { id, action: "cancel" });
    expect((await erase(shop)).status).toBe(200);
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("concurrent with a payout leaves no open payout without its payee, in any order", async () => {
    const app = await appForTest({ SIGNUP: "open" });
    for (let round = 0; round < 10; round += 1) {
      const shop = await aPortalShop(app, { maturation_days: 0 });
      await giveDetails(shop);
      await approved(shop, await sold(shop, { amount: 300 }));
      const [erased, paid] = await Promise.all([erase(shop), outcome(pay(shop))]);
      const [open] = await app.db.query<{ count: bigint }>(sql`
        select count(*) as count from payouts
        where affiliate_id = ${uuidOf(shop.affiliate.affiliateId as AffiliateId)} and status = 'created'`);
      expect([
        [200, 0n],
        [400, 1n],
      ]).toContainEqual([erased.status, open?.count]);
      expect(typeof paid === "string").toBe(erased.status === 200);
    }
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("waits for a payout that is being created and has read its payout details", async () => {
    const app = await appForTest({ SIGNUP: "open" });
    const shop = await aPortalShop(app);
    await giveDetails(shop);
    const { body } = await shop.portal.browser.whoAmI();
    let erasing: Promise<TestResponse> | undefined;
    await app.db.transaction(async (tx) => {
      await findPayoutDetails(app.services, tx, [body.user.id as UserId]);
      erasing = erase(shop);
      expect(await Promise.race([erasing.then(() => "erased"), untilLockWait(app)])).toBe("waits");
    });
    expect((await erasing)?.status).toBe(200);
  });

  it("of the only owner of an account is refused, and of one of two owners ends the membership", async () => {
    const shop = await join({ app, merchant: await aMerchant(app) });
    const { body } = await shop.portal.browser.whoAmI();
    const userId = uuidOf(body.user.id as UserId);
    const other = await aMerchant(app);
    await app.db.query(sql`
      insert into members (account_id, user_id, role, created_at) values (${uuidOf(other.accountId)}, ${userId}, 'owner', now())`);
    await app.db.query(sql`
      update members set role = 'viewer' where account_id = ${uuidOf(other.accountId)} and user_id <> ${userId}`);
    expectFailure(await erase(shop), [400, "last_owner"]);
    await app.db.query(sql`update members set role = 'owner' where account_id = ${uuidOf(other.accountId)}`);
    expect((await erase(shop)).status).toBe(200);
    expect(await app.db.query(sql`select user_id from members where user_id = ${userId}`)).toEqual([]);
  });
});
