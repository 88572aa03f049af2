import { describe, expect, it } from "vitest";
import { tracked } from "../../server/test/support/shop.ts";
import { aCampaign, anAffiliate } from "../../server/test/support/world.ts";
import { listeningWorld } from "./listening.ts";

const here = listeningWorld();

/** A new campaign with this many conversions, newest first. */
async function campaignWith(count: number): Promise<{ id: string; conversions: string[]; add: () => Promise<string> }> {
  const { app, shop } = here.world;
  const campaignId = await aCampaign(shop.merchant);
  const affiliate = await anAffiliate(app, shop.merchant, campaignId);
  const own = { ...shop, campaignId, affiliate };
  const add = async (): Promise<string> => {
    app.clock.forward({ ms: 1 });
    return tracked(own);
  };
  const conversions: string[] = [];
  while (conversions.length < count) conversions.unshift(await add());
  return { id: campaignId, conversions, add };
}

async function idsOf(
  items: AsyncIterable<{ id: string }>,
  onItem?: (id: string) => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of items) {
    ids.push(id);
    await onItem?.(id);
  }
  return ids;
}

describe("all()", () => {
  it.each([1, 2, 3, 7, 8, 100])("yields every conversion once and in order, in pages of %i", async (limit) => {
    const { id, conversions } = await campaignWith(7);
    here.world.app.clock.forward({ seconds: 61 });
    expect(await idsOf(here.through.conversions.all({ campaign_id: id, limit }))).toEqual(conversions);
  });

  it("yields campaigns and affiliates, and nothing for an empty list", async () => {
    const { shop } = here.world;
    const empty = await aCampaign(shop.merchant, { status: "active" });
    expect(await idsOf(here.through.campaigns.all({ limit: 3 }))).toContain(empty);
    expect(await idsOf(here.through.affiliates.all({ campaign_id: shop.campaignId }))).toEqual([
      shop.affiliate.affiliateId,
    ]);
    expect(await idsOf(here.through.conversions.all({ campaign_id: empty }))).toEqual([]);
  });

  it("requests no more pages than are read", async () => {
    const { id, conversions } = await campaignWith(5);
    here.proxy.plan();
    for await (const { id: first } of here.through.conversions.all({ campaign_id: id, limit: 2 })) {
      expect(first).toBe(conversions[0]);
      break;
    }
    expect(here.proxy.seen).toHaveLength(1);
  });

  it("misses no item when the reader changes the field it filters by", async () => {
    const { id, conversions } = await campaignWith(9);
    here.world.app.clock.forward({ seconds: 61 });
    const pending = here.through.conversions.all({ campaign_id: id, status: "pending", limit: 2 });
    expect(await idsOf(pending, (one) => here.direct.conversions.reject(one))).toEqual(conversions);
    expect((await here.direct.conversions.list({ campaign_id: id, status: "pending" })).pagination.total).toBe(0);
  });

  it("yields no item twice when new ones arrive", async () => {
    const { id, conversions, add } = await campaignWith(6);
    here.world.app.clock.forward({ seconds: 61 });
    expect(await idsOf(here.through.conversions.all({ campaign_id: id, limit: 2 }), add)).toEqual(conversions);
  });

  it("throws an error response, and survives a lost page", async () => {
    await expect(idsOf(here.through.conversions.all({ campaign_id: "cmp_unknown" }))).rejects.toThrow(
      "Campaign not found",
    );
    const { id, conversions } = await campaignWith(4);
    here.proxy.plan("lose", "pass", "cut");
    expect(await idsOf(here.through.conversions.all({ campaign_id: id, limit: 2 }))).toEqual(conversions);
  });
});
