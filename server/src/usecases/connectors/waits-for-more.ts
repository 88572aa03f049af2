import type { ProviderName } from "tributary-sdk/words";
import type { WantedOrder } from "../../domain/connectors/fold.ts";
import { hasCoupons } from "../../store/connectors/evidence.ts";
import { findSubscriber } from "../../store/connectors/shop-orders.ts";
import { findFirstPayment } from "../../store/connectors/subscriptions.ts";
import type { MerchantContext } from "../context.ts";
import type { Evidence } from "./choose-campaign.ts";

interface Undecided {
  readonly provider: ProviderName;
  readonly wanted: WantedOrder;
  readonly evidence: Evidence;
  /** Orders that were decided just now. */
  readonly settled: ReadonlySet<string>;
}

/**
 * Whether an event that is still under way can change who gets an order or what it pays. An order that nobody would get
 * does not wait: it is tried again with everything that arrives later.
 */
export async function waitsForMore(context: MerchantContext, undecided: Undecided): Promise<boolean> {
  const { wanted, evidence } = undecided;
  if (!("campaignId" in evidence)) return false;
  if (wanted.renewal) return waitsForFirst(context, undecided, evidence.awaitsPayment);
  // The event that follows may bring a click, or a coupon that wins over the click.
  return wanted.waitsForEvidence && (wanted.clickId === null || hasCoupons(context.db, context.accountId));
}

/**
 * The first payment of a subscription may give its customer to another affiliate, so its renewals wait for it. After a
 * free trial, the first renewal counts as the first payment, so it waits for an earlier one.
 */
async function waitsForFirst(
  { db, accountId }: MerchantContext,
  { provider, wanted, settled }: Undecided,
  awaitsPayment: boolean,
): Promise<boolean> {
  const { subscriptionId, subscriptionHandle } = wanted;
  if (subscriptionId === null || subscriptionHandle === null) return false;
  if (awaitsPayment) return true;
  const first = await findFirstPayment(db, { accountId, provider }, subscriptionHandle);
  if (first) return !first.isSettled && !settled.has(first.orderId);
  return (await findSubscriber(db, accountId, subscriptionId)) === undefined;
}
