import type { CampaignStatus, CouponNeedsClick, EvidenceOrder, Rebind, Visibility } from "tributary-sdk/words";
import type { CommissionRule } from "./values/commission.ts";
import type { Currency } from "./values/currency.ts";
import { AppError } from "./errors.ts";
import type { AccountId, CampaignId, PlanId } from "./ids.ts";
import { recount, type Money } from "./values/money.ts";

export { campaignStatuses, visibilities, type CampaignStatus, type Visibility } from "tributary-sdk/words";

export const campaignTypes = ["CPA"] as const;
export type CampaignType = (typeof campaignTypes)[number];

export interface Campaign {
  readonly id: CampaignId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly slug: string;
  readonly targetUrl: string;
  readonly type: CampaignType;
  readonly status: CampaignStatus;
  readonly visibility: Visibility;
  readonly commission: CommissionRule;
  /** Whether a partial refund lowers a fixed commission. */
  readonly scalesFixed: boolean;
  /** The current version of its plan, whose base is `commission`. null: every order pays the commission. */
  readonly planId: PlanId | null;
  /** Whether another affiliate's click takes over a customer. */
  readonly rebind: Rebind;
  /** What decides if a click and a coupon point to different affiliates. */
  readonly evidence: EvidenceOrder;
  /** What happens to orders with a coupon, but without a click on its holder's link. */
  readonly couponNeedsClick: CouponNeedsClick;
  /** How many days before the order that click may be. */
  readonly couponClickDays: number;
  readonly currency: Currency;
  readonly attributionWindowDays: number;
  readonly maturationDays: number;
  /** null: no limit. */
  readonly maxBudgetMinor: bigint | null;
  readonly currentSpendMinor: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What tracking an order reads of its campaign. */
export type OrderCampaign = Pick<
  Campaign,
  | "id"
  | "accountId"
  | "status"
  | "commission"
  | "scalesFixed"
  | "planId"
  | "rebind"
  | "evidence"
  | "couponNeedsClick"
  | "couponClickDays"
  | "currency"
  | "maturationDays"
  | "maxBudgetMinor"
>;

export type CampaignChange = Partial<
  Pick<
    Campaign,
    | "name"
    | "targetUrl"
    | "type"
    | "status"
    | "visibility"
    | "commission"
    | "scalesFixed"
    | "planId"
    | "rebind"
    | "evidence"
    | "couponNeedsClick"
    | "couponClickDays"
    | "currency"
    | "attributionWindowDays"
    | "maturationDays"
    | "maxBudgetMinor"
  >
>;

/** Applies the change. If the currency changes, amounts that the change does not set keep their major value. */
export function changeCampaign(
  campaign: Campaign,
  change: CampaignChange,
  facts: { now: Date; hasConversions: boolean },
): Campaign {
  const currency = change.currency ?? campaign.currency;
  if (currency !== campaign.currency && facts.hasConversions) throw new AppError("currency_fixed");
  const inNewCurrency = (money: Money): Money => (money.currency === currency ? money : recount(money, currency));
  const commission = change.commission ?? campaign.commission;
  const kept = campaign.maxBudgetMinor;
  const keptBudget = kept === null ? null : inNewCurrency({ minor: kept, currency: campaign.currency }).minor;
  return {
    ...campaign,
    ...change,
    commission: commission.type === "fixed" ? { type: "fixed", fixed: inNewCurrency(commission.fixed) } : commission,
    maxBudgetMinor: change.maxBudgetMinor === undefined ? keptBudget : change.maxBudgetMinor,
    updatedAt: facts.now,
  };
}

const SLUG_MAX = 60;

/** `Frühling & Söhne` → `fruhling-sohne`. If another campaign in the account has the slug, a number is appended. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "campaign" : slug;
}
