import { clawBackFacts } from "../../domain/audit-facts.ts";
import { clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type ClawBackId } from "../../domain/ids.ts";
import { listClawBacksOf, findClawBack } from "../../store/conversions/claw-backs.ts";
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
    const { conversionId, amount } = orRefuse(await findClawBack(tx, accountId, id), "claw_back_not_found");
    const conversion = orRefuse(await lockConversion(tx, accountId, conversionId), "claw_back_not_found");
    const all = await listClawBacksOf(tx, accountId, conversionId);
    const left = all.reduce((sum, each) => sum + each.amount.minor, 0n);
    const minor = amount.minor < left ? amount.minor : left;
    if (minor <= 0n || all.some(({ undoes }) => undoes === id)) throw new AppError("claw_back_undone");
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
