import type { Tx } from "../../db/database.ts";
import type { AuditAction } from "../../domain/audit.ts";
import { AppError } from "../../domain/errors.ts";
import type { Visitor } from "../../domain/person.ts";
import { deleteSecondFactor, replaceRecoveryCodes } from "../../store/second-factors.ts";
import { holdPassword } from "../../store/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { PersonContext } from "../context.ts";
import { secondFactorLetter } from "../mail/letters.ts";
import { queueMailToSelf } from "../mail/queue-mail.ts";
import { verifyPassword } from "../people/verify-password.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { limitCodes, spendCode } from "./spend-code.ts";

export interface BothProofs {
  readonly password: string;
  /** Of the device, or a recovery code. */
  readonly code: string;
}

export const turnOffSecondFactor = (context: PersonContext, proofs: BothProofs, origin: Visitor): Promise<void> =>
  withBothProofs(context, proofs, {
    action: "user.second_factor_off",
    origin,
    work: async (tx) => {
      await deleteSecondFactor(tx, context.userId);
      const letter = secondFactorLetter(context.settings, { on: false, at: context.clock.now() });
      await queueMailToSelf(tx, context, letter);
    },
  });

/** In place of those that are left. */
export async function renewRecoveryCodes(
  context: PersonContext,
  proofs: BothProofs,
  origin: Visitor,
): Promise<readonly string[]> {
  const codes = await newRecoveryCodes(context);
  await withBothProofs(context, proofs, {
    action: "user.recovery_codes_made",
    origin,
    work: (tx) => replaceRecoveryCodes(tx, context.userId, codes.digests),
  });
  return codes.shown;
}

/** A session that somebody left open is not enough. The password first: a code that was typed beside a wrong one is not used up. */
async function withBothProofs(
  context: PersonContext,
  { password, code }: BothProofs,
  { action, origin, work }: { action: AuditAction; origin: Visitor; work: (tx: Tx) => Promise<void> },
): Promise<void> {
  const { db, userId } = context;
  const verified = await verifyPassword(context, password);
  await limitCodes(context, userId);
  await db.transaction(async (tx) => {
    if (!(await holdPassword(tx, verified))) throw new AppError("wrong_password");
    await spendCode(context, tx, { userId, code });
    await work(tx);
    await auditSelf(tx, context, { action, origin });
  });
}
