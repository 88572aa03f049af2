import type { Tx } from "../../db/database.ts";
import { clawBackFacts } from "../../domain/audit-facts.ts";
import { clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type ClawBackId } from "../../domain/ids.ts";
import { findClawBack, listClawBacksOf, sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { clawBackChange, REFUNDED } from "../../domain/refund.ts";
import { findOrderOf } from "../../store/conversions/orders.ts";
import { findNewestCounted, isInForce } from "../../store/conversions/refunds.ts";
import { lockConversion } from "../../store/conversions/conversions.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { least } from "../../domain/order-remainder.ts";
import { customerRoom } from "./customer-room.ts";
import { leftOf } from "./left-of.ts";
import { requireRole } from "../require-role.ts";
import { postClawBack } from "./claw-back-conversion.ts";

/** Gives the affiliate back what a claw-back took, as far as nothing else has given it back. */
export async function undoClawBack(
  context: MerchantContext,
  { id, reason }: { id: ClawBackId; reason: string },
): Promise<ClawBack> {
  requireRole(context, "owner");
  const { db, accountId, actor, clock, random } = context;
  return db.transaction(async (tx) => {
    const found = orRefuse(await findClawBack(tx, accountId, id), "claw_back_not_found");
    const { conversionId } = found;
    const conversion = orRefuse(await lockConversion(tx, accountId, conversionId), "claw_back_not_found");
    const minor = await withinCustomerMax(tx, conversion, await returnableMinor(tx, conversion, found));
    const now = clock.now();
    const undone = clawBackOf(conversion, {
      id: idOf("claw_back", random.uuid(now)),
      amountMinor: -minor,
      reason,
      actor,
      now,
      undoes: id,
    });
    await postClawBack(tx, context, undone);
    if (found.refundId === null) await clawBackRefunds(tx, context, { conversion, undone });
    const action = "conversion.claw_back_undone";
    await audit(tx, context, { action, subject: conversionId, after: clawBackFacts(undone) });
    return undone;
  });
}

/** At most what was not yet returned. */
async function returnableMinor(tx: Tx, conversion: Conversion, { id, amount, refundId }: ClawBack): Promise<bigint> {
  const { accountId } = conversion;
  if (refundId && !(await isInForce(tx, { accountId, id: refundId }))) throw new AppError("claw_back_returned");
  const all = await listClawBacksOf(tx, accountId, conversion.id);
  const { totalMinor } = await sumClawedBack(tx, conversion);
  const left = amount.minor < totalMinor ? amount.minor : totalMinor;
  if (left <= 0n || all.some(({ undoes }) => undoes === id)) throw new AppError("claw_back_undone");
  return left;
}

/** The customer's other orders may have used what the deduction freed of their limit. */
async function withinCustomerMax(tx: Tx, conversion: Conversion, minor: bigint): Promise<bigint> {
  const roomMinor = await customerRoom(tx, conversion);
  if (roomMinor === 0n) throw new AppError("customer_limit_reached");
  return roomMinor === null ? minor : least(minor, roomMinor);
}

/** A deduction by hand may have covered refunds. Once it is undone, they are deducted themselves. */
async function clawBackRefunds(
  tx: Tx,
  context: MerchantContext,
  { conversion, undone }: { conversion: Conversion; undone: ClawBack },
): Promise<void> {
  const left = (await leftOf(tx, conversion)).commission.minor;
  const { minor: commission } = conversion.commission;
  const amountMinor = clawBackChange(await sumClawedBack(tx, conversion), { excess: commission - left, commission });
  if (amountMinor <= 0n) return;
  const refund = await findNewestCounted(tx, conversion.accountId, (await findOrderOf(tx, conversion)).id);
  if (!refund) throw new Error(`Conversion ${conversion.id} is refunded, but its order has no refund.`);
  const { actor, random } = context;
  const { createdAt: now } = undone;
  const id = idOf("claw_back", random.uuid(now));
  const made = { id, amountMinor, reason: refund.reason ?? REFUNDED, actor, now, refundId: refund.id };
  await postClawBack(tx, context, clawBackOf(conversion, made));
}
