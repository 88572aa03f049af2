import { parseId, type CampaignId } from "../domain/ids.ts";
import { monthsAfter } from "../domain/plan/months.ts";
import { planReturns, type Bought } from "./refunds.ts";
import type { Order, Stage } from "./stage.ts";

/** The share of subscribers who cancel each month. */
const CANCELLED = 0.1;

interface Renewing {
  readonly orderNumbers: { next(): string };
  readonly orders: Bought[];
  readonly campaignId: CampaignId;
}

/**
 * The shop charges subscribers once a month and reports that without a click: the customer is known from the first
 * order.
 */
export function planRenewals(stage: Stage, first: Order, { orderNumbers, orders, campaignId }: Renewing): void {
  const begun = stage.calendar.now();
  const { click_id: _click, affiliate_code: _code, coupon_code: _coupon, ...order } = first;
  const renew = async (month: number): Promise<void> => {
    const renewal = { ...order, external_id: orderNumbers.next() };
    const id = parseId("conversion", (await stage.track(renewal)) ?? "");
    if (id) {
      const bought = {
        id,
        campaignId,
        externalId: renewal.external_id,
        boughtAt: stage.calendar.now(),
        amount: order.amount,
      };
      orders.push(bought);
      planReturns(stage, bought);
    }
    planNext(month + 1);
  };
  const planNext = (month: number): void => {
    if (stage.dice.happens(CANCELLED)) return;
    stage.calendar.plan(monthsAfter(begun, month).getTime(), () => renew(month));
  };
  planNext(1);
}
