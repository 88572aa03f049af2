import { PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  CouponResponse,
  CouponsQuery,
  CouponsResponse,
  CreateCouponBody,
  MoveCouponBody,
  PasteCouponsBody,
  PasteCouponsResponse,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { patch, post, remove } from "./http.ts";

export const couponsQuery = (accountId: string, campaignId: string, query: CouponsQuery) =>
  accountRead<CouponsResponse>(accountId, ["campaigns", campaignId, "coupons"], query);

/** The coupons of an affiliate in all campaigns. */
export const affiliateCouponsQuery = (accountId: string, affiliateId: string) =>
  accountRead<CouponsResponse>(accountId, ["affiliates", affiliateId, "coupons"], { limit: PAGE_SIZE_MAX });

export const couponQuery = (accountId: string, id: string) => accountRead<CouponResponse>(accountId, ["coupons", id]);

export const createCoupon = (accountId: string, campaignId: string, body: CreateCouponBody): Promise<CouponResponse> =>
  post(accountPath(accountId, "campaigns", campaignId, "coupons"), body);
export const moveCoupon = (accountId: string, id: string, body: MoveCouponBody): Promise<CouponResponse> =>
  patch(accountPath(accountId, "coupons", id), body);
/** Its code is free again. Its history stays. */
export const endCoupon = (accountId: string, id: string): Promise<CouponResponse> =>
  remove(accountPath(accountId, "coupons", id));

export const pasteCoupons = (
  accountId: string,
  campaignId: string,
  body: PasteCouponsBody,
): Promise<PasteCouponsResponse> => post(accountPath(accountId, "campaigns", campaignId, "coupons", "paste"), body);
