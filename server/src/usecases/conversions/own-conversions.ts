import { orRefuse } from "../../domain/errors.ts";
import { explain, type Explanation } from "../../domain/explanation.ts";
import type { ConversionId } from "../../domain/ids.ts";
import type { Plan } from "../../domain/plan/plan.ts";
import {
  findConversionOfPerson,
  findSub,
  ownConversionList,
  type OwnConversion,
  type OwnConversionFilter,
} from "../../store/conversions/own-conversions.ts";
import { findPlan } from "../../store/plans/plans.ts";
import type { AffiliateContext } from "../context.ts";
import { pagesOf, type PageReader } from "../listing.ts";
import { readOrderStory, type OrderStory, type Step } from "./history.ts";

export type { OwnConversion, OwnConversionFilter } from "../../store/conversions/own-conversions.ts";

export const listOwnConversions: PageReader<AffiliateContext, OwnConversionFilter, OwnConversion> =
  pagesOf(ownConversionList);

export interface OwnConversionStory extends Omit<OrderStory, "history"> {
  readonly own: OwnConversion;
  readonly sub: string | null;
  readonly explanation: Explanation;
  /** The version that decided; null: no plan did. */
  readonly plan: Plan | null;
  /** Affiliates do not see which member acted. */
  readonly history: readonly Omit<Step, "actor">[];
}

export async function getOwnConversion(
  { db, userId }: AffiliateContext,
  id: ConversionId,
): Promise<OwnConversionStory> {
  const own = orRefuse(await findConversionOfPerson(db, userId, id), "conversion_not_found");
  const { conversion } = own;
  const { accountId, planned } = conversion;
  const [sub, story, decided] = await Promise.all([
    findSub(db, conversion),
    readOrderStory(db, conversion),
    planned && findPlan(db, accountId, planned.planId),
  ]);
  return { own, sub, explanation: explain(conversion), plan: decided?.plan ?? null, ...story };
}
