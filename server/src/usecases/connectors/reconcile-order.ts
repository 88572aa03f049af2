import type { ProviderName } from "tributary-sdk/words";
import { fold, type WantedOrder } from "../../domain/connectors/fold.ts";
import { noOutcome, type Outcome } from "../../domain/connectors/receipt.ts";
import { findConnectorEvenDeleted } from "../../store/connectors/connectors.ts";
import { readOrderFacts } from "../../store/connectors/facts.ts";
import { queueOrders } from "../../store/connectors/order-queue.ts";
import { findShopOrder, type SameCustomer } from "../../store/connectors/shop-orders.ts";
import type { MerchantContext } from "../context.ts";
import { alignOrder, refundsOf, type RecordedOrder } from "./align-order.ts";
import { attributeOrder } from "./attribute-order.ts";
import { findEvidence } from "./choose-campaign.ts";
import { waitsForMore } from "./waits-for-more.ts";

export interface Reconciled {
  readonly outcome: Outcome;
  /** Whether it waits for the text of a coupon, or for another event that can change who gets it. */
  readonly waits: boolean;
  /** Whose other orders may have an affiliate now. */
  readonly bound: SameCustomer | null;
  /** Why some of it could not be recorded, as one sentence. */
  readonly problem: string | null;
}

export interface Run {
  readonly mayWait: boolean;
  /** The order was decided before without a text that it names, so it does not wait for it again. */
  readonly isRetry?: boolean;
  /** Orders that an affiliate got just now. */
  readonly settled?: ReadonlySet<string>;
}

/** Brings what is recorded about an order in line with everything that is known about it. Running it again changes nothing. */
export async function reconcileOrder(
  context: MerchantContext,
  orderId: string,
  { mayWait, isRetry = false, settled: before = new Set() }: Run,
): Promise<Reconciled> {
  const { db, accountId } = context;
  const settled = (outcome: Partial<Outcome>): Reconciled => ({
    outcome: { ...noOutcome, orderId, ...outcome },
    waits: false,
    bound: null,
    problem: null,
  });
  const known = await readOrderFacts(db, accountId, orderId);
  if (!known) return settled({ orderId: null });
  const { provider } = known;
  const connector = await findConnectorEvenDeleted(db, accountId, known.connectorId);
  if (!connector) throw new Error(`Connector ${known.connectorId} is missing.`);
  const recorded = await findShopOrder(db, accountId, { source: provider, externalId: orderId });
  const base = recorded?.commissionBase ?? connector.commissionBase;
  const refunds = recorded && isAttributed(recorded) ? await refundsOf(context, recorded, provider) : [];
  const payment = known.isCountedElsewhere ? { ...known.payment, cancelled: true } : known.payment;
  const wanted = fold({ ...known, payment, recorded: refunds }, base);
  const { paidAt } = wanted;
  if (recorded && isAttributed(recorded)) {
    const problem = await align(context, recorded, { wanted, provider });
    const { conversionId, customerKey, paidAt: since } = recorded;
    // A process may have died after it recorded this order, and before it tried the customer's other ones.
    return {
      ...settled({ conversionId }),
      bound: { customerKey, subscriptionId: wanted.subscriptionId, since },
      problem,
    };
  }
  if (paidAt === null) return settled({ reason: "not_paid" });
  if (known.isCountedElsewhere) return settled({ reason: "counted_by_invoice" });
  const waiting = { ...settled({}), waits: true };
  if (wanted.waitsForCoupon && mayWait && !isRetry) return waiting;
  const paid = { provider, connector, base, wanted, paidAt, recorded };
  const evidence = await findEvidence(context, paid);
  if (mayWait && (await waitsForMore(context, { provider, wanted, evidence, settled: before }))) return waiting;
  const { conversionId, reason, customerKey } = await attributeOrder(context, paid, evidence);
  if (reason === "click_not_recorded_yet") await tryAgainLater(context, orderId);
  const order = conversionId && (await findShopOrder(db, accountId, { source: provider, externalId: orderId }));
  const isRecorded = order && isAttributed(order);
  const problem = isRecorded ? await align(context, order, { wanted, provider }) : null;
  const { subscriptionId } = wanted;
  const bound = reason === null ? { customerKey, subscriptionId, since: paidAt } : null;
  return { ...settled({ conversionId, reason }), bound, problem };
}

const PAUSE_MS = 60_000;

/** Until the click is recorded, or the redirector that may have it is given up. */
async function tryAgainLater({ db, accountId, wallClock }: MerchantContext, orderId: string): Promise<void> {
  const at = new Date(wallClock.now().getTime() + PAUSE_MS);
  await db.transaction((tx) => queueOrders(tx, accountId, { orders: [orderId], at }));
}

/** Returns what could not be brought in line, as one sentence. */
async function align(
  context: MerchantContext,
  order: RecordedOrder,
  { wanted, provider }: { wanted: WantedOrder; provider: ProviderName },
): Promise<string | null> {
  const { currency } = order.amount;
  if (currency !== wanted.currency)
    return `The order ${wanted.orderId} is in ${wanted.currency} now, but it was recorded in ${currency}.`;
  await alignOrder(context, order, { wanted, provider });
  return wanted.problem;
}

const isAttributed = (order: { conversionId: unknown }): order is RecordedOrder => order.conversionId !== null;
