import { COUPON_MAX } from "tributary-sdk/limits";
import type { CouponState } from "tributary-sdk/words";
import type { AccountId, AffiliateId, AffiliationId, CampaignId, CouponId } from "./ids.ts";
import { isAtMost, isOneLine, isStorable } from "./values/plain-text.ts";

/** A code that belongs to an affiliate of one campaign. */
export interface Coupon {
  readonly id: CouponId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  /** As the merchant wrote it. */
  readonly code: string;
  readonly folded: string;
  readonly startsAt: Date;
  /** null: active. */
  readonly endsAt: Date | null;
  readonly createdAt: Date;
}

/** A period in which an affiliation held a coupon. */
export interface CouponHolding {
  readonly seq: number;
  readonly affiliationId: AffiliationId;
  readonly affiliateId: AffiliateId;
  readonly from: Date;
  /** null: still. */
  readonly until: Date | null;
}

export const couponStateOf = ({ endsAt }: Pick<Coupon, "endsAt">): CouponState =>
  endsAt === null ? "active" : "ended";

/** Zero-width spaces, soft hyphens, direction marks: people paste them without seeing them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SEPARATORS = /[\p{Zl}\p{Zp}]/u;
/** What lowercasing leaves of İ, the capital of the Turkish i. */
const DOTTED_I = /i\u0307+/gu;

/** A code as it is shown and as it is compared. null: not a code. */
export function parseCouponCode(text: string): Pick<Coupon, "code" | "folded"> | null {
  if (!isAtMost(text, 2 * COUPON_MAX) || !isStorable(text) || !isOneLine(text) || SEPARATORS.test(text)) return null;
  const code = text.replaceAll(INVISIBLE, "").trim();
  const folded = foldCoupon(code);
  return folded !== "" && isAtMost(code, COUPON_MAX) && isAtMost(folded, COUPON_MAX) ? { code, folded } : null;
}

/**
 * Width, ligatures, letter case, invisible characters and surrounding spaces do not matter. JavaScript has no case
 * folding; the way through capitals maps ß and ẞ to ss, and ı and the final ς to what their capitals become.
 */
export function foldCoupon(text: string): string {
  const visible = text.normalize("NFKC").replaceAll(INVISIBLE, "");
  const lower = visible.toLowerCase().toUpperCase().toLowerCase().replaceAll(DOTTED_I, "i");
  return lower.normalize("NFKC").trim();
}
