import type { Tx } from "../../db/database.ts";
import { editFacts } from "../../domain/audit-facts.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConversionId, OrderId } from "../../domain/ids.ts";
import { majorOf, moneyOf, type Money } from "../../domain/values/money.ts";
import { growthOf, grownBy } from "../../domain/order-edit.ts";
import type { OrderItem } from "../../domain/plan/calculation.ts";
import { withCustomerLeft } from "../../domain/planned.ts";
import { isOfEdit, isSettled, refundIdOfEdit, type Refund } from "../../domain/refund.ts";
import { sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { findConversion, lockOrderOf } from "../../store/conversions/conversions.ts";
import {
  findEdit,
  findOrderOf,
  insertEdit,
  type OrderTotal,
  type RecordedEdit,
} from "../../store/conversions/orders.ts";
import { findRefund, insertRefund, listRefunds, stopCounting } from "../../store/conversions/refunds.ts";
import { audit } from "../audit/audit.ts";
import { customerRoom } from "../conversions/customer-room.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { newRefund, recordIn, type RecordRefund } from "./record-refund.ts";
import { EDITED } from "./settle-conversion.ts";
import { settleOrder } from "./settle-order.ts";

export interface EditOrder {
  readonly conversionId: ConversionId;
  readonly source: string;
  readonly externalId: string;
  /** The order's new total, in major units of its currency. */
  readonly amount: number;
  /** What it contains now, if that is known: then items that have a rule of their own pay what they are worth now. */
  readonly items?: readonly OrderItem[];
}

export interface EditedOrder {
  readonly conversion: Conversion;
  /** What a lower total gave back. */
  readonly refund: Refund | null;
  readonly clawBack: ClawBack | null;
  /** The conversion for a higher total, if the order's own could no longer grow. */
  readonly added: Conversion | null;
}

/** Records an order's new total once. Reporting it again changes nothing. */
export function editOrder(context: MerchantContext, input: EditOrder): Promise<EditedOrder> {
  const { turns, accountId, db } = context;
  return inTurn(turns.account, accountId, () => db.transaction((tx) => edit(tx, context, input)));
}

async function edit(tx: Tx, context: MerchantContext, input: EditOrder): Promise<EditedOrder> {
  const { accountId, actor, clock, random } = context;
  const { source, externalId } = input;
  const conversions = await lockOrderOf(tx, accountId, input.conversionId);
  const before = orRefuse(
    conversions.find(({ id }) => id === input.conversionId),
    "conversion_not_found",
  );
  const order = await findOrderOf(tx, before);
  const total = moneyOf(input.amount, before.amount.currency);
  const recorded = await findEdit(tx, { accountId, source, externalId });
  if (recorded) return editedBefore(tx, { before, order, recorded, total });
  const edited = await apply(tx, context, { input, conversions, before, order, total });
  const inserted = await insertEdit(tx, {
    id: random.uuid(clock.now()),
    accountId,
    orderId: order.id,
    source,
    externalId,
    amountMinor: total.minor,
    refundId: edited.refund?.id ?? null,
    conversionId: edited.added?.id ?? null,
    actor,
    recordedAt: clock.now(),
  });
  if (!inserted) throw new AppError("edit_differs");
  const sides = {
    before: editFacts(externalId, { ...total, minor: order.amountMinor }),
    after: editFacts(externalId, total),
  };
  await audit(tx, context, { action: "conversion.order_edited", subject: before.id, ...sides });
  return edited;
}

interface Applying {
  readonly input: EditOrder;
  readonly conversions: readonly Conversion[];
  readonly before: Conversion;
  readonly order: OrderTotal;
  readonly total: Money;
}

/** Lower is a refund. Higher first undoes what earlier edits lowered, and then makes the order larger. */
async function apply(tx: Tx, context: MerchantContext, applying: Applying): Promise<EditedOrder> {
  const { before, order, total } = applying;
  const moreMinor = total.minor - order.amountMinor;
  if (moreMinor === 0n) return { conversion: before, refund: null, clawBack: null, added: null };
  return moreMinor > 0n
    ? raise(tx, context, { ...applying, moreMinor })
    : { ...(await recordIn(tx, context, lowerTotal(applying, -moreMinor))), added: null };
}

/** A lower total, as a refund. */
const lowerTotal = (applying: Applying, lessMinor: bigint): RecordRefund => {
  const { amount, conversionId, ...refund } = lowerRefund(applying, lessMinor);
  const of = { conversionId: applying.before.id };
  return { of, from: conversionId, ...refund, amount: majorOf(amount), currency: undefined };
};

/** It takes from what was added last first, which may not be paid yet. */
const lowerRefund = ({ input: { source, externalId }, conversions, before }: Applying, lessMinor: bigint) => ({
  conversionId: (conversions.at(-1) ?? before).id,
  source,
  externalId: refundIdOfEdit(externalId),
  amount: { ...before.amount, minor: lessMinor },
  items: null,
  reason: EDITED,
});

async function raise(
  tx: Tx,
  context: MerchantContext,
  { moreMinor, ...applying }: Applying & { moreMinor: bigint },
): Promise<EditedOrder> {
  const { input, conversions, before, order } = applying;
  const now = context.clock.now();
  const { needed, undone } = await undoLowerTotals(tx, context, { orderId: order.id, moreMinor });
  // An earlier edit had lowered the total by more than this one raises it.
  const lessMinor = needed < 0n ? -needed : 0n;
  const refund = lessMinor > 0n ? newRefund(context, { ...lowerRefund(applying, lessMinor), orderId: order.id }) : null;
  if (refund && !(await insertRefund(tx, refund))) throw new AppError("edit_differs");
  const refunds = await listRefunds(tx, context.accountId, order.id);
  const growing = await withinCustomerMax(tx, conversions);
  const growth = needed > 0n ? growthOf(growing, { moreMinor: needed, items: input.items ?? [] }) : null;
  const newest = growing.at(-1) ?? before;
  const growsInPlace = growth !== null && !isSettled(newest, now);
  const { externalId } = input;
  // A part that grows can take refunds from a paid conversion, whose claw-back is then returned for the newest.
  const undoneRefundId = undone?.id ?? refunds.at(-1)?.id ?? null;
  const settled = await settleOrder(tx, context, {
    conversions: growing.map((each) => (growsInPlace && each === newest ? grownBy(each, growth) : each)),
    refunds,
    cause: { refundId: null, undoneRefundId, orderName: order.externalId, externalId, reason: EDITED, now },
    about: growsInPlace ? newest.id : before.id,
    restores: true,
    growth: growsInPlace ? null : growth,
  });
  return { ...settled, refund };
}

/** Other orders of the customer may have used up their limit since the order was tracked. */
async function withinCustomerMax(tx: Tx, conversions: readonly Conversion[]): Promise<readonly Conversion[]> {
  const [first] = conversions;
  const room = first ? await customerRoom(tx, first) : null;
  if (room === null) return conversions;
  let left = room;
  // The order itself was counted too.
  for (const own of conversions)
    if (own.status !== "rejected") left += own.commission.minor - (await sumClawedBack(tx, own)).totalMinor;
  const agreed = conversions.reduce((sum, { original }) => sum + original.commission.minor, 0n);
  return conversions.map((each) => withCustomerLeft(each, left > agreed ? left : agreed));
}

/** The newest first, until the total is high enough. What is then still needed is below 0 if it became too high. */
async function undoLowerTotals(
  tx: Tx,
  { accountId }: MerchantContext,
  { orderId, moreMinor }: { orderId: OrderId; moreMinor: bigint },
): Promise<{ needed: bigint; undone: Refund | undefined }> {
  const refunds = await listRefunds(tx, accountId, orderId);
  let needed = moreMinor;
  let undone: Refund | undefined;
  for (const refund of refunds.filter((each) => each.counted && isOfEdit(each)).toReversed()) {
    if (needed <= 0n) break;
    await stopCounting(tx, refund);
    needed -= refund.amount.minor;
    undone = refund;
  }
  return { needed, undone };
}

async function editedBefore(
  tx: Tx,
  { before, order, recorded, total }: Pick<Applying, "before" | "order" | "total"> & { recorded: RecordedEdit },
): Promise<EditedOrder> {
  if (recorded.orderId !== order.id || recorded.amountMinor !== total.minor) throw new AppError("edit_differs");
  const { accountId } = before;
  return {
    conversion: before,
    refund: (recorded.refundId && (await findRefund(tx, accountId, recorded.refundId))) ?? null,
    clawBack: null,
    added: (recorded.conversionId && (await findConversion(tx, accountId, recorded.conversionId))) ?? null,
  };
}
