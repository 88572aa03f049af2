import { parseId, type ConversionId } from "../domain/ids.ts";
import { clawBackConversion } from "../usecases/conversions/claw-back-conversion.ts";
import {
  approveConversion,
  rejectConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../usecases/conversions/change-conversion.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./calendar.ts";
import { couponOf, type DemoCoupons } from "./coupons.ts";
import { Deck, type Dice } from "./dice.ts";
import type { Partners } from "./partners.ts";
import { planReturns, type Bought } from "./refunds.ts";
import { fillBasket } from "./shelf.ts";
import { unlessRefused, type Order, type Stage } from "./stage.ts";
import { planRenewals } from "./subscriptions.ts";
import type { Visit } from "./traffic.ts";

/**
 * How long after the click customers order, out of 80: most right away, many within a few days. A hasty order follows
 * within seconds; one that is too late, after the attribution window has ended.
 */
const DELAYS = { soon: 50, later: 27, hasty: 2, tooLate: 1 };
/**
 * What the backend sends, out of 50 orders: sometimes it knows only the affiliate's code, or sends one that does not
 * match the click.
 */
const EVIDENCE = { click: 46, codeOnly: 3, otherCode: 1 };
/** Irregular orders, as shares of all orders. */
const ODDS = {
  /** The backend retries after a lost response. */
  repeated: 0.01,
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

/** What is irregular about orders. */
export class Habits {
  readonly delays: Deck<keyof typeof DELAYS>;
  readonly evidence: Deck<keyof typeof EVIDENCE>;

  constructor(dice: Dice) {
    this.delays = new Deck(dice, DELAYS);
    this.evidence = new Deck(dice, EVIDENCE);
  }
}

export interface Shopping {
  readonly habits: Habits;
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
    if (!visit.clickId || !(dice.happens(part.rate) || visit.buys)) continue;
    const atMs = visit.clickedMs + delayMs(stage, part.windowDays, shopping.habits);
    calendar.plan(atMs, () => placeOrder(stage, visit, shopping));
  }
}

function delayMs({ dice }: Stage, windowDays: number, { delays }: Habits): number {
  const delay = delays.deal();
  if (delay === "hasty") return 3_000;
  if (delay === "tooLate") return (windowDays + dice.between(0.1, 4)) * DAY_MS;
  return delay === "soon" ? dice.between(3, 50) * MINUTE_MS : dice.between(0.2, 6) * DAY_MS;
}

async function placeOrder(stage: Stage, visit: Visit, shopping: Shopping): Promise<void> {
  const { orderNumbers, orders, coupons } = shopping;
  const { dice, calendar } = stage;
  const { part, campaign } = visit.placement.running;
  const number = orderNumbers.next();
  const order: Order = {
    campaign_id: campaign.id,
    ...(couponOf(coupons, visit) ?? attribution(stage, visit, shopping)),
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
  const bought = {
    id,
    campaignId: campaign.id,
    externalId: order.external_id,
    boughtAt: calendar.now(),
    amount,
    items,
  };
  orders.push(bought);
  planReturns(stage, bought);
  if (part.isSubscription) planRenewals(stage, order, { orderNumbers, orders, campaignId: campaign.id });
}

function attribution(
  { dice }: Stage,
  { clickId, placement }: Visit,
  { partners, habits }: Shopping,
): Pick<Order, "click_id" | "affiliate_code"> {
  const evidence = habits.evidence.deal();
  if (clickId === null || evidence === "codeOnly") return { affiliate_code: placement.affiliation.code };
  if (evidence === "click") return { click_id: clickId };
  const others = [...partners.values()]
    .flatMap((partner) => partner.placements)
    .filter((other) => other !== placement && other.running === placement.running);
  const other = dice.pickByWeight(others, () => 1);
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

const REVIEW_DAYS = new Set([2, 5]);

/** The merchant reviews on Tuesdays and Fridays at 9:30. */
function reviewAfter({ dice }: Stage, ms: number): number {
  let midnightMs = Math.ceil(ms / DAY_MS) * DAY_MS;
  while (!REVIEW_DAYS.has(new Date(midnightMs).getUTCDay())) midnightMs += DAY_MS;
  return midnightMs + 9.5 * HOUR_MS + dice.whole(0, 40) * 20_000;
}
