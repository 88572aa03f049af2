import type { AffiliationStatus } from "./affiliation.ts";
import type { OrderCampaign } from "./campaign.ts";
import type { ConversionOrigin, WarningSign } from "./conversion.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import type { Binding } from "./customer.ts";
import type { AffiliateId, AffiliationId, CampaignId, ClickId, GroupId, PlanId } from "./ids.ts";

export interface AttributedAffiliation {
  readonly id: AffiliationId;
  readonly affiliateId: AffiliateId;
  readonly status: AffiliationStatus;
  readonly overridePlanId: PlanId | null;
  readonly groupId: GroupId | null;
}
/** A customer who ordered before. */
export interface BoundCustomer {
  readonly binding: Binding;
  readonly affiliation: AttributedAffiliation;
}
/** A click in the caller's account, in any campaign. */
export interface AttributedClick {
  readonly id: ClickId;
  readonly campaignId: CampaignId;
  readonly clickedAt: Date;
  readonly expiresAt: Date;
  readonly affiliation: AttributedAffiliation;
  /** The hash key changes daily, so equal hashes mean the same address on the same day. */
  readonly addressHash: Buffer | null;
  /** Whether another click from the same address led to a conversion in this account that day. */
  readonly addressSeen: boolean;
}
/** The caller's click and code after lookup. `missing`: given but not found. undefined: not given. */
export interface Evidence {
  readonly click: AttributedClick | "missing" | undefined;
  readonly code: AttributedAffiliation | "missing" | undefined;
  /** `missing`: a customer's first order. */
  readonly customer: BoundCustomer | "missing" | undefined;
}
export type Attribution = Omit<ConversionOrigin, "rule" | "scalesFixed"> & {
  readonly affiliation: AttributedAffiliation;
  /** Another affiliate's click or code came with the order, but the customer is bound. */
  readonly boundToOther: boolean;
  /** The customer was bound to another affiliate, and this click takes them over. */
  readonly rebinds: boolean;
};

/** The order as of now, and as of when it was paid. */
export interface OrderTimes {
  readonly now: Date;
  readonly paidAt: Date;
}

const FAST_SECONDS = 5;
/** How far a shop's clock may be behind. */
const CLOCK_SKEW_MS = 10 * 60_000;

/**
 * Decides which affiliate gets the sale: a valid click wins over a valid code. A customer who ordered before stays with
 * their affiliate.
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
  if (customer === undefined || customer === "missing") return fromEvidence(campaign, evidence, times);
  const brought = broughtBy(campaign, evidence, times);
  if (brought === null) return byBinding(customer, { boundToOther: false });
  if (brought.affiliation.id === customer.affiliation.id) return brought;
  return takesOver(campaign, brought, customer)
    ? { ...brought, rebinds: true }
    : byBinding(customer, { boundToOther: true });
}

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
  affiliation,
  attributedBy: "customer",
  clickId: null,
  clickedAt: null,
  clickExpiresAt: null,
  addressHash: null,
  warningSigns: [],
  boundToOther,
  rebinds: false,
});

/** Checked before any campaign rule, so the caller learns about an unknown click or code first. */
function nothingFound({ click, code, customer }: Evidence): ErrorCode | undefined {
  const found = [click, code, customer].some((evidence) => evidence !== undefined && evidence !== "missing");
  if (found) return undefined;
  if (click === "missing") return "click_not_found";
  return code === "missing" ? "affiliate_code_not_found" : "customer_not_found";
}

function fromEvidence(campaign: OrderCampaign, { click, code }: Evidence, { now, paidAt }: OrderTimes): Attribution {
  const clickRefusal = click === undefined ? undefined : refuseClick(campaign, click, paidAt);
  if (click !== undefined && click !== "missing" && clickRefusal === undefined) return byClick(click, code, now);
  if (code === undefined || code === "missing") throw new AppError(clickRefusal ?? "affiliate_code_not_found");
  // Unlike a click, a code does not prove a visit before the campaign was paused.
  if (campaign.status === "paused") throw new AppError("campaign_not_active");
  return {
    affiliation: code,
    attributedBy: "code",
    clickId: null,
    clickedAt: null,
    clickExpiresAt: null,
    addressHash: null,
    warningSigns: ["code_without_click"],
    boundToOther: false,
    rebinds: false,
  };
}

function refuseClick(campaign: OrderCampaign, click: AttributedClick | "missing", paidAt: Date): ErrorCode | undefined {
  if (click === "missing") return "click_not_found";
  if (click.campaignId !== campaign.id) return "click_of_other_campaign";
  const isLater = click.clickedAt.getTime() - paidAt.getTime() > CLOCK_SKEW_MS;
  return isLater || paidAt >= click.expiresAt ? "outside_attribution_window" : undefined;
}

function byClick(click: AttributedClick, code: Evidence["code"], now: Date): Attribution {
  const signs: WarningSign[] = [];
  if (code !== undefined && (code === "missing" || code.id !== click.affiliation.id))
    signs.push("code_and_click_disagree");
  if (now.getTime() - click.clickedAt.getTime() < FAST_SECONDS * 1000) signs.push("fast_conversion");
  if (click.addressSeen) signs.push("shared_address");
  return {
    affiliation: click.affiliation,
    attributedBy: "click",
    clickId: click.id,
    clickedAt: click.clickedAt,
    clickExpiresAt: click.expiresAt,
    addressHash: click.addressHash,
    warningSigns: signs,
    boundToOther: false,
    rebinds: false,
  };
}
