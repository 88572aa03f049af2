import type { Tx } from "../../db/database.ts";
import type { ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, type ConversionId } from "../../domain/ids.ts";
import { remainderIn, remaindersOf, type Remainder } from "../../domain/order-remainder.ts";
import type { Growth } from "../../domain/order-edit.ts";
import { customerMax } from "../../domain/planned.ts";
import { isNothing, isSettled, type Refund } from "../../domain/refund.ts";
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
  readonly growth?: Growth | null;
}

export interface SettledOrder {
  /** The one that it is about. */
  readonly conversion: Conversion;
  /** What was clawed back from it, or returned; null if nothing. */
  readonly clawBack: ClawBack | null;
  /** The conversion for the growth. */
  readonly added: Conversion | null;
}

/** Brings the conversions of an order in line with its refunds, which also take from what is added to it. */
export async function settleOrder(tx: Tx, context: MerchantContext, order: OrderToSettle): Promise<SettledOrder> {
  const { conversions, cause, about } = order;
  const part = partFor(context, order);
  const counted = order.refunds.filter((refund) => refund.counted);
  const remainders = remaindersOf(part ? [...conversions, part] : conversions, counted);
  const prepared = await prepareChanged(tx, context, { ...order, remainders });
  const grown = part && (await addPart(tx, context, { part, remainder: remainderIn(remainders, part.id), cause }));
  const changed = grown ? [...prepared, grown] : prepared;
  recordTransitions(
    tx,
    context,
    changed.flatMap(({ transitions }) => transitions),
  );
  for (const { clawBack } of prepared) if (clawBack) await postClawBack(tx, context, clawBack);
  const asked = prepared.find(({ conversion }) => conversion.id === about);
  if (!asked) throw new Error(`Conversion ${about} is not one of its order's.`);
  return { conversion: asked.conversion, clawBack: asked.clawBack, added: grown?.conversion ?? null };
}

async function prepareChanged(
  tx: Tx,
  context: MerchantContext,
  {
    conversions,
    remainders,
    cause,
    about,
    restores,
  }: OrderToSettle & { remainders: ReadonlyMap<ConversionId, Remainder> },
): Promise<Prepared[]> {
  let roomMinor = await roomFor(tx, { conversions, restores });
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

/** A conversion of its own for what the order is worth in addition. It gets another ID when it is stored. */
function partFor(
  { random }: MerchantContext,
  { conversions, growth, cause }: Pick<OrderToSettle, "conversions" | "growth" | "cause">,
): Conversion | null {
  const newest = conversions.at(-1);
  if (!growth || !newest) return null;
  const id = idOf("conversion", random.uuid(cause.now));
  const { planned, ...original } = growth;
  return { ...newest, id, partOf: newest.partOf ?? newest.id, original, planned, payoutId: null, released: false };
}

/** If refunds leave nothing of it, it is rejected until they are cancelled. */
async function addPart(
  tx: Tx,
  context: MerchantContext,
  { part, remainder, cause }: { part: Conversion; remainder: Remainder; cause: Cause },
): Promise<Pick<Prepared, "conversion" | "transitions">> {
  const { commission } = remainder.left;
  if (commission.minor > 0n && !(await hasRoom(tx, part, commission))) throw new AppError("budget_exceeded");
  const addition = { original: part.original, ...remainder };
  const added = await addConversion(tx, context, { before: part, addition, cause });
  const tracked = { before: null, after: added, at: cause.now };
  if (!isNothing(remainder.left)) return { conversion: added, transitions: [tracked] };
  const gone = await prepareConversion(tx, context, { before: added, remainder, cause, roomMinor: null });
  return { conversion: gone.conversion, transitions: [tracked, ...gone.transitions] };
}
