import { AppError } from "../../domain/errors.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { LateMail } from "../../domain/mail.ts";
import { mailboxOf } from "../../domain/mail-limit.ts";
import type { Visitor } from "../../domain/person.ts";
import type { Services } from "../context.ts";
import { addressHashOf, queueDraft } from "../mail/queue-mail.ts";
import { digestOf } from "../secret-digest.ts";
import { isWithinLimit, limitAttempts } from "../limits/limit-attempts.ts";

interface WithEmail {
  readonly email: string;
}

/**
 * What a person entered, until they verify the address with a code from an email. The browser keeps it, encrypted; the
 * database does not store it.
 */
type Sealed<Entered extends WithEmail> = Entered & {
  readonly codeDigest: string;
  readonly expiresAt: number;
};

export interface AwaitedCode {
  /** Encrypted; the browser keeps it until the code is entered. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Not a row ID: what was sealed for one purpose cannot be opened for another. */
type Purpose = "sign-up" | "application";

const VALID_MS = 3_600_000;
const CODE_LENGTH = 8;

/**
 * Does the same work and gives the same response for every address: whether it is known is looked up when the email is
 * composed. Sends a code instead of a link, so that only the browser in which the password was chosen can create the
 * account.
 */
export async function sendCode<Entered extends WithEmail>(
  services: Services,
  input: {
    purpose: Purpose;
    entered: Entered;
    mailOf: (code: string) => LateMail;
  },
  visitor: Visitor,
): Promise<AwaitedCode> {
  const { db, clock, random, mailBox } = services;
  const { purpose, entered } = input;
  const { email } = entered;
  await limitAttempts(services, [["signUpForEmailFromAddress", foldEmail(email), visitor]], { visitor, email });
  const code = random.digits(CODE_LENGTH);
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  const codeDigest = codeDigestOf(email, code);
  const sealed: Sealed<Entered> = { ...entered, codeDigest, expiresAt: expiresAt.getTime() };
  const token = mailBox.seal(JSON.stringify(sealed), purpose).toString("base64url");
  const addressHash = addressHashOf(services, email);
  const mail = { kind: "address_verification", addressHash, draft: input.mailOf(code) } as const;
  // Above the limit the response stays the same, but no email is sent. So nobody can flood a mailbox, or keep its owner
  // from learning that the address is known.
  if (await isWithinLimit(services, ["signUpMail", mailboxOf(email)], { visitor, email }))
    await db.transaction((tx) => queueDraft(tx, services, mail));
  return { token, expiresAt };
}

/** What was entered, once the code proves the address. */
export async function openWithCode<Entered extends WithEmail>(
  services: Services,
  { purpose, token, code }: { purpose: Purpose; token: string; code: string },
  visitor: Visitor,
): Promise<Entered> {
  const opened = services.mailBox.openIfPossible(Buffer.from(token, "base64url"), purpose);
  const sealed = opened === undefined ? undefined : (JSON.parse(opened) as Sealed<Entered>);
  if (!sealed || services.clock.now().getTime() >= sealed.expiresAt) throw new AppError("wrong_code");
  // Counted by the decrypted content: base64 has several spellings of one token, and each would get its own tries.
  await limitAttempts(services, [["confirmSignUp", sealed.codeDigest]], { visitor });
  if (codeDigestOf(sealed.email, code) !== sealed.codeDigest) throw new AppError("wrong_code");
  return sealed;
}

const codeDigestOf = (email: string, code: string): string => digestOf(`${email} ${code}`).toString("base64url");
