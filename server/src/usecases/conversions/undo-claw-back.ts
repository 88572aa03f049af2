import type { Tx } from "../../db/database.ts";
import { clawBackFacts } from "../../domain/audit-facts.ts";
import { clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type ClawBackId } from "../../domain/ids.ts";
import { findClawBack, listClawBacksOf, sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { remainderOf } from "../../domain/refund.ts";
import { findRefund } from "../../store/conversions/refunds.ts";
import { lockConversion } from "../../store/conversions/conversions.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
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
    const minor = await returnableMinor(tx, conversion, found);
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
    const action = "conversion.claw_back_undone";
    await audit(tx, context, { action, subject: conversionId, after: clawBackFacts(undone) });
    return undone;
  });
}

/** At most what was not yet returned, and what the order's refunds do not need. */
async function returnableMinor(tx: Tx, conversion: Conversion, { id, amount, refundId }: ClawBack): Promise<bigint> {
  const all = await listClawBacksOf(tx, conversion.accountId, conversion.id);
  if (amount.minor < 0n || all.some(({ undoes }) => undoes === id)) throw new AppError("claw_back_undone");
  const clawedBack = await sumClawedBack(tx, conversion);
  if (refundId === null) {
    const excess = conversion.commission.minor - remainderOf(conversion, conversion.refundedMinor).commission.minor;
    const forRefunds = excess > clawedBack.waivedMinor ? excess - clawedBack.waivedMinor : 0n;
    const left = least(amount.minor, clawedBack.totalMinor - forRefunds);
    if (left <= 0n) throw new AppError("claw_back_due");
    return left;
  }
  const refund = await findRefund(tx, conversion.accountId, refundId);
  if (refund?.counted !== true) throw new AppError("claw_back_returned");
  const left = least(amount.minor, clawedBack.totalMinor);
  if (left <= 0n) throw new AppError("claw_back_undone");
  return left;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
