import type { ProviderName } from "tributary-sdk/words";
import type { WantedOrder, WantedRefund } from "../../domain/connectors/fold.ts";
import { countedMinor, isRecordOf } from "../../domain/connectors/recorded-refund.ts";
import { isRefusal, type AppError } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import type { Refund } from "../../domain/refund.ts";
import { majorOf } from "../../domain/values/money.ts";
import { saveItems, type ShopOrder } from "../../store/connectors/shop-orders.ts";
import { listRefunds } from "../../store/conversions/refunds.ts";
import type { MerchantContext } from "../context.ts";
import { cancelRefund } from "../refunds/cancel-refund.ts";
import { editOrder } from "../refunds/edit-order.ts";
import { listRefundsOf } from "../refunds/list-refunds.ts";
import { recordRefund } from "../refunds/record-refund.ts";
import { replaceRefunds, type Replacement } from "../refunds/replace-refunds.ts";

export interface RecordedOrder extends ShopOrder {
  readonly conversionId: ConversionId;
}

/**
 * Brings an order that an affiliate has in line with what the shop says now: its items, its total and its refunds. If it is in line
 * already, nothing changes. If the total or a refund is refused, all others are still recorded, and the first refusal is thrown.
 */
export async function alignOrder(
  context: MerchantContext,
  order: RecordedOrder,
  { wanted, provider }: { wanted: WantedOrder; provider: ProviderName },
): Promise<void> {
  const { conversionId } = order;
  const refusals: AppError[] = [];
  const orRefused = (error: unknown): void => {
    if (!isRefusal(error)) throw error;
    refusals.push(error);
  };
  await saveItems(context.db, { accountId: context.accountId, orderId: order.id }, wanted.items);
  // First what no longer counts: a lower total must leave room for the refunds.
  await replaceSurplus(context, order, { wanted, provider });
  // Then the total: a higher one makes room for them.
  if (order.amount.minor !== wanted.amountMinor)
    await editOrder(context, {
      conversionId,
      source: provider,
      externalId: `${wanted.orderId}@${wanted.at.getTime()}=${wanted.amountMinor}`,
      amount: majorOf({ ...order.amount, minor: wanted.amountMinor }),
      items: wanted.items,
    }).catch(orRefused);
  const recorded = await refundsOf(context, order, provider);
  for (const refund of wanted.refunds)
    await recordMissing(context, { order, provider, recorded, refund }).catch(orRefused);
  const [refusal] = refusals;
  if (refusal) throw refusal;
}

/** Those that the provider reported, oldest first. */
export const refundsOf = async (
  { db, accountId }: MerchantContext,
  { id }: RecordedOrder,
  provider: ProviderName,
): Promise<Refund[]> => (await listRefunds(db, accountId, id)).filter(({ source }) => source === provider);

/** Cancels what no longer counts. What takes its place is recorded with it, so that nothing is paid in between. */
async function replaceSurplus(
  context: MerchantContext,
  order: RecordedOrder,
  { wanted, provider: source }: { wanted: WantedOrder; provider: ProviderName },
): Promise<void> {
  const { conversionId } = order;
  const recorded = await refundsOf(context, order, source);
  const cancelled = surplusOf(recorded, wanted.refunds);
  const left = recorded.map((refund) => ({ ...refund, counted: refund.counted && !cancelled.includes(refund) }));
  const instead = wanted.refunds.flatMap((refund) => missingOf(refund, left) ?? []);
  const lessMinor = order.amount.minor - wanted.amountMinor;
  const reservedMinor = lessMinor > 0n ? lessMinor : 0n;
  if (cancelled.length > 0 && instead.length > 0)
    await replaceRefunds(context, { conversionId, source, cancelled, recorded: instead, reservedMinor });
  else for (const { id } of cancelled) await cancelRefund(context, id);
}

/** Recorded refunds that the provider took back or lowered, the newest first. */
function surplusOf(recorded: readonly Refund[], wanted: readonly WantedRefund[]): Refund[] {
  const surplus: Refund[] = [];
  const own = recorded.filter(({ externalId }) => !externalId.startsWith("edit:"));
  const keys = new Set(own.map(({ externalId }) => externalId.replace(/~\d+$/, "")));
  for (const key of keys) {
    const most = wanted.find((refund) => refund.key === key)?.amountMinor ?? 0n;
    const left = own.filter((refund) => refund.counted && isRecordOf(key, refund));
    while (countedMinor(left) > most) {
      const newest = left.pop();
      if (newest) surplus.push(newest);
    }
  }
  return surplus;
}

interface Missing {
  readonly order: RecordedOrder;
  readonly provider: ProviderName;
  readonly recorded: readonly Refund[];
  readonly refund: WantedRefund;
}

/** What is not recorded yet of a refund; null if all of it is. */
function missingOf(refund: WantedRefund, recorded: readonly Refund[]): Replacement | null {
  const same = recorded.filter((each) => isRecordOf(refund.key, each));
  const minor = refund.amountMinor - countedMinor(same);
  if (minor <= 0n) return null;
  const { items, reason, occurredAt } = refund;
  const externalId = same.length === 0 ? refund.key : `${refund.key}~${same.length + 1}`;
  return { externalId, minor, items: minor === refund.amountMinor ? items : null, reason, occurredAt };
}

/** A merchant may have recorded refunds too, so there may be no room. */
async function recordMissing(context: MerchantContext, { order, provider, recorded, refund }: Missing): Promise<void> {
  const missing = missingOf(refund, recorded);
  if (!missing) return;
  const { refundable } = await listRefundsOf(context, order.conversionId);
  const fits = missing.minor <= refundable.minor;
  const minor = fits ? missing.minor : refundable.minor;
  if (minor === 0n) return;
  const { externalId, items, reason, occurredAt } = missing;
  await recordRefund(context, {
    of: { conversionId: order.conversionId },
    source: provider,
    externalId,
    amount: majorOf({ ...order.amount, minor }),
    currency: order.amount.currency,
    items: fits ? items : null,
    reason,
    occurredAt,
  });
}
