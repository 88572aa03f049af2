import { commissionUnder } from "../../domain/plan/calculation.ts";
import { planOfBase } from "../../domain/plan/plan.ts";
import type { Trace } from "../../domain/plan/trace.ts";
import { countFor } from "./counted.ts";
import { couponOf, decideOrder, priceOrder, type Decision, type Priced } from "./decide-order.ts";
import { orderOf, readFacts, type TrackConversion } from "./track-conversion.ts";
import type { MerchantContext } from "../context.ts";

export interface CommissionPreview extends Priced {
  readonly decision: Decision;
  readonly trace: Trace;
}

/** What an order would pay if it were tracked now. Records nothing. */
export async function previewCommission(context: MerchantContext, input: TrackConversion): Promise<CommissionPreview> {
  const { facts, customerKey } = await readFacts(context, input);
  const decision = await decideOrder(context.db, facts, orderOf(context, input, customerKey));
  const priced = priceOrder(decision, await context.db.together((reads) => countFor(reads, decision)));
  return { ...priced, decision, trace: priced.planned?.trace ?? traceOfBase(decision) };
}

function traceOfBase(decision: Decision): Trace {
  const { campaign, order, orderKind: kind } = decision;
  const plan = planOfBase(campaign.commission, campaign.currency);
  return commissionUnder(plan, { ...order, kind, coupon: couponOf(decision), customer: null, ordinal: null }).trace;
}
