import type { OrderCampaign } from "./campaign.ts";
import type { ConversionOrigin, WarningSign } from "./conversion.ts";
import { heldCoupon, lacksClick, refuseCoupon } from "./coupon-evidence.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import {
  CLOCK_SKEW_MS,
  type AttributedAffiliation,
  type AttributedClick,
  type AttributedCoupon,
  type BoundCustomer,
  type Evidence,
  type OrderTimes,
} from "./evidence.ts";

export type Attribution = Omit<ConversionOrigin, "rule" | "scalesFixed"> & {
  readonly affiliation: AttributedAffiliation;
  /** Another affiliate's click or code came with the order, but the customer is bound. */
  readonly boundToOther: boolean;
  /** The customer was bound to another affiliate, and this click takes them over. */
  readonly rebinds: boolean;
};

const FAST_SECONDS = 5;

/**
 * Decides which affiliate gets the sale: a valid click or coupon wins over a valid code, and the campaign says which of
 * the two wins. A customer who ordered before stays with their affiliate.
 */
export function attribute(campaign: OrderCampaign, evidence: Evidence, times: OrderTimes): Attribution {
  const missing = nothingFound(evidence);
  if (missing) throw new AppError(missing);
  if (campaign.status === "archived") throw new AppError("campaign_archived");
  const attribution = attributed(campaign, evidence, times);
  if (attribution.affiliation.status !== "active") throw new AppError("affiliate_not_active");
  return attribution;
}

function attributed(campaign: OrderCampaign, evidence: Evidence, times: OrderTimes): Attribution {
  const { customer } = evidence;
  if (typeof customer !== "object" || !binds(customer, times)) return fromEvidence(campaign, evidence, times);
  const brought = broughtBy(campaign, evidence, times);
  if (brought === null) return byBinding(customer, { boundToOther: false });
  if (brought.affiliation.id === customer.affiliation.id) return brought;
  return takesOver(campaign, brought, customer)
    ? { ...brought, rebinds: true }
    : byBinding(customer, { boundToOther: true });
}

/** Orders can arrive late. One that was paid before the customer was bound is not the binding's. */
const binds = ({ binding }: BoundCustomer, { paidAt }: OrderTimes): boolean => paidAt >= binding.boundAt;

/** Only a new click of an active affiliate: shops send the click of the first order with every renewal. */
const takesOver = (
  { rebind }: OrderCampaign,
  { clickedAt, affiliation }: Attribution,
  { binding }: BoundCustomer,
): boolean =>
  rebind === "click" && clickedAt !== null && clickedAt > binding.boundAt && affiliation.status === "active";

/** null if there is no valid click or code. A bound customer needs none. */
function broughtBy(campaign: OrderCampaign, evidence: Evidence, times: OrderTimes): Attribution | null {
  try {
    return fromEvidence(campaign, evidence, times);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const byBinding = ({ affiliation }: BoundCustomer, { boundToOther }: { boundToOther: boolean }): Attribution => ({
  ...withoutClick,
  affiliation,
  attributedBy: "customer",
  boundToOther,
});

const withoutClick = {
  clickId: null,
  clickedAt: null,
  clickExpiresAt: null,
  addressHash: null,
  warningSigns: [],
  coupon: null,
  otherAffiliationId: null,
  boundToOther: false,
  rebinds: false,
} as const satisfies Partial<Attribution>;

/** Checked before any campaign rule, so the caller learns about an unknown click, code or coupon first. */
function nothingFound({ click, code, coupon, customer }: Evidence): ErrorCode | undefined {
  if ([click, code, coupon, customer].some((evidence) => typeof evidence === "object")) return undefined;
  if (click === "missing") return "click_not_found";
  if (code === "missing") return "affiliate_code_not_found";
  return coupon === undefined ? "customer_not_found" : "coupon_not_found";
}

function fromEvidence(campaign: OrderCampaign, evidence: Evidence, times: OrderTimes): Attribution {
  const { click, code, coupon } = evidence;
  const clickRefusal = click === undefined ? undefined : refuseClick(campaign, click, times.paidAt);
  const validClick = typeof click === "object" && clickRefusal === undefined ? click : null;
  const couponRefusal = coupon === undefined ? undefined : refuseCoupon(campaign, evidence, times.paidAt);
  const validCoupon = typeof coupon === "object" && couponRefusal === undefined ? coupon : null;
  if (validClick && isClicks(campaign, { click: validClick, coupon: validCoupon }))
    return byClick(campaign, { ...evidence, click: validClick }, { ...times, rival: validCoupon });
  if (validCoupon) return byCoupon(campaign, evidence, { coupon: validCoupon, click: validClick, ...times });
  if (code === undefined || code === "missing") throw refusalOf(evidence, { clickRefusal, couponRefusal });
  // Unlike a click, a code does not prove a visit before the campaign was paused.
  if (campaign.status === "paused") throw new AppError("campaign_not_active");
  const signs: WarningSign[] = ["code_without_click", ...unknownCoupon(evidence)];
  return { ...withoutClick, affiliation: code, attributedBy: "code", warningSigns: signs };
}

/** Whether a valid click decides, although or because of the coupon that came with it. */
function isClicks(
  campaign: OrderCampaign,
  { click, coupon }: { click: AttributedClick; coupon: AttributedCoupon | null },
): boolean {
  if (coupon === null || coupon.affiliation.id === click.affiliation.id) return true;
  return campaign.evidence === "click" && click.affiliation.status === "active";
}

function refusalOf(
  { click, code, coupon }: Evidence,
  { clickRefusal, couponRefusal }: { clickRefusal: ErrorCode | undefined; couponRefusal: ErrorCode | undefined },
): AppError {
  // What is wrong with a coupon that exists says more than what is wrong with an old click.
  const known = typeof coupon === "object" ? couponRefusal : undefined;
  const refusal = known ?? clickRefusal ?? (code === undefined ? couponRefusal : undefined);
  if (refusal) return new AppError(refusal);
  if (code !== undefined || click !== undefined) return new AppError("affiliate_code_not_found");
  return new AppError("customer_not_found", { text: BOUND_LATER });
}

const BOUND_LATER =
  "This customer's first order in the campaign was paid later. Send click_id, coupon_code or affiliate_code.";

function refuseClick(campaign: OrderCampaign, click: AttributedClick | "missing", paidAt: Date): ErrorCode | undefined {
  if (click === "missing") return "click_not_found";
  if (click.campaignId !== campaign.id) return "click_of_other_campaign";
  const isLater = click.clickedAt.getTime() - paidAt.getTime() > CLOCK_SKEW_MS;
  return isLater || paidAt >= click.expiresAt ? "outside_attribution_window" : undefined;
}

function byClick(
  campaign: OrderCampaign,
  evidence: Evidence & { readonly click: AttributedClick },
  { now, clockStands, rival }: OrderTimes & { rival: AttributedCoupon | null },
): Attribution {
  const { click, code } = evidence;
  const held = heldCoupon(campaign, evidence);
  const isOwn = held?.affiliation.id === click.affiliation.id;
  const signs: WarningSign[] = [];
  if (code !== undefined && (code === "missing" || code.id !== click.affiliation.id))
    signs.push("code_and_click_disagree");
  if (rival && !isOwn) signs.push("click_and_coupon_disagree");
  const elapsedMs = now.getTime() - click.clickedAt.getTime();
  const isUnknown = clockStands === true && elapsedMs === 0;
  if (elapsedMs < FAST_SECONDS * 1000 && !isUnknown) signs.push("fast_conversion");
  if (click.addressSeen) signs.push("shared_address");
  const coupon = isOwn ? held : rival;
  return {
    ...withoutClick,
    affiliation: click.affiliation,
    attributedBy: "click",
    clickId: click.id,
    clickedAt: click.clickedAt,
    clickExpiresAt: click.expiresAt,
    addressHash: click.addressHash,
    warningSigns: [...signs, ...unknownCoupon(evidence)],
    coupon: coupon && { id: coupon.id, code: coupon.code },
    otherAffiliationId: rival && !isOwn ? rival.affiliation.id : null,
  };
}

interface Decided {
  readonly coupon: AttributedCoupon;
  /** A valid click on another affiliate's link. */
  readonly click: AttributedClick | null;
  readonly paidAt: Date;
}

function byCoupon(campaign: OrderCampaign, evidence: Evidence, { coupon, click, paidAt }: Decided): Attribution {
  const code = typeof evidence.code === "object" ? evidence.code : null;
  const other: AttributedAffiliation | null = click ? click.affiliation : code;
  // An affiliate who is not active could not get the order anyway.
  const isDisputed = other !== null && other.id !== coupon.affiliation.id && other.status === "active";
  const signs: WarningSign[] = [];
  if (isDisputed) signs.push("click_and_coupon_disagree");
  if (lacksClick(campaign, evidence, paidAt)) signs.push("coupon_without_click");
  return {
    ...withoutClick,
    affiliation: coupon.affiliation,
    attributedBy: "coupon",
    warningSigns: signs,
    coupon: { id: coupon.id, code: coupon.code },
    otherAffiliationId: isDisputed && click ? click.affiliation.id : null,
  };
}

const unknownCoupon = ({ coupon }: Evidence): WarningSign[] => (coupon === "missing" ? ["coupon_unknown"] : []);
