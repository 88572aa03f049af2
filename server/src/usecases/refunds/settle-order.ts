import type { Tx } from "../../db/database.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion, Worth } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { remainderIn, remaindersOf } from "../../domain/order-remainder.ts";
import { customerMax } from "../../domain/planned.ts";
import { isSettled, type Refund } from "../../domain/refund.ts";
import { postClawBack } from "../conversions/claw-back-conversion.ts";
import { customerRoom } from "../conversions/customer-room.ts";
import { recordTransitions } from "../conversions/record-transition.ts";
import type { MerchantContext } from "../context.ts";
import { addConversion, hasRoom, prepareConversion, type Cause, type Prepared } from "./settle-conversion.ts";

export interface OrderToSettle {
  /** All conversions of the order, locked, the first one first. */
  readonly conversions: readonly Conversion[];
  /** All refunds of the order, oldest first. */
  readonly refunds: readonly Refund[];
  readonly cause: Cause;
  /** Settled even if its refunds stay the same. */
  readonly about: ConversionId;
  /** Whether its commission may rise again. Recording a refund never raises it. */
  readonly restores: boolean;
  /** What the order is worth in addition, if none of its conversions can grow. */
  readonly growth?: Worth | null;
}

export interface SettledOrder {
  /** The one that it is about. */
  readonly conversion: Conversion;
  /** What was clawed back from it, or returned; null if nothing. */
  readonly clawBack: ClawBack | null;
  /** The conversion for the growth. */
  readonly added: Conversion | null;
}

/** Brings the conversions of an order in line with its refunds. */
export async function settleOrder(tx: Tx, context: MerchantContext, order: OrderToSettle): Promise<SettledOrder> {
  const { cause, about } = order;
  const prepared = await prepareChanged(tx, context, order);
  const added = await addGrowth(tx, context, order);
  const ofGrowth = added ? [{ before: null, after: added, at: cause.now }] : [];
  recordTransitions(tx, context, [...prepared.flatMap(({ transitions }) => transitions), ...ofGrowth]);
  for (const { clawBack } of prepared) if (clawBack) await postClawBack(tx, context, clawBack);
  const asked = prepared.find(({ conversion }) => conversion.id === about);
  if (!asked) throw new Error(`Conversion ${about} is not one of its order's.`);
  return { conversion: asked.conversion, clawBack: asked.clawBack, added };
}

async function prepareChanged(
  tx: Tx,
  context: MerchantContext,
  { conversions, refunds, cause, about, restores }: OrderToSettle,
): Promise<Prepared[]> {
  let roomMinor = await roomFor(tx, { conversions, restores });
  const counted = refunds.filter((refund) => refund.counted);
  const remainders = remaindersOf(conversions, counted);
  const prepared: Prepared[] = [];
  for (const before of conversions) {
    const remainder = remainderIn(remainders, before.id);
    // What is clawed back also depends on what a person waived for refunds that no longer count.
    const mayOwe = before.hasRefunds && isSettled(before, cause.now);
    // Under a plan, a refund of one conversion can lower another one's commission.
    const moves =
      remainder.refundedMinor !== before.refundedMinor ||
      (before.planned !== null && remainder.left.commission.minor !== before.commission.minor);
    if (before.id !== about && !moves && !mayOwe) continue;
    const one = await prepareConversion(tx, context, { before, remainder, cause, roomMinor });
    prepared.push(one);
    ({ roomMinor } = one);
  }
  return prepared;
}

/** How much the order's commission may rise; null: no limit per customer applies to it. */
async function roomFor(
  tx: Tx,
  { conversions: [first], restores }: Pick<OrderToSettle, "conversions" | "restores">,
): Promise<bigint | null> {
  if (!first || customerMax(first) === null) return null;
  return restores ? customerRoom(tx, first) : 0n;
}

async function addGrowth(
  tx: Tx,
  context: MerchantContext,
  { conversions, growth, cause }: OrderToSettle,
): Promise<Conversion | null> {
  const newest = conversions.at(-1);
  if (!growth || !newest) return null;
  if (growth.commission.minor > 0n && !(await hasRoom(tx, newest, growth.commission)))
    throw new AppError("budget_exceeded");
  return addConversion(tx, context, {
    before: newest,
    addition: { original: growth, refundedMinor: 0n, left: growth },
    cause,
  });
}
