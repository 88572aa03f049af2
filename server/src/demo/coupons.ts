import type { AffiliationId } from "../domain/ids.ts";
import { updateCampaign } from "../usecases/campaigns/update-campaign.ts";
import { createCoupon, endCoupon, moveCoupon } from "../usecases/coupons/change-coupons.ts";
import { HOUR_MS } from "./calendar.ts";
import type { Campaigns } from "./campaigns.ts";
import { Deck } from "./dice.ts";
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

/** How many of 25 orders use a coupon, and how, if their affiliate has one. */
const USES = { none: 13, both: 8, alone: 2, others: 1, unknown: 1 };

/** The codes of affiliations, and how customers use them. */
export interface DemoCoupons {
  readonly codes: Map<AffiliationId, string>;
  readonly uses: Deck<keyof typeof USES>;
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
  return { codes, uses: new Deck(stage.dice, USES) };
}

/** What changes about an order if the customer uses a coupon. */
export function couponOf({ codes, uses }: DemoCoupons, { clickId, placement }: Visit): Partial<Order> | undefined {
  const own = codes.get(placement.affiliation.id);
  if (own === undefined || clickId === null) return undefined;
  const use = uses.deal();
  if (use === "both") return { click_id: clickId, coupon_code: own.toLowerCase() };
  if (use === "alone") return { coupon_code: own };
  if (use === "others")
    return { click_id: clickId, coupon_code: [...codes.values()].find((code) => code !== own) ?? own };
  return use === "unknown" ? { click_id: clickId, coupon_code: "FREESHIP" } : undefined;
}
