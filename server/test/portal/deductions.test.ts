import { beforeAll, describe, expect, it } from "vitest";
import { parseCurrency } from "../../src/domain/values/currency.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import type { AffiliateId, PayoutId } from "../../src/domain/ids.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { tracked } from "../support/shop.ts";
import { aMerchant, anAffiliate, conversionIdOf, type Merchant } from "../support/world.ts";
import { findingOf, deskOf } from "./claiming.ts";
import { approved, aPortalShop, joinAnother, sold, type PortalShop } from "./portal.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const REASON = "The goods came back.";

/** After everything has matured, signed in again. */
async function later({ app, portal, affiliate }: PortalShop): Promise<void> {
  app.clock.forward({ days: 8 });
  await portal.browser.signIn(affiliate.email);
}

const clawBack = ({ merchant }: { merchant: Merchant }, id: string): Promise<unknown> =>
  clawBackConversion(merchant.context, { id: conversionIdOf(id), reason: REASON });

async function paidOut(shop: PortalShop): Promise<PayoutId> {
  const currency = parseCurrency("EUR");
  if (!currency) throw new Error("No currency.");
  const affiliateId = shop.affiliate.affiliateId as AffiliateId;
  return (await createPayout(shop.merchant.context, { affiliateId, currency })).id;
}

async function giveDetails({ portal }: PortalShop): Promise<void> {
  const payout_details = { kind: "iban", iban: "DE89370400440532013000", holder: "Ada Lovelace" };
  const { status } = await portal.send("PATCH", "profile", { password: "correct horse battery", payout_details });
  expect(status).toBe(200);
}

const rowOf = async ({ portal }: PortalShop, id: string) => {
  const { body } = await portal.get("conversions");
  return (body.conversions as { id: string }[]).find((row) => row.id === id);
};

describe("a commission that was clawed back before it was paid", () => {
  it("is never shown as ready to pay", async () => {
    const shop = await aPortalShop(app);
    const soldOn = app.clock.dayAfter(0);
    const id = await approved(shop, await tracked(shop, { external_id: "order-1" }));
    await later(shop);
    await clawBack(shop, id);
    const state = `To be deducted: ${REASON}`;
    expect(await rowOf(shop, id)).toMatchObject({ withdrawable: false, deducted: true, state });
    expect((await shop.portal.get(`conversions/${id}`)).body.conversion).toMatchObject({ withdrawable: false, state });
    expect((await findingOf(shop, "order-1")).text).toBe(
      `This order was recorded as your conversion on ${soldOn}. ${state}`,
    );
    const { body } = await shop.portal.get("overview");
    expect(body.now).toEqual({ EUR: { pending: 0, maturing: 0, withdrawable: 10, owed_back: 10, payable: 0 } });
    expect((await shop.portal.get("earnings")).body.months).toMatchObject([
      { month: soldOn.slice(0, 7), approved: 10, deducted: 10, earned: 0 },
    ]);
  });

  it("is in the history with who, when and why; the affiliate does not see who", async () => {
    const shop = await aPortalShop(app);
    const id = await approved(shop, await sold(shop));
    await later(shop);
    await clawBack(shop, id);
    const at = shop.app.clock.now().toISOString();
    const own = await shop.portal.get(`conversions/${id}`);
    expect(own.body.history.at(-1)).toEqual({
      action: "claw_back",
      adjusted: null,
      clawed_back: 10,
      payout_id: null,
      cause: null,
      refunded: null,
      status: "approved",
      reason: REASON,
      at,
    });
    expect(own.text).not.toContain(shop.merchant.userId);
    const desk = await deskOf(shop);
    const { history } = (await desk("GET", `conversions/${id}`)).body;
    expect(history.map(({ action }: { action: string }) => action)).toEqual(["track", "approve", "claw_back"]);
    expect(history.at(-1)).toMatchObject({
      seq: 3,
      reason: REASON,
      at,
      actor: { kind: "user", id: shop.merchant.userId, name: expect.any(String) as string },
    });
  });
});

it("a commission that was clawed back after it was paid shows what is still to be deducted", async () => {
  const shop = await aPortalShop(app);
  await giveDetails(shop);
  const id = await approved(shop, await sold(shop));
  await later(shop);
  const first = await paidOut(shop);
  await clawBack(shop, id);
  expect(await rowOf(shop, id)).toMatchObject({
    withdrawable: false,
    state: `Included in a payout. To be deducted from the next one: ${REASON}`,
  });
  expect((await shop.portal.get("overview")).body.now.EUR).toMatchObject({
    withdrawable: 0,
    owed_back: 10,
    payable: 0,
  });
  const other = await approved(shop, await sold(shop, { amount: 300 }));
  await later(shop);
  expect((await shop.portal.get("overview")).body.now.EUR).toMatchObject({
    withdrawable: 30,
    owed_back: 10,
    payable: 20,
  });
  await paidOut(shop);
  expect(await rowOf(shop, id)).toMatchObject({
    withdrawable: false,
    state: `Included in a payout and deducted: ${REASON}`,
  });
  expect(await rowOf(shop, other)).toMatchObject({ state: "Approved and included in a payout." });
  // The bank returns the first payout: its commission is due again, and the deduction has already been made.
  await settlePayout(shop.merchant.context, { id: first, action: "mark_failed" });
  expect(await rowOf(shop, id)).toMatchObject({
    withdrawable: true,
    state: `Ready to pay in the next payout. Already deducted in another payout: ${REASON}`,
  });
  expect((await shop.portal.get("overview")).body.now.EUR).toMatchObject({
    withdrawable: 10,
    owed_back: 0,
    payable: 10,
  });
});

it("a conversion without a commission shows that it earns nothing, pending and approved", async () => {
  const shop = await aPortalShop(app);
  const id = await sold(shop, { amount: 0 });
  expect(await rowOf(shop, id)).toMatchObject({ state: "Pending review. This conversion earns no commission." });
  await approved(shop, id);
  await later(shop);
  expect(await rowOf(shop, id)).toMatchObject({
    withdrawable: false,
    state: "Approved. This conversion earns no commission.",
  });
});

it("deductions at one merchant do not reduce the payout of another", async () => {
  const shop = await aPortalShop(app);
  const other = await aMerchant(shop.app);
  const second = await joinAnother(shop, other);
  const elsewhere = {
    ...shop,
    merchant: other,
    campaignId: second.campaignId,
    affiliate: { ...shop.affiliate, code: second.code },
  };
  const returned = await approved(shop, await sold(shop, { amount: 100 }));
  await approved(elsewhere, await sold(elsewhere, { amount: 50 }));
  await anAffiliate(shop.app, shop.merchant, shop.campaignId);
  await later(shop);
  await clawBack(shop, returned);
  const now = { pending: 0, maturing: 0 };
  const all = await shop.portal.get("overview");
  expect(all.body.now).toEqual({ EUR: { ...now, withdrawable: 15, owed_back: 10, payable: 5 } });
  const one = await shop.portal.get(`overview?campaign_id=${shop.campaignId}`);
  expect(one.body.now).toEqual({ EUR: { ...now, withdrawable: 10, owed_back: 10, payable: 0 } });
});
