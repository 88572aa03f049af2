import type { PlanSource } from "tributary-sdk/words";
import type { Tx } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { commissionValueOf, type CommissionRule } from "../../domain/values/commission.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, type AffiliationId, type CampaignId, type GroupId } from "../../domain/ids.ts";
import { parsePlan, planJson } from "../../domain/plan/plan-json.ts";
import type { Plan } from "../../domain/plan/plan.ts";
import { highestVersion, insertPlan, type StoredPlan } from "../../store/plans/plans.ts";
import type { ActingContext } from "../context.ts";

export function planFrom(json: unknown, currency: Currency): Plan {
  const plan = parsePlan(json, currency);
  if (typeof plan === "string") throw new AppError("invalid_plan", { text: plan });
  return plan;
}

/** A plan without a base takes the campaign's commission. If the request has both, they must be the same. */
export function campaignPlanFrom(
  json: unknown,
  { commission, currency }: Pick<Campaign, "commission" | "currency">,
  given: { commission: boolean },
): Plan {
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  const lacksBase = isObject && (!("base" in json) || json.base === null);
  const plan = planFrom(lacksBase ? { ...json, base: baseOf(commission) } : json, currency);
  if (given.commission && !isSameRule(plan.base, commission))
    throw new AppError("invalid_plan", { text: "plan.base must be equal to commission_type and commission_value." });
  return plan;
}

const baseOf = (rule: CommissionRule) => ({ type: rule.type, value: commissionValueOf(rule) });
const isSameRule = (one: CommissionRule, other: CommissionRule): boolean =>
  one.type === other.type && commissionValueOf(one) === commissionValueOf(other);

/** The JSON form is canonical, so equal plans have equal texts. */
export const isSamePlan = (one: Plan, other: Plan): boolean =>
  one.currency === other.currency && JSON.stringify(planJson(one)) === JSON.stringify(planJson(other));

export interface NewVersion {
  readonly campaignId: CampaignId;
  readonly scope: CampaignId | GroupId | AffiliationId;
  readonly source: PlanSource;
  readonly plan: Plan;
  /** The next one unless given. */
  readonly version?: number;
}

/** The campaign is locked or new, so that no two plans get the same version. */
export async function storeVersion(tx: Tx, context: Omit<ActingContext, "db">, made: NewVersion): Promise<StoredPlan> {
  const { accountId, actor, clock, random } = context;
  const now = clock.now();
  const version = made.version ?? 1 + (await highestVersion(tx, accountId, made.campaignId));
  const id = idOf("plan", random.uuid(now));
  const stored: StoredPlan = { ...made, id, accountId, version, actor, createdAt: now };
  await insertPlan(tx, stored);
  return stored;
}
