import { AppError } from "../../domain/errors.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { mailboxOf } from "../../domain/mail-limit.ts";
import type { Visitor } from "../../domain/person.ts";
import { findCredentialsByEmail } from "../../store/people/users.ts";
import type { Services } from "../context.ts";
import { knownAddressMail, signUpCodeMail } from "../mail/mail-texts.ts";
import { addressHashOf, queueDraft } from "../mail/queue-mail.ts";
import { digestOf } from "../secret-digest.ts";
import { isWithinLimit, limitAttempts } from "../limits/limit-attempts.ts";
import { openAccount, type NewAccount, type SignedUp } from "./sign-up-account.ts";

/** What a person entered, until they verify the address. It is not stored in the database. */
interface Pending {
  readonly name: string;
  /** Missing in a token from before people had names of their own. */
  readonly personName?: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly codeDigest: string;
  readonly expiresAt: number;
}

export interface AwaitedCode {
  /** Encrypted; the browser keeps it until the code is entered. */
  readonly token: string;
  readonly expiresAt: Date;
}

const VALID_MS = 3_600_000;
const CODE_LENGTH = 8;
/** Not a row ID: nothing else that the box has encrypted can be opened as a sign-up. */
const OWNER = "sign-up";

/**
 * Does the same work and gives the same response for every address: whether it is known is looked up when the email is
 * composed. Sends a code instead of a link, so that only the browser in which the password was chosen can create the
 * account.
 */
export async function askForCode(services: Services, input: NewAccount, visitor: Visitor): Promise<AwaitedCode> {
  const { db, clock, random, mailBox } = services;
  const { name, personName, email, passwordHash } = input;
  await limitAttempts(services, [["signUpForEmailFromAddress", foldEmail(email), visitor]], { visitor, email });
  const code = random.digits(CODE_LENGTH);
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  const codeDigest = codeDigestOf(email, code);
  const pending: Pending = { name, personName, email, passwordHash, codeDigest, expiresAt: expiresAt.getTime() };
  const token = mailBox.seal(JSON.stringify(pending), OWNER).toString("base64url");
  const mail = {
    kind: "address_verification",
    addressHash: addressHashOf(services, email),
    draft: { to: email, compose: "sign_up", code },
  } as const;
  // Above the limit the response stays the same, but no email is sent. So nobody can flood a mailbox, or keep its owner
  // from learning that the address is known.
  if (await isWithinLimit(services, ["signUpMail", mailboxOf(email)], { visitor, email }))
    await db.transaction((tx) => queueDraft(tx, services, mail));
  return { token, expiresAt };
}

/** Sends to the stored address, as with resets: two addresses that fold alike may be different mailboxes. */
export async function composeSignUp(
  { db, settings }: Services,
  { to, code }: { to: string; code: string },
): Promise<{ to: string; subject: string; text: string }> {
  const found = await findCredentialsByEmail(db, to);
  return found ? { to: found.user.email, ...knownAddressMail(settings) } : { to, ...signUpCodeMail(code) };
}

export async function confirmSignUp(
  services: Services,
  input: { token: string; code: string; previousToken: string | undefined },
  visitor: Visitor,
): Promise<SignedUp> {
  const pending = readPending(services, input.token);
  const now = services.clock.now();
  if (!pending || now.getTime() >= pending.expiresAt) throw new AppError("wrong_code");
  // Counted by the decrypted content: base64 has several spellings of one token, and each would get its own tries.
  await limitAttempts(services, [["confirmSignUp", pending.codeDigest]], { visitor });
  if (codeDigestOf(pending.email, input.code) !== pending.codeDigest) throw new AppError("wrong_code");
  const { name, personName = name, email, passwordHash } = pending;
  return openAccount(
    services,
    { name, personName, email, passwordHash, verifiedAt: now, previousToken: input.previousToken },
    visitor,
  );
}

function readPending({ mailBox }: Services, token: string): Pending | undefined {
  const opened = mailBox.openIfPossible(Buffer.from(token, "base64url"), OWNER);
  return opened === undefined ? undefined : (JSON.parse(opened) as Pending);
}

const codeDigestOf = (email: string, code: string): string => digestOf(`${email} ${code}`).toString("base64url");
