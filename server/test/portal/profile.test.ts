import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBatch, aCounter, aPayee } from "../money-files/counter.ts";
import { earnApproved } from "../payouts/till.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { changeProfile } from "../../src/usecases/people/profile.ts";
import { findPayoutDetails } from "../../src/usecases/payouts/payout-details.ts";
import type { UserId } from "../../src/domain/ids.ts";
import { ownClawBackList } from "../../src/store/conversions/claw-backs.ts";
import type { Slice } from "../../src/store/page.ts";
import { dumpOf } from "./dump.ts";
import { aPortalShop, type PortalShop } from "./portal.ts";

const IBAN = "DE89370400440532013000";
const profileOf = async ({ portal }: PortalShop) => (await portal.get("profile")).body.profile;
const change = ({ portal }: PortalShop, body: Record<string, unknown>) => portal.send("PATCH", "profile", body);
const detailed = (shop: PortalShop, payout_details: unknown) => change(shop, { password: PASSWORD, payout_details });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe("payout details", () => {
  it("are shown in full right after they were entered, and masked afterwards", async () => {
    const shop = await aPortalShop(app);
    const { body, status } = await detailed(shop, {
      kind: "iban",
      iban: "de89 3704 0044 0532 0130 00",
      bic: "cobadeffxxx",
    });
    expect(status).toBe(200);
    const holder = (await profileOf(shop)).name;
    expect(body.profile.payout_details).toEqual({ kind: "iban", holder, iban: IBAN, bic: "COBADEFFXXX" });
    const later = await profileOf(shop);
    expect(later.payout_details).toEqual({ kind: "iban", holder, iban: "••••3000", bic: null });
    expect(later.payout_details_changed_at).toBe(app.clock.now().toISOString());
    expect((await change(shop, { name: "Grace" })).body.profile.payout_details.iban).toBe("••••3000");
    expect((await shop.portal.get("data")).text).not.toContain(IBAN);
  });

  it("accept an IBAN and a BIC typed with spaces", async () => {
    const shop = await aPortalShop(app);
    const typed = { kind: "iban", iban: "DE89 3704 0044 0532 0130 00", bic: " coba de ff xxx " };
    const { body } = await detailed(shop, typed);
    expect(body.profile.payout_details).toMatchObject({ iban: IBAN, bic: "COBADEFFXXX" });
  });

  it("are encrypted in the database, and can be decrypted for a payout", async () => {
    const shop = await aPortalShop(app);
    await detailed(shop, { kind: "iban", iban: IBAN, holder: "Zerlina Quist" });
    const dump = await dumpOf(shop.app);
    expect(dump.contains("payout_details")).toBe(true);
    expect(dump.contains(IBAN)).toBe(false);
    expect(dump.contains("Zerlina Quist")).toBe(false);
    const userId = (await shop.portal.browser.whoAmI()).body.user.id as UserId;
    const found = await shop.app.db.transaction((tx) => findPayoutDetails(shop.app.services, tx, [userId]));
    expect(found.get(userId)).toEqual({ kind: "iban", holder: "Zerlina Quist", iban: IBAN, bic: null });
  });

  it.each([
    ["wrong check digits", { kind: "iban", iban: "DE88370400440532013000" }, "invalid_iban"],
    ["a length that its country does not use", { kind: "iban", iban: "DE8937040044053201300" }, "invalid_iban"],
    ["a country without IBANs", { kind: "iban", iban: "US64SVBKUS6S3300958879" }, "invalid_iban"],
    ["text", { kind: "iban", iban: "my account" }, "invalid_iban"],
    ["a wrong BIC", { kind: "iban", iban: IBAN, bic: "NOPE" }, "invalid_request"],
    ["no BIC outside the EEA", { kind: "iban", iban: "GB29NWBK60161331926819" }, "bic_missing"],
    ["no e-mail", { kind: "paypal", email: "nobody" }, "invalid_request"],
    ["an unknown kind", { kind: "cash", text: "x" }, "invalid_request"],
    ["nothing", { kind: "other", text: " " }, "invalid_request"],
    ["no object", "DE89", "invalid_request"],
  ])("with %s are rejected with 400 and change nothing", async (_what, details, code) => {
    const shop = await aPortalShop(app);
    await detailed(shop, { kind: "paypal", email: "ada@paypal.example" });
    expectFailure(await detailed(shop, details), [400, code]);
    expect((await profileOf(shop)).payout_details).toMatchObject({ kind: "paypal", email: "a…@paypal.example" });
  });

  it("need the password: without it or with a wrong one nothing changes", async () => {
    const shop = await aPortalShop(app);
    const payout_details = { kind: "iban", iban: IBAN };
    expectFailure(await change(shop, { payout_details }), [400, "wrong_password"]);
    expectFailure(await change(shop, { payout_details, password: "guess", name: "Mallory" }), [400, "wrong_password"]);
    expect(await profileOf(shop)).toMatchObject({ payout_details: null, name: expect.stringContaining("Affiliate") });
  });

  it("cannot be changed by guessing: the eleventh wrong password in a quarter of an hour is not checked", async () => {
    const shop = await aPortalShop(app);
    const payout_details = { kind: "iban", iban: IBAN };
    for (let tries = 0; tries < 10; tries += 1) await change(shop, { payout_details, password: `guess ${tries}` });
    expectFailure(await change(shop, { payout_details, password: PASSWORD }), [429, "too_many_attempts"]);
  });

  it("can be deleted", async () => {
    const shop = await aPortalShop(app);
    await detailed(shop, { kind: "other", text: "By cheque to 1 Long Street" });
    expect((await profileOf(shop)).payout_details).toMatchObject({ kind: "other", text: "••••reet" });
    expect((await detailed(shop, null)).body.profile.payout_details).toBeNull();
    expect(await profileOf(shop)).toMatchObject({ payout_details: null, payout_details_changed_at: null });
  });

  it("show nothing of a text that is too short to mask", async () => {
    const shop = await aPortalShop(app);
    await detailed(shop, { kind: "other", text: "BTC 1a2b" });
    expect((await profileOf(shop)).payout_details.text).toBe("••••");
  });

  it("are not saved by a session whose password was changed meanwhile", async () => {
    const shop = await aPortalShop(app);
    const userId = (await shop.portal.browser.whoAmI()).body.user.id as UserId;
    const { services } = shop.app;
    const context = {
      ...services,
      userId,
      affiliate: true as const,
      passwords: {
        ...services.passwords,
        verify: async (hash: string, password: string) => {
          const right = await services.passwords.verify(hash, password);
          await shop.portal.browser.send("POST", "/api/session/password", {
            current_password: PASSWORD,
            new_password: "another horse battery",
          });
          return right;
        },
      },
    };
    const payoutDetails = { kind: "paypal", email: "mallory@evil.example", holder: undefined } as const;
    const change = { name: undefined, password: PASSWORD, mail: {}, payoutDetails };
    const changing = changeProfile(context, change, { address: "203.0.113.1", userAgent: undefined });
    await expect(changing).rejects.toMatchObject({ code: "wrong_password" });
    expect((await profileOf(shop)).payout_details).toBeNull();
  });
});

describe("the profile", () => {
  it("changes only the fields that are sent", async () => {
    const shop = await aPortalShop(app);
    const before = await profileOf(shop);
    expect((await change(shop, {})).body.profile).toEqual(before);
    expect((await change(shop, { name: "Grace Hopper" })).body.profile).toEqual({ ...before, name: "Grace Hopper" });
    expect((await shop.portal.browser.whoAmI()).body.user.name).toBe("Grace Hopper");
    expect((await change(shop, { mail: { approval: false } })).body.profile.mail).toEqual({
      invitation: true,
      approval: false,
      claim_answered: true,
      payout_reminder: true,
    });
    expect((await change(shop, { mail: { approval: true, invitation: false } })).body.profile.mail).toEqual({
      invitation: false,
      approval: true,
      claim_answered: true,
      payout_reminder: true,
    });
    expect((await profileOf(shop)).mail_is_sent).toBe(false);
  });

  it("does not accept another address, ID or verification", async () => {
    const shop = await aPortalShop(app);
    const before = await profileOf(shop);
    const answer = await change(shop, { email: "mallory@evil.example", email_verified: true, id: "usr_x" });
    expect(answer.body.profile).toEqual(before);
  });

  it("returns 400 for an invalid name or switch", async () => {
    const shop = await aPortalShop(app);
    for (const body of [{ name: "" }, { name: "a\u0000b" }, { mail: { approval: "yes" } }, { mail: 1 }])
      expectFailure(await change(shop, body), [400, "invalid_request"]);
  });
});

describe("the data export", () => {
  it("is one JSON file with everything about the person, even with many conversions", async () => {
    const shop = await aPortalShop(app);
    for (let count = 0; count < 3; count += 1)
      await shop.merchant.call("POST", "/v1/conversions", {
        body: {
          campaign_id: shop.campaignId,
          affiliate_code: shop.affiliate.code,
          external_id: `o${count}`,
          amount: 10,
        },
      });
    await shop.portal.send("POST", "claims", {
      campaign_id: shop.campaignId,
      external_id: "missing",
      approximate_time: "2026-03-01T10:00:00Z",
    });
    const answer = await shop.portal.get("data");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="my-data.json"');
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).toMatchObject({
      person: { email: shop.affiliate.email, payout_details: null },
      sessions: [{ created_at: app.clock.now().toISOString() }],
      campaigns: [{ id: shop.campaignId }],
      claims: [{ external_id: "missing", state: "asked" }],
    });
    expect(answer.body.conversions).toHaveLength(3);
    expect([answer.body.payouts, answer.body.claw_backs]).toEqual([[], []]);
  });

  it("has the person's payouts and claw-backs, and nobody else's", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    const ada = await aPayee(counter, 1_000);
    const returned = [await earnApproved(till, ada, 400), await earnApproved(till, ada, 300)];
    const other = await aPayee(counter, 5_000);
    const others = await earnApproved(till, other, 700);
    await aBatch(counter);
    for (const id of [...returned, others])
      await desk.send("POST", `conversions/${id}/claw-back`, { reason: "Returned" });
    const browser = new Browser(desk.app);
    await browser.signIn(ada.email, PASSWORD);
    const { body } = await browser.send("GET", "/api/portal/data");
    expect(body.payouts).toEqual((await browser.send("GET", "/api/portal/payouts")).body.payouts);
    expect(body.payouts).toMatchObject([{ affiliate_id: ada.id, amount: 17, conversions: 3, status: "created" }]);
    expect(body.claw_backs).toEqual((await browser.send("GET", "/api/portal/claw-backs")).body.claw_backs);
    expect(body.claw_backs.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([3, 4]);

    const read = (slice: Slice) => ownClawBackList.read(desk.app.db, ada, { filter: {}, slice });
    const [newest] = await read({ limit: 1, after: undefined });
    if (!newest) throw new Error("No claw-back.");
    const rest = await read({ limit: 500, after: ownClawBackList.position(newest) });
    expect([newest, ...rest].map(({ clawBack }) => clawBack.conversionId).toSorted()).toEqual(returned.toSorted());
  });
});
