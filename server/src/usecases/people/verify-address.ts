import { AppError, orRefuse } from "../../domain/errors.ts";
import { consumeAddressCode, saveAddressCode, saveAddressVerified } from "../../store/people/recovery.ts";
import { findUser } from "../../store/people/users.ts";
import type { PersonContext } from "../context.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { addressCodeMail } from "../mail/mail-texts.ts";
import { queueMail } from "../mail/queue-mail.ts";

const VALID_MS = 3_600_000;

/** A new code replaces the previous one. */
export async function sendAddressCode(context: PersonContext): Promise<void> {
  const { db, clock, random, settings, userId } = context;
  if (!settings.mailIsSent) throw new AppError("mail_off", { text: "Email is not set up on this server." });
  const user = orRefuse(await findUser(db, userId), "user_not_found");
  if (user.emailVerifiedAt) throw new AppError("email_already_verified");
  await limitAttempts(context, [["sendAddressCode", userId]]);
  const code = random.digits(CODE_LENGTH);
  const codeDigest = codeDigestOf(context, code);
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  await db.transaction(async (tx) => {
    await saveAddressCode(tx, { userId, codeDigest, expiresAt });
    await queueMail(tx, context, { to: user.email, content: addressCodeMail(code) });
  });
}

const CODE_LENGTH = 8;

export async function confirmAddress(context: PersonContext, code: string): Promise<void> {
  const { db, clock, userId } = context;
  await limitAttempts(context, [["confirmAddress", userId]]);
  const codeDigest = codeDigestOf(context, code);
  await db.transaction(async (tx) => {
    const now = clock.now();
    if (!(await consumeAddressCode(tx, { userId, codeDigest, now }))) throw new AppError("wrong_code");
    await saveAddressVerified(tx, userId, now);
  });
}

/** Keyed: with a copy of the database alone, all eight-digit codes could otherwise be tried. */
const codeDigestOf = ({ addressCodeHash, userId }: PersonContext, code: string): Buffer =>
  addressCodeHash(`${userId} ${code}`);
