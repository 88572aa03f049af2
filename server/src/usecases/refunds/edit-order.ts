import type { Tx } from "../../db/database.ts";
import { editFacts } from "../../domain/audit-facts.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion, Worth } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConversionId, RefundId } from "../../domain/ids.ts";
import { majorOf, moneyOf, type Money } from "../../domain/money.ts";
import { growthOf, grownBy } from "../../domain/order-edit.ts";
import { isOfEdit, isSettled, refundIdOfEdit, type Refund } from "../../domain/refund.ts";
import { findConversion, lockOrderOf } from "../../store/conversions/conversions.ts";
import {
  findEdit,
  findOrderOf,
  insertEdit,
  type OrderTotal,
  type RecordedEdit,
} from "../../store/conversions/orders.ts";
import { findRefund, listRefunds, stopCounting } from "../../store/conversions/refunds.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { recordIn, type RecordedRefund } from "./record-refund.ts";
import { addConversion, EDITED, hasRoom, type Cause } from "./settle-conversion.ts";
import { settleOrder } from "./settle-order.ts";

export interface EditOrder {
  readonly conversionId: ConversionId;
  readonly source: string;
  readonly externalId: string;
  /** The order's new total, in major units of its currency. */
  readonly amount: number;
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
  const { input, before, order, total } = applying;
  const moreMinor = total.minor - order.amountMinor;
  if (moreMinor === 0n) return { conversion: before, refund: null, clawBack: null, added: null };
  return moreMinor > 0n
    ? raise(tx, context, { ...applying, moreMinor })
    : { ...(await lower(tx, context, { input, before, lessMinor: -moreMinor })), added: null };
}

const lower = (
  tx: Tx,
  context: MerchantContext,
  { input, before, lessMinor }: Pick<Applying, "input" | "before"> & { lessMinor: bigint },
): Promise<RecordedRefund> =>
  recordIn(tx, context, {
    of: { conversionId: before.id },
    source: input.source,
    externalId: refundIdOfEdit(input.externalId),
    amount: majorOf({ ...before.amount, minor: lessMinor }),
    currency: undefined,
    items: null,
    reason: EDITED,
  });

async function raise(
  tx: Tx,
  context: MerchantContext,
  { input, conversions, before, order, moreMinor }: Applying & { moreMinor: bigint },
): Promise<EditedOrder> {
  const { accountId, clock } = context;
  const now = clock.now();
  const lowered = (await listRefunds(tx, accountId, order.id)).filter((refund) => refund.counted && isOfEdit(refund));
  let needed = moreMinor;
  let undoneRefundId: RefundId | null = null;
  for (const refund of lowered.toReversed()) {
    if (needed <= 0n) break;
    await stopCounting(tx, refund);
    undoneRefundId = refund.id;
    needed -= refund.amount.minor;
  }
  const { externalId: orderName } = order;
  // A part that grows can take refunds from a paid conversion, whose claw-back is then returned for the newest.
  const refunds = await listRefunds(tx, accountId, order.id);
  undoneRefundId ??= refunds.at(-1)?.id ?? null;
  const cause = { refundId: null, undoneRefundId, orderName, externalId: input.externalId, reason: EDITED, now };
  const growth = needed > 0n ? growthOf(conversions, needed) : null;
  const newest = conversions.at(-1) ?? before;
  const growsInPlace = growth !== null && !isSettled(newest, now);
  const settled = await settleOrder(tx, context, {
    conversions: conversions.map((each) => (growsInPlace && each === newest ? grownBy(each, growth) : each)),
    refunds,
    cause,
    about: growsInPlace ? newest.id : before.id,
  });
  const added = growth && !growsInPlace ? await addGrowth(tx, context, { newest, growth, cause }) : null;
  if (needed >= 0n) return { ...settled, refund: null, added };
  // An earlier edit had lowered the total by more than this one raises it.
  return { ...(await lower(tx, context, { input, before, lessMinor: -needed })), added };
}

async function addGrowth(
  tx: Tx,
  context: MerchantContext,
  { newest, growth, cause }: { newest: Conversion; growth: Worth; cause: Cause },
): Promise<Conversion> {
  if (!(await hasRoom(tx, newest, growth.commission))) throw new AppError("budget_exceeded");
  return addConversion(tx, context, { before: newest, addition: { original: growth, refundedMinor: 0n }, cause });
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
