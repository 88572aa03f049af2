import type { OrderCampaign } from "./campaign.ts";
import type { ErrorCode } from "./errors.ts";
import { CLOCK_SKEW_MS, type AttributedCoupon, type Evidence } from "./evidence.ts";
import type { CampaignId } from "./ids.ts";
import { DAY_MS } from "./values/day.ts";

/** Of several codes, the first one that can decide; else the first one that is an affiliate's. */
export function chooseCoupon(found: readonly AttributedCoupon[], campaign: CampaignId): AttributedCoupon | undefined {
  const here = found.filter(({ campaignId }) => campaignId === campaign);
  const active = here.filter(({ ended }) => !ended);
  return active.find(({ affiliation }) => affiliation.status === "active") ?? active[0] ?? here[0] ?? found[0];
}

/** The order's coupon, if an affiliate of the campaign held it when the order was paid. */
export const heldCoupon = (campaign: OrderCampaign, { coupon }: Evidence): AttributedCoupon | null =>
  typeof coupon === "object" && coupon.campaignId === campaign.id && !coupon.ended ? coupon : null;

/** Why the order's coupon cannot decide on its own. */
export function refuseCoupon(campaign: OrderCampaign, evidence: Evidence, paidAt: Date): ErrorCode | undefined {
  const { coupon } = evidence;
  if (typeof coupon !== "object") return "coupon_not_found";
  if (coupon.campaignId !== campaign.id) return "coupon_of_other_campaign";
  if (coupon.ended) return "coupon_ended";
  // Like a code, a coupon does not prove a visit before the campaign was paused.
  if (campaign.status === "paused") return "campaign_not_active";
  if (coupon.affiliation.status !== "active") return "affiliate_not_active";
  const needsClick = campaign.couponNeedsClick === "refuse" && lacksClick(campaign, evidence, paidAt);
  return needsClick ? "coupon_needs_click" : undefined;
}

/** Whether the customer had not followed the link of the coupon's holder, in the days that the campaign asks for. */
export function lacksClick(campaign: OrderCampaign, { click, coupon }: Evidence, paidAt: Date): boolean {
  if (campaign.couponNeedsClick === "off" || typeof coupon !== "object") return false;
  if (typeof click !== "object" || click.affiliation.id !== coupon.affiliation.id) return true;
  const age = paidAt.getTime() - click.clickedAt.getTime();
  return age > campaign.couponClickDays * DAY_MS || -age > CLOCK_SKEW_MS;
}
