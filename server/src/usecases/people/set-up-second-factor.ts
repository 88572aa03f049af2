import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { givenCodeOf, isSetUpOpen } from "../../domain/second-factor.ts";
import { lockSecondFactor, replaceRecoveryCodes, saveConfirmed, saveSetUp } from "../../store/people/second-factors.ts";
import { deleteOtherSessions } from "../../store/people/sessions.ts";
import { holdPassword, lockUser } from "../../store/people/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { PersonContext } from "../context.ts";
import { secondFactorMail } from "../mail/mail-texts.ts";
import { queueMailToUser } from "../mail/queue-mail.ts";
import { verifyPassword } from "./verify-password.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { limitCodes, recordingWrongCodes, stepOf } from "./spend-second-factor-code.ts";

export interface SetUp {
  /** For typing it in manually. */
  readonly secret: string;
  /** For the QR code. */
  readonly address: string;
}

/** Creates a new secret, shown once. It is not in effect until a code confirms that the person's app has it. */
export async function beginSetUp(context: PersonContext, password: string, origin: Visitor): Promise<SetUp> {
  const { db, clock, oneTimeCodes, secondFactorBox, settings, userId } = context;
  const verified = await verifyPassword(context, password, origin);
  const secret = oneTimeCodes.newSecret();
  const secretSealed = secondFactorBox.seal(secret, userId);
  await db.transaction(async (tx) => {
    if (!(await holdPassword(tx, verified))) throw new AppError("wrong_password");
    if (!(await saveSetUp(tx, { userId, secretSealed, setUpAt: clock.now() }))) throw new AppError("second_factor_on");
  });
  // A person may use two installations: apps show the issuer, and some keep only one entry per name.
  const issuer = `Tributary (${new URL(settings.baseUrl).hostname})`;
  return { secret, address: oneTimeCodes.addressOf(secret, { issuer, person: verified.user.email }) };
}

/**
 * From now on a password alone is not enough to sign in. Sessions that were started without a code end, except the
 * current one.
 */
export async function confirmSetUp(
  context: PersonContext,
  input: { code: string; sessionId: SessionId },
  origin: Visitor,
): Promise<readonly string[]> {
  const { db, clock, userId } = context;
  const who = { visitor: origin, userId };
  await limitCodes(context, who);
  const codes = newRecoveryCodes(context);
  const confirming = db.transaction(async (tx) => {
    const now = clock.now();
    await lockUser(tx, userId);
    const factor = await lockSecondFactor(tx, userId);
    if (factor?.confirmedAt) throw new AppError("second_factor_on");
    if (!factor || !isSetUpOpen(factor, now)) throw new AppError("set_up_expired");
    const step = stepOf(context, factor, givenCodeOf(input.code).code);
    if (step === undefined) throw new AppError("wrong_second_factor");
    await saveConfirmed(tx, userId, { at: now, step });
    await replaceRecoveryCodes(tx, userId, codes.digests);
    await deleteOtherSessions(tx, userId, input.sessionId);
    await auditSelf(tx, context, { action: "user.second_factor_on", origin });
    const content = secondFactorMail(context.settings, { what: "on", at: now });
    await queueMailToUser(tx, context, { userId, content });
  });
  await recordingWrongCodes(context, who, confirming);
  return codes.shown;
}
