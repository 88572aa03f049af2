import { expect, it } from "vitest";
import { parseId, type AffiliateId, type CampaignId, type CouponId } from "../../src/domain/ids.ts";
import { createCoupon, endCoupon, moveCoupon } from "../../src/usecases/coupons/change-coupons.ts";
import { outcome, tally, timeout, together, wideApp } from "../support/parallel.ts";
import { aShop } from "../support/shop.ts";
import { anAffiliate, ledgerFaults } from "../support/world.ts";

const idOf = (kind: "affiliate" | "campaign", text: string): string => {
  const id = parseId(kind, text);
  if (!id) throw new Error(`${text} is not an ID.`);
  return id;
};

it(
  "gives a code to one of 64 affiliates who are assigned it at once, and one move after the other",
  async () => {
    const app = await wideApp();
    const { merchant, campaignId: campaign, affiliate } = await aShop(app);
    const others = [await anAffiliate(app, merchant, campaign), await anAffiliate(app, merchant, campaign)];
    const affiliates = [affiliate, ...others].map(({ affiliateId }) => idOf("affiliate", affiliateId) as AffiliateId);
    const campaignId = idOf("campaign", campaign) as CampaignId;
    const { context } = merchant;
    const made: CouponId[] = [];
    const codes = ["ANNA10", "anna10", "Ａnna10", " ANNA10 "];
    const created = await together(64, async (number) => {
      const affiliateId = affiliates[number % 3] ?? null;
      const work = createCoupon(context, { campaignId, code: codes[number % 4] ?? "", affiliateId });
      const result = await outcome(work);
      if (typeof result === "string") return result;
      made.push(result.coupon.id);
      return "created";
    });
    expect(tally(created)).toEqual({ created: 1, coupon_taken: 63 });

    const [id] = made;
    if (!id) throw new Error("No coupon.");
    const moved = await together(64, async (number) => {
      const affiliateId = affiliates[number % 3] ?? null;
      const result = await outcome(number === 50 ? endCoupon(context, id) : moveCoupon(context, { id, affiliateId }));
      return typeof result === "string" ? result : "done";
    });
    expect(Object.keys(tally(moved)).filter((each) => each !== "done" && each !== "coupon_already_ended")).toEqual([]);
    expect(moved[50]).toBe("done");
    // Holders follow each other without gaps, and the last one ends with the coupon.
    expect(await ledgerFaults(app)).toEqual([]);
    expect(await app.deadlocks()).toBe(0);
  },
  timeout,
);
