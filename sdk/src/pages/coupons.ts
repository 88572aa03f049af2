import type { AffiliationStatus, CouponNeedsClick, CouponSort, CouponState, EvidenceOrder } from "../words.ts";
import type { ListPagination, PageQuery } from "./lists.ts";

/**
 * How a campaign treats coupons: part of POST campaigns and PATCH campaigns/:id. `Campaign` leaves out what has its
 * default.
 */
export interface CouponSettings {
  /** What decides if a click and a coupon point to different affiliates. Default: coupon. */
  evidence: EvidenceOrder;
  /** What happens to orders with a coupon, but without a click on its holder's link. Default: off. */
  coupon_needs_click: CouponNeedsClick;
  /** How many days before the order that click may be. */
  coupon_click_days: number;
}

/** The affiliate who has a coupon now, or had it when it ended. */
export interface CouponHolder {
  affiliation_id: string;
  affiliate_id: string;
  name: string;
  /** Orders with the coupon count only while its holder is active. */
  status: AffiliationStatus;
}

export interface CouponRow {
  id: string;
  /** As it was written when it was created. Letter case, width and surrounding spaces do not matter in orders. */
  code: string;
  state: CouponState;
  holder: CouponHolder;
  starts_at: string;
  /** null while it is active. */
  ends_at: string | null;
  /** Orders that used it and were not rejected. Many without a click: the code may have leaked. */
  orders: { with_click: number; without_click: number };
}

/** GET campaigns/:id/coupons, campaigns/:id/coupons.csv: newest first unless sorted. 404 `campaign_not_found`. */
export interface CouponsQuery extends PageQuery {
  state?: CouponState;
  affiliate_id?: string;
  /** The start of a code, or part of the holder's name. */
  search?: string;
  sort?: CouponSort;
}
/** Also GET affiliates/:id/coupons: all coupons of an affiliate, newest first. 404 `affiliate_not_found`. */
export interface CouponsResponse {
  coupons: CouponRow[];
  pagination: ListPagination;
}

/**
 * GET coupons/:id · response of POST campaigns/:id/coupons, PATCH coupons/:id and DELETE coupons/:id (which ends it). 404
 * `coupon_not_found`.
 */
export interface CouponResponse {
  coupon: CouponRow;
  /** Oldest first. Orders belong to the affiliate who held the coupon when they were paid. */
  holders: {
    affiliation_id: string;
    affiliate_id: string;
    name: string;
    held_from: string;
    held_until: string | null;
  }[];
}

/**
 * POST campaigns/:id/coupons. 400 `invalid_request` (not a code), `coupon_taken` (an active coupon of the account has it,
 * in any campaign); 403 `campaign_archived`; 404 `affiliate_not_found`.
 */
export interface CreateCouponBody {
  /** 1 to 64 characters. */
  code: string;
  /** An affiliate of the campaign. */
  affiliate_id: string;
  /** ISO 8601, at most 90 days ago, for a code that was in use before. Default: now. */
  starts_at?: string;
}

/**
 * PATCH coupons/:id: moves it to another affiliate of the campaign from now on. 400 `coupon_already_ended`, 404
 * `affiliate_not_found`.
 */
export interface MoveCouponBody {
  affiliate_id: string;
}

/** POST campaigns/:id/coupons/paste: up to 500 lines of `code,email`. Lines that fail do not affect the others. */
export interface PasteCouponsBody {
  text: string;
  /** Records nothing: the response says what would happen. Default: false. */
  preview?: boolean;
}
export interface PastedCouponLine {
  /** In the text, from 1. Empty lines are left out. */
  line: number;
  /** As it was pasted. */
  code: string;
  email: string;
  /** `unchanged`: the affiliate has this coupon already. */
  outcome: "created" | "unchanged" | "failed";
  /** Why it failed. */
  error: { code: string; text: string } | null;
}
export interface PasteCouponsResponse {
  created: number;
  unchanged: number;
  failed: number;
  lines: PastedCouponLine[];
}

/** A coupon of the signed-in affiliate, or one that they had. */
export interface PortalCoupon {
  code: string;
  /** `moved`: another affiliate has it now. Orders paid before stay. */
  state: CouponState | "moved";
  held_from: string;
  /** null while the affiliate has it. */
  held_until: string | null;
  /** The affiliate's orders that used it and were not rejected. */
  orders: number;
}
/** GET /api/portal/campaigns/:id/coupons. 404 `campaign_not_found`. Active ones first. */
export interface PortalCouponsResponse {
  coupons: PortalCoupon[];
  /** The affiliate's orders in the campaign that were not rejected. Repeat orders without either are left out. */
  orders: {
    by_coupon: number;
    by_link: number;
    /** The customer followed the link and used the coupon. */
    by_both: number;
  };
  /** What decides if a customer follows one affiliate's link and uses another's coupon. */
  evidence: EvidenceOrder;
}
