import { ReceiptProblem } from "../../connectors/shared/provider.ts";
import type { CustomerOfShop, Fact } from "../../domain/connectors/fact.ts";
import { namesCustomer, withoutCustomer, type KnownFact } from "../../domain/connectors/fact-json.ts";
import { COUPON_WAIT_MS, noOutcome, type Outcome, type Worked } from "../../domain/connectors/receipt.ts";
import { findConnectorEvenDeleted } from "../../store/connectors/connectors.ts";
import { listAffectedOrders, saveFacts } from "../../store/connectors/facts.ts";
import type { DueReceipt } from "../../store/connectors/receipts.ts";
import { listUnattributedOf } from "../../store/connectors/shop-orders.ts";
import { listOpenSiblings } from "../../store/connectors/subscriptions.ts";
import type { MerchantContext } from "../context.ts";
import { customerKeyOf } from "../plans/customer-key.ts";
import { ownScope } from "./own-scope.ts";
import { openBody } from "./receipt-body.ts";
import { reconcileOrder } from "./reconcile-order.ts";
import { translateReceipt } from "./translate-receipt.ts";

/**
 * Stores the facts of a receipt, and brings the orders that they are about in line. The caller holds the account's lock
 * for receipts. If it stops anywhere, doing it again completes it.
 */
export async function workReceipt(context: MerchantContext, receipt: DueReceipt): Promise<Worked> {
  const { db, accountId, receiptBox, wallClock } = context;
  const connector = await findConnectorEvenDeleted(db, accountId, receipt.connectorId);
  if (!connector) throw new Error(`Connector ${receipt.connectorId} is missing.`);
  if (!receipt.bodyEncrypted) throw new ReceiptProblem("Its content was deleted before it could be processed.");
  const { topic, receivedAt } = receipt;
  const stored = { topic, receivedAt, ...openBody(receiptBox, receipt.id, receipt.bodyEncrypted) };
  const translation = await translateReceipt(context, connector, { ...stored, id: receipt.id });
  if ("ignored" in translation) return ignored(translation.ignored);
  if (translation.facts.length === 0) return ignored("nothing_to_do");
  const facts = await Promise.all(translation.facts.map((fact) => knownFact(context, dated(context, fact))));
  const { id: connectorId, provider } = connector;
  const scope = await ownScope(context, connector, facts);
  await db.transaction((tx) => saveFacts(tx, { accountId, provider, connectorId, scope }, facts));
  const orders = await listAffectedOrders(db, { accountId, provider, scope }, facts);
  // From the first attempt on: after a pause, what it waits for may be right behind it.
  const since = receipt.attempts === 0 ? wallClock.now() : receivedAt;
  const waitsUntil = new Date(since.getTime() + COUPON_WAIT_MS);
  const { outcome, waits, problem } = await reconcileAll(context, orders, { mayWait: wallClock.now() < waitsUntil });
  if (problem !== null) return { state: "failed", outcome: { ...outcome, problem } };
  return waits ? { state: "waiting", outcome, dueAt: waitsUntil } : { state: "done", outcome };
}

/**
 * A provider's time is real. In a test account, an order is paid when its event arrives, by the account's own clock:
 * otherwise a click after an advance would be later than the order. `at` stays, because it only orders the states.
 */
function dated({ twin, clock }: MerchantContext, fact: Fact): Fact {
  if (twin === null) return fact;
  if (fact.kind === "payment") return { ...fact, paidAt: fact.paidAt && clock.now() };
  return fact.kind === "refund" ? { ...fact, occurredAt: clock.now() } : fact;
}

const ignored = (reason: string): Worked => ({ state: "ignored", outcome: { ...noOutcome, reason } });

async function knownFact(context: MerchantContext, fact: Fact): Promise<KnownFact> {
  if (!namesCustomer(fact)) return fact;
  return withoutCustomer(fact, await keyOf(context, fact.customer));
}

async function keyOf(context: MerchantContext, customer: CustomerOfShop | null): Promise<string | null> {
  if (!customer) return null;
  const { id, email } = customer;
  const key = await customerKeyOf(context, { customerId: id ?? undefined, customerEmail: email ?? undefined });
  return key && key.toString("hex");
}

/**
 * An order that binds its customer can give an affiliate to later orders of the customer, which are then tried again. If
 * nothing may wait any more, earlier payments of the same subscription go first. The outcome is that of the first order.
 */
export async function reconcileAll(
  context: MerchantContext,
  orders: readonly string[],
  { mayWait }: { mayWait: boolean },
): Promise<{ outcome: Outcome; waits: boolean; problem: string | null }> {
  const { db, accountId } = context;
  const queue = [...orders];
  const direct = new Set(orders);
  const settled = new Set<string>();
  const preceded = new Set<string>();
  const result: { outcome?: Outcome; waits: boolean; problem: string | null } = { waits: false, problem: null };
  for (let orderId = queue.shift(); orderId !== undefined; orderId = queue.shift()) {
    if (settled.has(orderId)) continue;
    if (!mayWait && !preceded.has(orderId)) {
      preceded.add(orderId);
      const earlier = await listOpenSiblings(db, { accountId, orderId }, "before");
      queue.unshift(...earlier, orderId);
      continue;
    }
    const reconciled = await reconcileOrder(context, orderId, { mayWait, isRetry: !direct.has(orderId), settled });
    result.waits ||= reconciled.waits;
    if (direct.has(orderId)) {
      result.outcome ??= reconciled.outcome;
      result.problem ??= reconciled.problem;
    }
    if (!reconciled.bound) continue;
    settled.add(orderId);
    queue.push(...(await listUnattributedOf(db, accountId, reconciled.bound)));
    queue.push(...(await listOpenSiblings(db, { accountId, orderId }, "after")));
  }
  return { ...result, outcome: result.outcome ?? noOutcome };
}
