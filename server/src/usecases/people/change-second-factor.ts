import type { Tx } from "../../db/database.ts";
import type { AuditAction } from "../../domain/audit.ts";
import { AppError } from "../../domain/errors.ts";
import type { Visitor } from "../../domain/person.ts";
import { deleteSecondFactor, replaceRecoveryCodes } from "../../store/people/second-factors.ts";
import { holdPassword } from "../../store/people/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { PersonContext } from "../context.ts";
import { secondFactorMail } from "../mail/mail-texts.ts";
import { queueMailToUser } from "../mail/queue-mail.ts";
import { verifyPassword } from "./verify-password.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { limitCodes, recordingWrongCodes, spendCode } from "./spend-second-factor-code.ts";

export interface BothProofs {
  readonly password: string;
  /** From the authenticator app, or a recovery code. */
  readonly code: string;
}

export const turnOffSecondFactor = (context: PersonContext, proofs: BothProofs, origin: Visitor): Promise<void> =>
  withBothProofs(context, proofs, {
    action: "user.second_factor_off",
    what: "off",
    origin,
    work: (tx) => deleteSecondFactor(tx, context.userId),
  });

/** Replaces all remaining codes. */
export async function renewRecoveryCodes(
  context: PersonContext,
  proofs: BothProofs,
  origin: Visitor,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes(context);
  await withBothProofs(context, proofs, {
    action: "user.recovery_codes_made",
    what: "codes",
    origin,
    work: (tx) => replaceRecoveryCodes(tx, context.userId, codes.digests),
  });
  return codes.shown;
}

interface Change {
  readonly action: AuditAction;
  /** The name used in the email. */
  readonly what: "off" | "codes";
  readonly origin: Visitor;
  readonly work: (tx: Tx) => Promise<void>;
}

/** An open session is not enough. The password is checked first, so that a wrong one does not use up the code. */
async function withBothProofs(
  context: PersonContext,
  { password, code }: BothProofs,
  { action, what, origin, work }: Change,
): Promise<void> {
  const { db, clock, settings, userId } = context;
  const who = { visitor: origin, userId };
  const verified = await verifyPassword(context, password, origin);
  await limitCodes(context, who);
  const changing = db.transaction(async (tx) => {
    if (!(await holdPassword(tx, verified))) throw new AppError("wrong_password");
    await spendCode(context, tx, { userId, code });
    await work(tx);
    await auditSelf(tx, context, { action, origin });
    await queueMailToUser(tx, context, { userId, content: secondFactorMail(settings, { what, at: clock.now() }) });
  });
  await recordingWrongCodes(context, who, changing);
}
