import type { Tx } from "../../db/database.ts";
import { refundFacts } from "../../domain/audit-facts.ts";
import { clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { orRefuse } from "../../domain/errors.ts";
import { idOf, type ClawBackId, type ConversionId } from "../../domain/ids.ts";
import { least } from "../../domain/order-remainder.ts";
import { refundableMinor, REFUNDED, type Refund, type RefundedItem } from "../../domain/refund.ts";
import { divideHalfUp } from "../../domain/values/money.ts";
import { listClawBacksOf } from "../../store/conversions/claw-backs.ts";
import { lockOrderOf } from "../../store/conversions/conversions.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { insertRefund, listRefunds, listRefundsFor, stopCounting } from "../../store/conversions/refunds.ts";
import { REFUNDS_MAX } from "tributary-sdk/limits";
import { audit } from "../audit/audit.ts";
import { postClawBack } from "../conversions/claw-back-conversion.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { newRefund } from "./record-refund.ts";
import { settleOrder } from "./settle-order.ts";

export interface ReplaceRefunds {
  readonly conversionId: ConversionId;
  readonly source: string;
  /** Refunds of the order that no longer count. */
  readonly cancelled: readonly Pick<Refund, "id">[];
  readonly recorded: readonly Replacement[];
  /** What a lower total is about to take from the order. */
  readonly reservedMinor: bigint;
}

export interface Replacement {
  readonly externalId: string;
  readonly minor: bigint;
  readonly items: readonly RefundedItem[] | null;
  readonly reason: string | null;
  readonly occurredAt: Date;
}

/**
 * Cancels refunds and records others in their place, so that only the difference changes what the order is worth. They
 * are recorded as far as there is room.
 */
export function replaceRefunds(context: MerchantContext, input: ReplaceRefunds): Promise<void> {
  const { turns, accountId, db } = context;
  return inTurn(turns.account, accountId, () => db.transaction((tx) => replace(tx, context, input)));
}

async function replace(tx: Tx, context: MerchantContext, input: ReplaceRefunds): Promise<void> {
  const { accountId, clock } = context;
  const conversions = await lockOrderOf(tx, accountId, input.conversionId);
  const before = orRefuse(
    conversions.find(({ id }) => id === input.conversionId),
    "conversion_not_found",
  );
  const { id: orderId, externalId: orderName } = await findOrderOf(tx, before);
  const cancelled = await stopAll(tx, context, { ...input, before });
  const [first] = cancelled;
  if (!first) return;
  const own = { source: input.source, orderId, conversionId: first.conversionId };
  const room = refundableMinor(conversions) + minorOf(cancelled) - input.reservedMinor;
  const { length: count } = await listRefundsFor(tx, before);
  const recorded: Refund[] = [];
  for (const { minor: wanted, items, ...refund } of input.recorded) {
    const minor = least(wanted, room - minorOf(recorded));
    if (minor <= 0n || count + recorded.length >= REFUNDS_MAX) continue;
    const amount = { ...first.amount, minor };
    const made = newRefund(context, { ...own, ...refund, items: minor === wanted ? items : null, amount });
    if (!(await insertRefund(tx, made))) continue;
    recorded.push(made);
    await audit(tx, context, { action: "conversion.refunded", subject: before.id, after: refundFacts(made) });
  }
  const [heir] = recorded;
  const kept = { minor: least(minorOf(recorded), minorOf(cancelled)), ofMinor: minorOf(cancelled) };
  if (heir)
    for (const conversion of conversions) await moveClawBacks(tx, context, { conversion, cancelled, heir, kept });
  const cause = heir ?? first;
  await settleOrder(tx, context, {
    conversions,
    refunds: await listRefunds(tx, accountId, orderId),
    cause: { refundId: cause.id, orderName, externalId: cause.externalId, reason: cause.reason, now: clock.now() },
    about: before.id,
    restores: true,
  });
}

const minorOf = (refunds: readonly Refund[]): bigint => refunds.reduce((sum, { amount }) => sum + amount.minor, 0n);

async function stopAll(
  tx: Tx,
  context: MerchantContext,
  { cancelled, before }: ReplaceRefunds & { before: Conversion },
): Promise<Refund[]> {
  const ids = new Set(cancelled.map(({ id }) => id));
  const stopped: Refund[] = [];
  for (const refund of await listRefundsFor(tx, before)) {
    if (!ids.has(refund.id) || !(await stopCounting(tx, refund))) continue;
    stopped.push(refund);
    const sides = { before: refundFacts(refund), after: refundFacts({ ...refund, counted: false }) };
    await audit(tx, context, { action: "conversion.refund_cancelled", subject: before.id, ...sides });
  }
  return stopped;
}

interface Inheritance {
  readonly conversion: Conversion;
  readonly cancelled: readonly Refund[];
  readonly heir: Refund;
  /** How much of the cancelled refunds is recorded again. */
  readonly kept: { readonly minor: bigint; readonly ofMinor: bigint };
}

/**
 * What was deducted for replaced refunds is now deducted for the one in their place. What a person waived of them stays
 * waived, as far as they are recorded again.
 */
async function moveClawBacks(
  tx: Tx,
  context: MerchantContext,
  { conversion, cancelled, heir, kept }: Inheritance,
): Promise<void> {
  const { accountId, actor, clock, random } = context;
  const now = clock.now();
  const clawBacks = await listClawBacksOf(tx, accountId, conversion.id);
  const post = async (amountMinor: bigint, of: { refund: Refund } | { undoes: ClawBackId }): Promise<ClawBackId> => {
    const id = idOf("claw_back", random.uuid(now));
    const why = "refund" in of ? { refundId: of.refund.id, reason: of.refund.reason } : { ...of, reason: heir.reason };
    const made = { id, amountMinor, actor, now, ...why, reason: why.reason ?? REFUNDED };
    await postClawBack(tx, context, clawBackOf(conversion, made));
    return id;
  };
  let waived = 0n;
  for (const refund of cancelled) {
    const own = clawBacks.filter(({ refundId }) => refundId === refund.id);
    const ids = new Set(own.map(({ id }) => id));
    const undone = sumOf(clawBacks.filter(({ undoes }) => undoes !== null && ids.has(undoes)));
    waived -= undone;
    const deducted = sumOf(own) + undone;
    if (deducted <= 0n) continue;
    await post(-deducted, { refund });
    await post(deducted, { refund: heir });
  }
  const stillWaived = divideHalfUp(waived * kept.minor, kept.ofMinor);
  if (stillWaived > 0n) await post(-stillWaived, { undoes: await post(stillWaived, { refund: heir }) });
}

const sumOf = (clawBacks: readonly ClawBack[]): bigint => clawBacks.reduce((sum, { amount }) => sum + amount.minor, 0n);
