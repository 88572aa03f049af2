import { beforeAll, describe, expect, it } from "vitest";
import { parseId, type CampaignId } from "../../src/domain/ids.ts";
import { remindPayees } from "../../src/usecases/payouts/remind-payees.ts";
import { PASSWORD } from "../people/browser.ts";
import { aPartner, earn, earnApproved, theirIban, type Till } from "../payouts/till.ts";
import { appForTest } from "../support/app.ts";
import { aDesk } from "../dashboard/desk.ts";
import { together } from "../support/parallel.ts";
import { linkIn, postOfficeForFile, type PostedShop, type PostOffice } from "./post.ts";

let office: PostOffice;
beforeAll(async () => {
  office = await postOfficeForFile();
});

const tillOf = (shop: PostedShop): Till => ({
  ...shop,
  campaignId: parseId("campaign", shop.campaignId) as CampaignId,
});

/** The affiliate has 12.00 ready and no payout details. */
async function aBlockedShop(options?: { verified?: boolean }): Promise<PostedShop> {
  const shop = await office.newShop({ commission_value: 100, maturation_days: 7 }, options);
  await earnApproved(tillOf(shop), shop.affiliate, 1_200);
  await later(shop, 7);
  return shop;
}

async function later(shop: PostedShop, days: number): Promise<void> {
  shop.app.clock.forward({ days });
  await shop.signInAgain();
}

const remind = async (shop: PostedShop) => (await shop.desk("POST", "payout-reminders")).body;
const summary = async (shop: PostedShop) => (await shop.desk("GET", "balances/summary")).body;
const remindedIn = async (shop: PostedShop): Promise<number> =>
  (await shop.desk("GET", "audit-log?action=affiliate.payout_reminded")).body.pagination.total;

describe("a payout reminder", () => {
  it("goes to each affiliate with money but without payout details, once in 7 days, and is audited", async () => {
    const shop = await aBlockedShop();
    const paid = await aPartner(tillOf(shop), theirIban("Ada"));
    await earnApproved(tillOf(shop), paid, 500);
    await later(shop, 7);
    expect(await summary(shop)).toEqual({
      totals: [{ currency: "EUR", pending: 0, maturing: 0, payable: 17, owed_back: 0, in_payout: 0, paid: 0 }],
      ready: [{ currency: "EUR", amount: 5, affiliates: 1 }],
      blocked: [{ currency: "EUR", amount: 12, affiliates: 1 }],
      blocked_affiliates: 1,
      unpayable: [],
      unpayable_affiliates: 0,
      waiting_long: [],
      mail_is_sent: true,
    });
    expect(await remind(shop)).toEqual({ reminded: 1, skipped: 0, left: 0, not_mailed: null });
    const [mail, ...more] = await shop.post();
    expect(more).toEqual([]);
    expect(mail?.to).toEqual([shop.affiliate.email]);
    expect(mail?.headers["subject"]).toBe("Add your payout details to get paid");
    expect(mail?.text).toContain("12.00 EUR");
    expect(linkIn(mail, "/portal/")).toBe("/portal/profile");
    expect(mail?.headers["list-unsubscribe"]).toBeDefined();
    await later(shop, 6);
    expect(await remind(shop)).toEqual({ reminded: 0, skipped: 1, left: 0, not_mailed: null });
    await later(shop, 1);
    expect(await remind(shop)).toEqual({ reminded: 1, skipped: 0, left: 0, not_mailed: null });
    expect(await shop.post()).toHaveLength(1);
    expect(await remindedIn(shop)).toBe(2);
  });

  it("is not sent to an affiliate who unsubscribed, and the merchant cannot tell", async () => {
    const shop = await aBlockedShop();
    await shop.portal.browser.signIn(shop.affiliate.email, PASSWORD);
    expect((await shop.portal.send("PATCH", "profile", { mail: { payout_reminder: false } })).status).toBe(200);
    expect(await remind(shop)).toEqual({ reminded: 1, skipped: 0, left: 0, not_mailed: null });
    expect(await shop.post()).toEqual([]);
    expect(await remindedIn(shop)).toBe(1);
  });

  it("goes to those who have waited longest when a request cannot reach everybody", async () => {
    const shop = await aBlockedShop();
    const others = [await aPartner(tillOf(shop), null), await aPartner(tillOf(shop), null)];
    for (const other of others) await earnApproved(tillOf(shop), other, 500);
    await later(shop, 7);
    const recipients = async (): Promise<string[]> => (await shop.post()).flatMap(({ to }) => to);
    expect(await remindPayees(shop.merchant.context, 2)).toMatchObject({ reminded: 2, skipped: 0, left: 1 });
    const first = await recipients();
    await later(shop, 7);
    expect(await remindPayees(shop.merchant.context, 2)).toMatchObject({ reminded: 2, skipped: 0, left: 1 });
    const second = await recipients();
    expect(new Set([...first, ...second])).toEqual(new Set([shop.affiliate, ...others].map(({ email }) => email)));
  });

  it("is not sent to an erased person, whose money does not count as blocked", async () => {
    const shop = await aBlockedShop();
    await shop.portal.browser.signIn(shop.affiliate.email, PASSWORD);
    expect((await shop.portal.send("DELETE", "account", { password: PASSWORD })).status).toBe(200);
    await shop.post();
    expect(await summary(shop)).toMatchObject({ ready: [], blocked: [], blocked_affiliates: 0 });
    expect(await remind(shop)).toEqual({ reminded: 0, skipped: 0, left: 0, not_mailed: null });
    expect(await shop.post()).toEqual([]);
  });

  it("is not sent once payout details have been added, or before there is anything to pay", async () => {
    const shop = await office.newShop({ commission_value: 100, maturation_days: 7 });
    await earnApproved(tillOf(shop), shop.affiliate, 1_200);
    expect(await remind(shop)).toEqual({ reminded: 0, skipped: 0, left: 0, not_mailed: null });
    await later(shop, 7);
    await shop.portal.browser.signIn(shop.affiliate.email, PASSWORD);
    const details = { kind: "iban", iban: "DE89370400440532013000" };
    const saved = await shop.portal.send("PATCH", "profile", { password: PASSWORD, payout_details: details });
    expect(saved.status).toBe(200);
    await shop.post();
    expect(await remind(shop)).toEqual({ reminded: 0, skipped: 0, left: 0, not_mailed: null });
    expect(await shop.post()).toEqual([]);
    expect((await summary(shop)).blocked).toEqual([]);
  });

  it("is refused for a sender with an unverified address", async () => {
    const shop = await aBlockedShop({ verified: false });
    expect(await remind(shop)).toEqual({ reminded: 0, skipped: 0, left: 0, not_mailed: "sender_unverified" });
    expect(await shop.post()).toEqual([]);
  });

  it("is sent once by 8 concurrent requests", async () => {
    const shop = await aBlockedShop();
    const results = await together(8, () => remindPayees(shop.merchant.context));
    expect(results.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(1);
    expect(await shop.post()).toHaveLength(1);
  });

  it("says that this service sends no email", async () => {
    const desk = await aDesk(await appForTest({ SIGNUP: "open" }));
    expect((await desk.send("POST", "payout-reminders")).body).toEqual({
      reminded: 0,
      skipped: 0,
      left: 0,
      not_mailed: "mail_off",
    });
    expect((await desk.get("balances/summary")).body).toMatchObject({ mail_is_sent: false, blocked_affiliates: 0 });
  });
});

it("counts conversions pending for more than 60 days, and no others", async () => {
  const shop = await office.newShop({ commission_value: 100 });
  await earn(tillOf(shop), shop.affiliate, 700);
  await later(shop, 1);
  await earn(tillOf(shop), shop.affiliate, 900);
  await later(shop, 59);
  expect((await summary(shop)).waiting_long).toEqual([]);
  await later(shop, 1);
  expect((await summary(shop)).waiting_long).toEqual([{ currency: "EUR", conversions: 1, commission: 7 }]);
  await later(shop, 1);
  expect((await summary(shop)).waiting_long).toEqual([{ currency: "EUR", conversions: 2, commission: 16 }]);
});
