import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { parseId, uuidOf, type IdKind } from "../../src/domain/ids.ts";
import { changeAffiliation } from "../../src/usecases/affiliates/change-affiliation.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, conversionsOf, track, tracked, worldForFile, type Shop } from "../support/shop.ts";
import { aCampaign, anOrderId } from "../support/world.ts";

const world = worldForFile();

interface Refusal {
  account_id: string;
  campaign_id: string | null;
  affiliate_id: string | null;
  external_id_hash: Buffer;
  reason: string;
  refused_at: Date;
}

const refusalsOf = ({ app, merchant }: Shop): Promise<Refusal[]> =>
  app.db.query<Refusal>(sql`
    select account_id, campaign_id, affiliate_id, external_id_hash, reason, refused_at from refusals
    where account_id = ${uuid("account", merchant.accountId)} order by id`);

function uuid(kind: IdKind, text: string): string {
  const id = parseId(kind, text);
  if (!id) throw new Error(`${text} is not an ID.`);
  return uuidOf(id);
}

const setStatus = (shop: Shop, status: string) =>
  shop.merchant.call("PATCH", `/v1/campaigns/${shop.campaignId}`, { body: { status } });
const suspend = (shop: Shop) => {
  const id = parseId("affiliation", shop.affiliate.affiliationId);
  if (!id) throw new Error("No affiliation ID.");
  return changeAffiliation(shop.merchant.context, { id, action: "suspend" });
};

interface Case {
  readonly reason: string;
  readonly status: number;
  readonly campaign?: Record<string, unknown>;
  /** Runs before the request; returns the fields that the request then has. */
  readonly before: (shop: Shop) => Promise<Record<string, unknown>>;
  /** Whether the campaign and the affiliate were known when the request was rejected. */
  readonly knows: { campaign: boolean; affiliate: boolean };
}

const campaignOnly = { campaign: true, affiliate: false };
const both = { campaign: true, affiliate: true };
const onlyClick = (id: string) => ({ click_id: id, affiliate_code: undefined });

const cases: Case[] = [
  {
    reason: "campaign_not_found",
    status: 404,
    before: async () => ({ campaign_id: "cmp_00000000000000000000000000" }),
    knows: { campaign: false, affiliate: false },
  },
  {
    reason: "duplicate_conversion",
    status: 400,
    before: async (shop) => {
      await tracked(shop, { external_id: "twice" });
      return { external_id: "twice" };
    },
    knows: both,
  },
  {
    reason: "affiliate_code_not_found",
    status: 404,
    before: async () => ({ affiliate_code: "2222222222" }),
    knows: campaignOnly,
  },
  {
    reason: "click_not_found",
    status: 404,
    before: async () => onlyClick("clk_00000000000000000000000000"),
    knows: campaignOnly,
  },
  {
    reason: "click_of_other_campaign",
    status: 400,
    before: async (shop) => {
      return onlyClick(await aClick({ ...shop, campaignId: await aCampaign(shop.merchant) }));
    },
    knows: both,
  },
  {
    reason: "outside_attribution_window",
    status: 400,
    before: async (shop) => onlyClick(await aClick(shop, { windowDays: 0 })),
    knows: both,
  },
  {
    reason: "campaign_archived",
    status: 403,
    before: async (shop) => (await setStatus(shop, "archived"), {}),
    knows: both,
  },
  {
    reason: "campaign_not_active",
    status: 403,
    before: async (shop) => (await setStatus(shop, "paused"), {}),
    knows: both,
  },
  { reason: "affiliate_not_active", status: 403, before: async (shop) => (await suspend(shop), {}), knows: both },
  {
    reason: "currency_mismatch",
    status: 400,
    campaign: { max_budget: 100 },
    before: async () => ({ currency: "USD" }),
    knows: both,
  },
  { reason: "budget_exceeded", status: 403, campaign: { max_budget: 1 }, before: async () => ({}), knows: both },
];

describe("a rejected track request", () => {
  it.each(cases)("is recorded with its reason $reason, although the request was rolled back", async (example) => {
    const shop = await aShop(world.app, example.campaign);
    const more = { external_id: anOrderId(), ...(await example.before(shop)) };
    const before = await conversionsOf(shop);
    const answer = await track(shop, more);
    expect([answer.status, answer.body.code]).toEqual([example.status, example.reason]);
    expect(await conversionsOf(shop)).toEqual(before);
    const account = uuid("account", shop.merchant.accountId);
    const [refusal] = await refusalsOf(shop);
    expect(refusal).toMatchObject({
      account_id: account,
      campaign_id: example.knows.campaign ? uuid("campaign", shop.campaignId) : null,
      affiliate_id: example.knows.affiliate ? uuid("affiliate", shop.affiliate.affiliateId) : null,
      external_id_hash: createHash("sha256").update(account).update(more.external_id).digest(),
      reason: example.reason,
      refused_at: world.app.clock.now(),
    });
    expect(await refusalsOf(shop)).toHaveLength(1);
  });

  it("is not recorded for a request that succeeded or could not be parsed", async () => {
    const shop = await aShop(world.app);
    await track(shop);
    await track(shop, { amount: -1 });
    await shop.merchant.call("POST", "/v1/conversions", { raw: "{", headers: { "content-type": "application/json" } });
    expect(await refusalsOf(shop)).toEqual([]);
  });

  it("is recorded for every attempt", async () => {
    const shop = await aShop(world.app, { max_budget: 1 });
    for (let number = 0; number < 3; number += 1) await track(shop, { external_id: "again" });
    expect((await refusalsOf(shop)).map(({ reason }) => reason)).toEqual(Array(3).fill("budget_exceeded"));
  });
});
