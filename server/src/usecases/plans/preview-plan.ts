import type { Campaign } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { moneyOf, type Money } from "../../domain/values/money.ts";
import { commissionUnder, type PlannedOrder } from "../../domain/plan/calculation.ts";
import { monthsAfter } from "../../domain/plan/months.ts";
import type { Trace } from "../../domain/plan/trace.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { readSentFacts, type SentFacts } from "../../store/plans/sent-facts.ts";
import type { MerchantContext } from "../context.ts";
import { campaignPlanFrom } from "./plan-versions.ts";

/** An order to try a plan on, in the campaign's currency. */
export interface ExampleOrder {
  readonly amount: number;
  readonly customer: "new" | "returning";
  /** Of the customer's subscription; undefined: the order belongs to none. */
  readonly month: number | undefined;
  readonly ordinal: number;
  readonly coupon: PlannedOrder["coupon"];
  readonly country: string | null;
  readonly items: readonly { sku: string; category: string | null; quantity: number; amount: number }[];
}

export interface PlanPreview {
  readonly orders: readonly { readonly commission: Money; readonly trace: Trace }[];
  /** Without it, rules on items or customers never pay. */
  readonly shopSends: SentFacts;
}

/** What orders would pay under a plan that is not saved. */
export async function previewPlan(
  { db, accountId, clock }: MerchantContext,
  input: { campaignId: CampaignId; plan: unknown; orders: readonly ExampleOrder[] },
): Promise<PlanPreview> {
  const campaign = orRefuse(await findCampaign(db, accountId, input.campaignId), "campaign_not_found");
  const plan = campaignPlanFrom(input.plan, campaign, { commission: false });
  const orders = input.orders.map((order) => plannedOrder(order, campaign, clock.now()));
  for (const { items, amount } of orders)
    if (items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) > amount.minor)
      throw new AppError("items_exceed_amount");
  return {
    orders: orders.map((order) => commissionUnder(plan, order)),
    shopSends: await readSentFacts(db, { accountId, campaignId: campaign.id }),
  };
}

/** A customer in month 3 of a subscription has paid twice before. */
function plannedOrder(order: ExampleOrder, { currency }: Campaign, firstOrderAt: Date): PlannedOrder {
  const { month = 1 } = order;
  const isNew = order.customer === "new";
  const kinds = { first: "first", later: "renewal" } as const;
  return {
    amount: moneyOf(order.amount, currency),
    items: order.items.map(({ sku, category, quantity, amount }) => {
      return { sku, productId: null, category, quantity, amountMinor: moneyOf(amount, currency).minor };
    }),
    paidAt: monthsAfter(firstOrderAt, month - 1),
    country: order.country,
    kind: order.month === undefined ? "one_off" : kinds[isNew && month === 1 ? "first" : "later"],
    coupon: order.coupon,
    customer: {
      isNew,
      firstOrderAt,
      payments: isNew ? 0 : Math.max(1, month - 1),
      spentMinor: 0n,
      boundToOther: false,
    },
    ordinal: order.ordinal,
  };
}
