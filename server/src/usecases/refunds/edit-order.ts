import type { Tx } from "../../db/database.ts";
import { editFacts } from "../../domain/audit-facts.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import { commissionOf } from "../../domain/commission.ts";
import type { Conversion, Worth } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { majorOf, moneyOf, type Money } from "../../domain/money.ts";
import { isSettled, type Refund } from "../../domain/refund.ts";
import { findConversion, lockConversion } from "../../store/conversions/conversions.ts";
import {
  findEdit,
  findOrderOf,
  insertEdit,
  type OrderTotal,
  type RecordedEdit,
} from "../../store/conversions/orders.ts";
import { findRefund } from "../../store/conversions/refunds.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { recordIn } from "./record-refund.ts";
import { addConversion, EDITED, hasRoom, settleConversion } from "./settle-conversion.ts";

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
  const before = orRefuse(await lockConversion(tx, accountId, input.conversionId), "conversion_not_found");
  const order = await findOrderOf(tx, accountId, before.id);
  const total = moneyOf(input.amount, before.amount.currency);
  const recorded = await findEdit(tx, { accountId, source, externalId });
  if (recorded) return editedBefore(tx, { before, order, recorded, total });
  const edited = await apply(tx, context, { input, before, order, total });
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
  readonly before: Conversion;
  readonly order: OrderTotal;
  readonly total: Money;
}

/** Lower is a refund. Higher raises the original while the conversion can still grow, and is added to it afterwards. */
async function apply(
  tx: Tx,
  context: MerchantContext,
  { input, before, order, total }: Applying,
): Promise<EditedOrder> {
  const unchanged = { conversion: before, refund: null, clawBack: null, added: null };
  const moreMinor = total.minor - order.amountMinor;
  if (moreMinor === 0n) return unchanged;
  const { source, externalId } = input;
  if (moreMinor < 0n) {
    const lower = { of: { conversionId: before.id }, source, externalId: `edit:${externalId}`, reason: EDITED };
    const amount = majorOf({ ...total, minor: -moreMinor });
    return { ...(await recordIn(tx, context, { ...lower, amount, currency: undefined, items: null })), added: null };
  }
  const now = context.clock.now();
  const { refundedMinor } = before;
  const cause = { refundId: null, externalId, reason: EDITED, refundedMinor, now };
  const original = grown(before, moreMinor);
  if (!isSettled(before, now)) {
    const raised = { ...before, original };
    return { ...unchanged, ...(await settleConversion(tx, context, { before: raised, cause })) };
  }
  const worth = {
    amount: { ...total, minor: moreMinor },
    commission: { ...original.commission, minor: original.commission.minor - before.original.commission.minor },
  };
  if (!(await hasRoom(tx, before, worth.commission))) throw new AppError("budget_exceeded");
  return { ...unchanged, added: await addConversion(tx, context, { before, worth, cause }) };
}

function grown({ original, origin }: Conversion, moreMinor: bigint): Worth {
  const amount = { ...original.amount, minor: original.amount.minor + moreMinor };
  return { amount, commission: commissionOf(origin.rule, amount) };
}

async function editedBefore(
  tx: Tx,
  { before, order, recorded, total }: Omit<Applying, "input"> & { readonly recorded: RecordedEdit },
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
