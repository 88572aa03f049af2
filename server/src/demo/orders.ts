import { idOf, parseId, type ConversionId } from "../domain/ids.ts";
import { clawBackConversion } from "../usecases/conversions/claw-back-conversion.ts";
import {
  approveConversion,
  rejectConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../usecases/conversions/change-conversion.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./calendar.ts";
import { couponOf, type DemoCoupons } from "./coupons.ts";
import { placementOf, type Partners } from "./partners.ts";
import { planReturns, type Bought } from "./refunds.ts";
import { fillBasket } from "./shelf.ts";
import { unlessRefused, type Order, type Stage } from "./stage.ts";
import { planRenewals } from "./subscriptions.ts";
import type { Visit } from "./traffic.ts";

/** Irregular orders, as shares of all orders. */
const ODDS = {
  /** The order follows the click within seconds. */
  hasty: 0.02,
  /** The backend knows only the affiliate's code. */
  codeOnly: 0.06,
  /** The backend sends a code that does not match the click. */
  otherCode: 0.015,
  /** The backend retries after a lost response. */
  repeated: 0.01,
  /** The customer returns after the attribution window has ended. */
  tooLate: 0.012,
  rejected: 0.06,
  restored: 0.15,
  forgotten: 0.03,
  clawedBack: 0.02,
};
const REASONS = ["Order returned.", "Order cancelled before it was sent.", "Payment failed.", "Test order."] as const;
const CLAWED_BACK = ["Returned after the withdrawal period.", "Paid with a stolen card."] as const;

/** Sequential order numbers, as a shop assigns them. */
export class OrderNumbers {
  #last = 20_400;

  next(): string {
    this.#last += 1;
    return `DS-${this.#last}`;
  }
}

export interface Shopping {
  readonly partners: Partners;
  readonly orderNumbers: OrderNumbers;
  readonly orders: Bought[];
  readonly coupons: DemoCoupons;
}

/** Which of the day's visitors buy, and when. */
export function planOrders(stage: Stage, visits: readonly Visit[], shopping: Shopping): void {
  const { calendar, dice } = stage;
  for (const visit of visits) {
    const { part } = visit.placement.running;
    if (!visit.clickId || !dice.happens(part.rate)) continue;
    const atMs = visit.clickedMs + delayMs(stage, part.windowDays);
    calendar.plan(atMs, () => placeOrder(stage, visit, shopping));
  }
}

/** Most right away, many within a few days, a few too late. */
function delayMs({ dice }: Stage, windowDays: number): number {
  if (dice.happens(ODDS.hasty)) return 3_000;
  if (dice.happens(ODDS.tooLate)) return (windowDays + dice.between(0.1, 4)) * DAY_MS;
  return dice.happens(0.65) ? dice.between(3, 50) * MINUTE_MS : dice.between(0.2, 6) * DAY_MS;
}

async function placeOrder(
  stage: Stage,
  visit: Visit,
  { partners, orderNumbers, orders, coupons }: Shopping,
): Promise<void> {
  const { dice, calendar } = stage;
  const { part, campaign } = visit.placement.running;
  const number = orderNumbers.next();
  const order: Order = {
    campaign_id: campaign.id,
    ...(couponOf(coupons, visit) ?? attribution(stage, visit, partners)),
    external_id: number,
    ...fillBasket(part, dice),
    currency: part.currency,
    ...(part.isSubscription && { customer_id: `customer of ${number}`, subscription_id: `SUB-${number}` }),
  };
  const tracked = await stage.track(order);
  if (dice.happens(ODDS.repeated))
    calendar.plan(calendar.now().getTime() + 40_000, async () => void (await stage.track(order)));
  const id = parseId("conversion", tracked ?? "");
  if (!id) return;
  planDecision(stage, id, visit);
  const { amount, items = [] } = order;
  const bought = { id, campaignId: campaign.id, externalId: order.external_id, amount, items };
  orders.push(bought);
  planReturns(stage, bought);
  if (part.isSubscription) planRenewals(stage, order, { orderNumbers, orders, campaignId: campaign.id });
}

function attribution(
  { dice }: Stage,
  { clickId, placement }: Visit,
  partners: Partners,
): Pick<Order, "click_id" | "affiliate_code"> {
  if (clickId === null || dice.happens(ODDS.codeOnly)) return { affiliate_code: placement.affiliation.code };
  if (!dice.happens(ODDS.otherCode)) return { click_id: clickId };
  const others = [...partners.values()].flatMap((partner) => partner.placements);
  const other = dice.pickByWeight(others, ({ running }) => (running === placement.running ? 1 : 0));
  return { click_id: clickId, affiliate_code: other?.affiliation.code ?? placement.affiliation.code };
}

function planDecision(stage: Stage, id: ConversionId, { placement }: Visit): void {
  const { calendar, dice, merchant } = stage;
  const { maturationDays, autoApproves } = placement.running.part;
  const nowMs = calendar.now().getTime();
  if (dice.happens(ODDS.rejected)) return planRejection(stage, id);
  if (dice.happens(ODDS.forgotten)) return;
  const maturesMs = nowMs + maturationDays * DAY_MS;
  if (dice.happens(ODDS.clawedBack)) {
    const reason = dice.pick(CLAWED_BACK);
    calendar.plan(maturesMs + dice.between(2, 25) * DAY_MS, () =>
      unlessRefused(() => clawBackConversion(merchant, { id, reason })),
    );
  }
  if (autoApproves) return;
  calendar.plan(reviewAfter(stage, nowMs + dice.between(2, 9) * DAY_MS), () =>
    unlessRefused(() => approveConversion(merchant, { id })),
  );
}

/** Rejects a conversion during the hold period, and sometimes undoes that. */
function planRejection(stage: Stage, id: ConversionId): void {
  const { calendar, dice, merchant } = stage;
  const atMs = calendar.now().getTime() + dice.between(0.5, 5) * DAY_MS;
  const reason = dice.pick(REASONS);
  const reject = dice.happens(0.5) ? rejectConversion : rejectConversionAsMember;
  calendar.plan(atMs, () => unlessRefused(() => reject(merchant, { id, reason })));
  if (!dice.happens(ODDS.restored)) return;
  calendar.plan(atMs + DAY_MS, () => unlessRefused(() => unrejectConversion(merchant, { id })));
  calendar.plan(reviewAfter(stage, atMs + 3 * DAY_MS), () => unlessRefused(() => approveConversion(merchant, { id })));
}

const MISTAKES_SINCE_DAYS = 85;

/** Occasional backend mistakes. Failed requests are kept for 90 days, so the demo shows some. */
export function planMistakes(stage: Stage, { partners, orderNumbers }: Shopping): void {
  const { calendar, dice, services, endMs } = stage;
  for (let daysAgo = MISTAKES_SINCE_DAYS; daysAgo > 0; daysAgo -= dice.between(1, 6))
    calendar.plan(endMs - daysAgo * DAY_MS, async () => {
      const suspended = placementOf(partners, "Coupon Comet", "Whole Shop");
      const archived = placementOf(partners, "Deal Otter", "Launch Offer");
      const placement = dice.happens(0.5) ? suspended : archived;
      if (!placement) return;
      const { campaign, part } = placement.running;
      const unknown = idOf("click", services.random.uuid(calendar.now()));
      const by = dice.happens(0.5) ? { click_id: unknown } : { affiliate_code: placement.affiliation.code };
      const amount = Math.round(part.basket * 100) / 100;
      await stage.track({
        campaign_id: campaign.id,
        ...by,
        external_id: orderNumbers.next(),
        amount,
        currency: part.currency,
      });
    });
}

const REVIEW_DAYS = new Set([2, 5]);

/** The merchant reviews on Tuesdays and Fridays at 9:30. */
function reviewAfter({ dice }: Stage, ms: number): number {
  let midnightMs = Math.ceil(ms / DAY_MS) * DAY_MS;
  while (!REVIEW_DAYS.has(new Date(midnightMs).getUTCDay())) midnightMs += DAY_MS;
  return midnightMs + 9.5 * HOUR_MS + dice.whole(0, 40) * 20_000;
}
