import type { Tx } from "../../db/database.ts";
import { clawBackFacts } from "../../domain/audit-facts.ts";
import { clawableMinor, clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import { orRefuse } from "../../domain/errors.ts";
import { idOf, type ConversionId } from "../../domain/ids.ts";
import { transferOfClawBack } from "../../domain/ledger.ts";
import { insertClawBack, sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { lockConversion } from "../../store/conversions/conversions.ts";
import { postTransfer } from "../../store/ledger/ledger.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext, Services } from "../context.ts";
import { requireRole } from "../require-role.ts";

/** The conversion stays approved; the claw-back is recorded separately. */
export async function clawBackConversion(
  context: MerchantContext,
  { id: conversionId, reason }: { id: ConversionId; reason: string },
): Promise<ClawBack> {
  requireRole(context, "owner");
  const { db, accountId, actor, clock, random } = context;
  return db.transaction(async (tx) => {
    const conversion = orRefuse(await lockConversion(tx, accountId, conversionId), "conversion_not_found");
    const now = clock.now();
    const amountMinor = clawableMinor(conversion, await sumClawedBack(tx, conversion), now);
    const id = idOf("claw_back", random.uuid(now));
    const clawBack = clawBackOf(conversion, { id, amountMinor, reason, actor, now });
    await postClawBack(tx, context, clawBack);
    await audit(tx, context, {
      action: "conversion.clawed_back",
      subject: conversionId,
      after: clawBackFacts(clawBack),
    });
    return clawBack;
  });
}

/** Records a claw-back, or the return of one, and its transfer. The conversion is locked. */
export async function postClawBack(tx: Tx, { random }: Pick<Services, "random">, clawBack: ClawBack): Promise<void> {
  const { id: clawBackId, accountId, createdAt: at } = clawBack;
  await insertClawBack(tx, clawBack);
  postTransfer(tx, transferOfClawBack(clawBack), { id: random.uuid(at), accountId, clawBackId, at });
}
