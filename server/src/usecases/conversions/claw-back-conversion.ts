import { clawBackFacts } from "../../domain/audit-facts.ts";
import { clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type ConversionId } from "../../domain/ids.ts";
import { transferOfClawBack } from "../../domain/ledger.ts";
import { insertClawBack } from "../../store/conversions/claw-backs.ts";
import { lockConversion } from "../../store/conversions/conversions.ts";
import { postTransfer } from "../../store/ledger/ledger.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

/** The conversion stays approved; the claw-back is recorded separately. */
export async function clawBackConversion(
  context: MerchantContext,
  { id, reason }: { id: ConversionId; reason: string },
): Promise<ClawBack> {
  requireRole(context, "owner");
  const { db, accountId, actor, clock, random } = context;
  return db.transaction(async (tx) => {
    const conversion = orRefuse(await lockConversion(tx, accountId, id), "conversion_not_found");
    const now = clock.now();
    const clawBack = clawBackOf(conversion, { id: idOf("claw_back", random.uuid(now)), reason, actor, now });
    if (!(await insertClawBack(tx, clawBack))) throw new AppError("already_clawed_back");
    const posting = { id: random.uuid(now), accountId, clawBackId: clawBack.id, at: now };
    await postTransfer(tx, transferOfClawBack(clawBack), posting);
    await audit(tx, context, { action: "conversion.clawed_back", subject: id, after: clawBackFacts(clawBack) });
    return clawBack;
  });
}
