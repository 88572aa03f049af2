import type { AffiliationId } from "../domain/ids.ts";
import { updateCampaign } from "../usecases/campaigns/update-campaign.ts";
import { createCoupon, endCoupon, moveCoupon } from "../usecases/coupons/change-coupons.ts";
import { HOUR_MS } from "./calendar.ts";
import type { Campaigns } from "./campaigns.ts";
import { Dice } from "./dice.ts";
import { placementOf, type Partners } from "./partners.ts";
import { dayMs, unlessRefused, type Order, type Stage } from "./stage.ts";
import type { Visit } from "./traffic.ts";

const SHOP = "Whole Shop";
const CODES = {
  "Alpine Trails Journal": "ALPINE10",
  "Deal Otter": "OTTER5",
  "The Cosy Kettle": "Kettle & Co",
} as const;
const STARTED_ON = 60;
const STRICTER_ON = 210;

/** Shares of the orders whose affiliate has a coupon. */
const ODDS = { both: 0.3, alone: 0.1, others: 0.02, unknown: 0.02 };

/** The codes of affiliations, and dice of their own: the rest of the year stays as it was without coupons. */
export interface DemoCoupons {
  readonly codes: Map<AffiliationId, string>;
  readonly dice: Dice;
}

/** Three affiliates get coupons; one is moved and one ends. Later the shop flags coupons without a click. */
export function planCoupons(stage: Stage, campaigns: Campaigns, partners: Partners): DemoCoupons {
  const { calendar, merchant } = stage;
  const codes = new Map<AffiliationId, string>();
  calendar.plan(dayMs(stage, STARTED_ON) + 10 * HOUR_MS, async () => {
    for (const [name, code] of Object.entries(CODES)) {
      const placement = placementOf(partners, name, SHOP);
      if (!placement) continue;
      const { affiliateId, campaignId, id } = placement.affiliation;
      await createCoupon(merchant, { campaignId, code, affiliateId });
      codes.set(id, code);
    }
  });
  calendar.plan(dayMs(stage, STRICTER_ON) + 9 * HOUR_MS, async () => {
    const id = campaigns.get(SHOP)?.campaign.id;
    if (!id) return;
    await updateCampaign(merchant, { id, change: () => ({ couponNeedsClick: "sign" }) });
    const [from, to] = Object.keys(CODES).map((name) => placementOf(partners, name, SHOP)?.affiliation.affiliateId);
    if (!from || !to) return;
    const { coupon } = await createCoupon(merchant, { campaignId: id, code: "PODCAST", affiliateId: from });
    calendar.plan(dayMs(stage, STRICTER_ON + 30), () =>
      unlessRefused(() => moveCoupon(merchant, { id: coupon.id, affiliateId: to })),
    );
    calendar.plan(dayMs(stage, STRICTER_ON + 60), () => unlessRefused(() => endCoupon(merchant, coupon.id)));
  });
  return { codes, dice: new Dice(60) };
}

/** What changes about an order if the customer uses a coupon. */
export function couponOf({ codes, dice }: DemoCoupons, { clickId, placement }: Visit): Partial<Order> | undefined {
  const own = codes.get(placement.affiliation.id);
  if (own === undefined || clickId === null) return undefined;
  const roll = dice.between(0, 1);
  const { both, alone, others, unknown } = ODDS;
  if (roll < both) return { click_id: clickId, coupon_code: own.toLowerCase() };
  if (roll < both + alone) return { coupon_code: own };
  if (roll < both + alone + others)
    return { click_id: clickId, coupon_code: [...codes.values()].find((code) => code !== own) ?? own };
  return roll < both + alone + others + unknown ? { click_id: clickId, coupon_code: "FREESHIP" } : undefined;
}
