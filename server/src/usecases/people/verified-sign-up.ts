import type { Visitor } from "../../domain/person.ts";
import { findCredentialsByEmail } from "../../store/people/users.ts";
import type { Services } from "../context.ts";
import { applicationCodeMail, knownAddressMail, knownApplicantMail, signUpCodeMail } from "../mail/mail-texts.ts";
import { openWithCode, sendCode, type AwaitedCode } from "./mailed-code.ts";
import { openAccount, type NewAccount, type SignedUp } from "./sign-up-account.ts";

interface Entered extends Pick<NewAccount, "name" | "email" | "passwordHash"> {
  /** Missing in tokens from before people had their own names. */
  readonly personName?: string;
}

export async function askForCode(services: Services, input: NewAccount, visitor: Visitor): Promise<AwaitedCode> {
  const { name, personName, email, passwordHash } = input;
  const entered: Entered = { name, personName, email, passwordHash };
  const mailOf = (code: string) => ({ to: email, compose: "sign_up", code }) as const;
  return sendCode(services, { purpose: "sign-up", entered, mailOf }, visitor);
}

/** Sends to the stored address, as with resets: two addresses that fold alike may be different mailboxes. */
export async function composeWithCode(
  { db, settings }: Services,
  { to, code, slug }: { to: string; code: string; slug?: string },
): Promise<{ to: string; subject: string; text: string }> {
  const found = await findCredentialsByEmail(db, to);
  if (slug === undefined)
    return found ? { to: found.user.email, ...knownAddressMail(settings) } : { to, ...signUpCodeMail(code) };
  return found ? { to: found.user.email, ...knownApplicantMail(settings, slug) } : { to, ...applicationCodeMail(code) };
}

export async function confirmSignUp(
  services: Services,
  { token, code, previousToken }: { token: string; code: string; previousToken: string | undefined },
  visitor: Visitor,
): Promise<SignedUp> {
  const entered = await openWithCode<Entered>(services, { purpose: "sign-up", token, code }, visitor);
  const { name, personName = name, email, passwordHash } = entered;
  const verifiedAt = services.clock.now();
  return openAccount(services, { name, personName, email, passwordHash, verifiedAt, previousToken }, visitor);
}
