import { orRefuse } from "../../domain/errors.ts";
import type { AffiliateId, CampaignId, CouponId } from "../../domain/ids.ts";
import { findAffiliatePerson } from "../../store/campaigns/affiliation-list.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { findAffiliationOfPerson } from "../../store/campaigns/own-affiliations.ts";
import {
  couponList,
  findListedCoupon,
  listCouponPage,
  listHoldings,
  type CouponFilter,
  type ListedCoupon,
  type NamedHolding,
} from "../../store/coupons/coupon-list.ts";
import { countOwnOrders, listOwnCoupons, type OwnCoupon, type OwnOrders } from "../../store/coupons/own-coupons.ts";
import type { EvidenceOrder } from "tributary-sdk/words";
import type { AffiliateContext, MerchantContext } from "../context.ts";
import { listing, type Listing, type Page, type Total } from "../listing.ts";

export type { ListedCoupon } from "../../store/coupons/coupon-list.ts";
export type { OwnCoupon } from "../../store/coupons/own-coupons.ts";

/** Newest first. */
export const browseCoupons: Listing<CouponFilter, ListedCoupon> = listing(couponList);

export async function requireCampaign({ db, accountId }: MerchantContext, id: CampaignId): Promise<void> {
  orRefuse(await findCampaign(db, accountId, id), "campaign_not_found");
}

/** The coupons of an affiliate in all campaigns, newest first. */
export async function browseCouponsOf(
  context: MerchantContext,
  affiliateId: AffiliateId,
  page: Page,
): Promise<{ rows: ListedCoupon[]; total: Total }> {
  orRefuse(await findAffiliatePerson(context.db, context.accountId, affiliateId), "affiliate_not_found");
  return browseCoupons.page(context, { affiliateId }, page);
}

export async function listCoupons(
  context: MerchantContext,
  question: CouponFilter & Page & { readonly campaignId: CampaignId },
): Promise<{ coupons: ListedCoupon[]; total: number }> {
  await requireCampaign(context, question.campaignId);
  return listCouponPage(context.db, context, question);
}

export interface DescribedCoupon {
  readonly listed: ListedCoupon;
  readonly holdings: readonly NamedHolding[];
}

export async function describeCoupon({ db, accountId }: MerchantContext, id: CouponId): Promise<DescribedCoupon> {
  const listed = orRefuse(await findListedCoupon(db, accountId, id), "coupon_not_found");
  return { listed, holdings: await listHoldings(db, accountId, id) };
}

export interface OwnCoupons {
  readonly coupons: readonly OwnCoupon[];
  readonly orders: OwnOrders;
  readonly evidence: EvidenceOrder;
}

/** The codes of the signed-in affiliate in a campaign. */
export async function getOwnCoupons({ db, userId }: AffiliateContext, id: CampaignId): Promise<OwnCoupons> {
  const { affiliation, campaign } = orRefuse(await findAffiliationOfPerson(db, userId, id), "campaign_not_found");
  const [coupons, orders] = await Promise.all([listOwnCoupons(db, affiliation), countOwnOrders(db, affiliation)]);
  return { coupons, orders, evidence: campaign.evidence };
}
