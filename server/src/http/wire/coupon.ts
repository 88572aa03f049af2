import type { Coupon as WireCoupon } from "tributary-sdk";
import type {
  CouponResponse,
  CouponRow,
  PasteCouponsResponse,
  PastedCouponLine,
  PortalCouponsResponse,
} from "tributary-sdk/pages";
import { affiliationStatuses, couponStates, evidenceOrders } from "tributary-sdk/words";
import { z } from "zod";
import { couponStateOf, type Coupon } from "../../domain/coupon.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import type { DescribedCoupon, ListedCoupon, OwnCoupons } from "../../usecases/coupons/browse-coupons.ts";
import type { OwnHolding } from "../../usecases/people/export-data.ts";
import type { PastedLine } from "../../usecases/coupons/paste-coupons.ts";
import { couponCode, optional, reference } from "./fields.ts";
import { affiliateId, campaignId, couponId } from "./ids.ts";
import { pagination } from "./pagination.ts";
import { instant } from "./query.ts";
import { isoOrNull, time, timeOrNull } from "./times.ts";

const holder = reference("affiliate_id")
  .min(1, { error: "affiliate_id is required and must be text." })
  .describe("An affiliate of the campaign.")
  .meta({ example: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd" });

export const newCoupon = z
  .object({
    code: couponCode("code")
      .describe(
        "1 to 64 characters, unique among the account's active coupons. Letter case, width and surrounding spaces do not matter.",
      )
      .meta({ example: "ANNA10" }),
    affiliate_id: holder,
    starts_at: optional(instant("starts_at"))
      .describe("At most 90 days ago, for a code that was in use before. Default: now.")
      .meta({ example: "2026-03-01T12:00:00.000Z" }),
  })
  .meta({ id: "NewCoupon", description: "A coupon to create." });

export const couponMove = z
  .object({ affiliate_id: holder })
  .meta({ id: "CouponMove", description: "The new holder of a coupon." });

export const coupon = z
  .object({
    id: couponId,
    campaign_id: campaignId,
    code: z.string().describe("As it was written when it was created.").meta({ example: "ANNA10" }),
    state: z.enum(couponStates).describe("An ended coupon no longer counts, and its code is free again."),
    affiliate_id: affiliateId.describe("Who has it now, or had it when it ended."),
    starts_at: time("Orders paid from then on count."),
    ends_at: timeOrNull("When it ended, or null."),
  })
  .meta({ id: "Coupon", description: "A code that belongs to an affiliate of one campaign." });

export const couponPage = z.object({ coupons: z.array(coupon).describe("The coupons."), pagination });

export const presentCoupon = (of: Coupon, { affiliateId: holds }: { affiliateId: AffiliateId }): WireCoupon => ({
  id: of.id,
  campaign_id: of.campaignId,
  code: of.code,
  state: couponStateOf(of),
  affiliate_id: holds,
  starts_at: of.startsAt.toISOString(),
  ends_at: isoOrNull(of.endsAt),
});

const person = { affiliation_id: z.string(), affiliate_id: z.string(), name: z.string() };

export const couponRow: z.ZodType<CouponRow> = z.object({
  id: z.string(),
  code: z.string(),
  state: z.enum(couponStates),
  holder: z.object({ ...person, status: z.enum(affiliationStatuses) }),
  starts_at: z.string(),
  ends_at: z.string().nullable(),
  orders: z.object({ with_click: z.number(), without_click: z.number() }),
});

export const presentCouponRow = ({ coupon: of, holder: holds, orders }: ListedCoupon): CouponRow => ({
  id: of.id,
  code: of.code,
  state: couponStateOf(of),
  holder: {
    affiliation_id: holds.affiliationId,
    affiliate_id: holds.affiliateId,
    name: holds.name,
    status: holds.status,
  },
  starts_at: of.startsAt.toISOString(),
  ends_at: isoOrNull(of.endsAt),
  orders: { with_click: orders.withClick, without_click: orders.withoutClick },
});

export const couponResponse: z.ZodType<CouponResponse> = z.object({
  coupon: couponRow,
  holders: z.array(z.object({ ...person, held_from: z.string(), held_until: z.string().nullable() })),
});

export const presentCouponResponse = ({ listed, holdings }: DescribedCoupon): CouponResponse => ({
  coupon: presentCouponRow(listed),
  holders: holdings.map((held) => ({
    affiliation_id: held.affiliationId,
    affiliate_id: held.affiliateId,
    name: held.name,
    held_from: held.from.toISOString(),
    held_until: isoOrNull(held.until),
  })),
});

export const pasteResponse: z.ZodType<PasteCouponsResponse> = z.object({
  created: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  lines: z.array(
    z.object({
      line: z.number(),
      code: z.string(),
      email: z.string(),
      outcome: z.enum(["created", "unchanged", "failed"]),
      error: z.object({ code: z.string(), text: z.string() }).nullable(),
    }),
  ),
});

export function presentPaste(lines: readonly PastedLine[]): PasteCouponsResponse {
  const count = (wanted: PastedCouponLine["outcome"]): number =>
    lines.filter(({ outcome }) => outcome === wanted).length;
  return {
    created: count("created"),
    unchanged: count("unchanged"),
    failed: count("failed"),
    lines: lines.map(({ error, ...line }) => ({ ...line, error: error && { code: error.code, text: error.message } })),
  };
}

export const ownCoupons: z.ZodType<PortalCouponsResponse> = z.object({
  coupons: z.array(
    z.object({
      code: z.string(),
      state: z.enum([...couponStates, "moved"]),
      held_from: z.string(),
      held_until: z.string().nullable(),
      orders: z.number(),
    }),
  ),
  orders: z.object({ by_coupon: z.number(), by_link: z.number(), by_both: z.number() }),
  evidence: z.enum(evidenceOrders),
});

export const presentOwnCoupons = ({ coupons, orders, evidence }: OwnCoupons): PortalCouponsResponse => ({
  coupons: coupons.map(({ code, state, from, until, orders: used }) => ({
    code,
    state,
    held_from: from.toISOString(),
    held_until: isoOrNull(until),
    orders: used,
  })),
  orders: { by_coupon: orders.byCoupon, by_link: orders.byLink, by_both: orders.byBoth },
  evidence,
});

/** For the person's own copy of their data. */
export const presentExportedHolding = ({ campaignId, code, from, until }: OwnHolding): object => ({
  campaign_id: campaignId,
  code,
  held_from: from.toISOString(),
  held_until: isoOrNull(until),
});
