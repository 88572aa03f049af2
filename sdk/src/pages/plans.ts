import type { CommissionLine, CommissionPlan } from "../plan-format.ts";
import type { ConversionKind, PlanSource, Rebind } from "../words.ts";

/** A plan and where it comes from. */
export interface DecidingPlan {
  source: PlanSource;
  plan: CommissionPlan;
  /** null: the campaign has no plan, so every order pays its base. */
  plan_version: number | null;
}

/** Whom a new version of a plan is for. */
export interface PlanAffects {
  /** Active affiliates whose orders the plan decides. */
  affiliates: number;
  /** Their customers who are bound under one of its versions, and keep it. */
  bound_customers: number;
  /** Their customers who are bound under another plan. The new version applies to them. */
  other_customers: number;
}

/** GET campaigns/:id/plan · response of PUT campaigns/:id/plan. With `group_id`, `affects` is about a plan of the group. */
export interface CampaignPlanResponse {
  campaign: { id: string; name: string; currency: string };
  /** Without a plan: only the base. */
  plan: CommissionPlan;
  plan_version: number | null;
  rebind: Rebind;
  affects: PlanAffects;
}
/** PUT campaigns/:id/plan. 400 `invalid_plan` names the path. */
export interface SetPlanBody {
  plan: CommissionPlan;
  rebind?: Rebind;
}

/** GET campaigns/:id/plan/versions: newest first, at most 100. */
export interface PlanVersionsResponse {
  versions: {
    version: number;
    source: PlanSource;
    /** The group or the affiliate that it was for; null for the campaign. */
    for: string | null;
    plan: CommissionPlan;
    created_at: string;
    actor_name: string | null;
  }[];
}

/** An order to try a plan on. */
export interface ExampleOrder {
  amount: number;
  /** Default: new. */
  customer?: "new" | "returning";
  /** Months since the customer's first order; the first month is 1. */
  month?: number;
  /** The number of the affiliate's order in the month. Default: 1. */
  ordinal?: number;
  /** Whether the affiliate's own coupon was used. Default: none. */
  coupon?: "own" | "none";
  /** ISO 3166-1 alpha-2. */
  country?: string;
  items?: { sku: string; category?: string; quantity: number; amount: number }[];
}
/** POST campaigns/:id/plan/preview: what orders would pay under a plan that is not saved. */
export interface PlanPreviewBody {
  plan: CommissionPlan;
  /** 1 to 10. */
  orders: ExampleOrder[];
}
export interface PlanPreviewResponse {
  orders: { commission: number; lines: CommissionLine[] }[];
  /** Whether the campaign's latest orders came with items and customers. True without orders. */
  shop_sends: { items: boolean; customers: boolean };
}

/** Affiliations of one campaign that share a plan. */
export interface GroupRow {
  id: string;
  name: string;
  /** null: the campaign's. */
  plan: CommissionPlan | null;
  plan_version: number | null;
  affiliates: number;
  conversions: number;
  revenue: number;
  commission: number;
}
/** GET campaigns/:id/groups */
export interface GroupsResponse {
  groups: GroupRow[];
  /** The figures of affiliates without a group. */
  without_group: Omit<GroupRow, "id" | "name" | "plan" | "plan_version">;
  currency: string;
  /** Active affiliates of the campaign, at most 500, by name. */
  affiliates: {
    affiliation_id: string;
    affiliate_id: string;
    name: string;
    group_id: string | null;
    override: boolean;
  }[];
  affiliates_total: number;
}
/** POST campaigns/:id/groups · PATCH campaigns/:id/groups/:group_id. Response of both: `GroupResponse`. */
export interface GroupBody {
  name?: string;
  /** null: the campaign's. */
  plan?: CommissionPlan | null;
}
export interface GroupResponse {
  group: { id: string; name: string; plan: CommissionPlan | null; plan_version: number | null };
}
/** POST campaigns/:id/groups/move: at most 100 affiliates at once. null: out of their group. Response: how many moved. */
export interface MoveToGroupBody {
  group_id: string | null;
  affiliate_ids: string[];
}
export interface MovedResponse {
  moved: number;
}

/** GET affiliates/:affiliation_id/plan · response of PUT and DELETE, which set and remove the override. */
export interface AffiliatePlanResponse extends DecidingPlan {
  campaign: { id: string; name: string; currency: string };
  group: { id: string; name: string } | null;
  groups: { id: string; name: string }[];
  /** What applies without the override. */
  without_override: DecidingPlan;
  /** For a plan of their own. */
  affects: PlanAffects;
}

/** How a conversion's commission was calculated. Absent without a plan. */
export interface PlannedConversion {
  kind?: ConversionKind | undefined;
  plan_version?: number | undefined;
  lines?: CommissionLine[] | undefined;
  /** `customer 7f3a91c2` */
  customer?: string | undefined;
}

/** In `PortalCampaignResponse`: the plan that decides for the affiliate. */
export interface OwnPlan {
  plan: CommissionPlan;
  /** The affiliate's counted orders of this UTC month. */
  orders_this_month: number;
  /** Approved ones, for bonuses. */
  approved_this_month: number;
  /** The newest customers, at most 20. `pays_until` is null if they pay without an end, or no longer. */
  customers: {
    customer: string;
    bound_at: string;
    /** null in a free trial, and after any other free order. */
    first_order_at: string | null;
    payments: number;
    pays: "always" | "until" | "months" | "payments_left" | "no_more";
    pays_until: string | null;
    /** From the first order, which is still to come. */
    pays_months: number | null;
    payments_left: number | null;
  }[];
  customers_total: number;
}
