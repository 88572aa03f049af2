import { AppError } from "../../domain/errors.ts";
import type { Visitor } from "../../domain/person.ts";
import { anyAccountExists } from "../../store/people/accounts.ts";
import { findCredentialsByEmail } from "../../store/people/users.ts";
import type { Services } from "../context.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { openAccount, type SignedUp } from "./sign-up-account.ts";
import { assertPassword } from "./person-rules.ts";
import type { BrowserTokens } from "./sign-in.ts";
import type { AwaitedCode } from "./mailed-code.ts";
import { askForCode } from "./verified-sign-up.ts";

export interface SignUp extends Pick<BrowserTokens, "previousToken"> {
  /** The account's name. */
  readonly name: string;
  /** Default: the account's name. */
  readonly personName?: string | undefined;
  readonly email: string;
  readonly password: string;
}

/** Signed in with a new account, or asked for the code from an email. */
export type SignUpOutcome =
  | ({ readonly step: "signed_up" } & SignedUp)
  | ({ readonly step: "verification" } & AwaitedCode);

export async function signUp(services: Services, input: SignUp, visitor: Visitor): Promise<SignUpOutcome> {
  const { db, passwords, settings } = services;
  const { name, personName = name, email, password, previousToken } = input;
  if (!(await readSignUpState(services)).open) throw new AppError("signup_closed");
  await limitAttempts(services, [["signUpFromAddress", visitor]], { visitor, email });
  for (const owner of [name, personName]) assertPassword(services, password, { email, name: owner });
  // The first sign-up is not verified: no address is known yet, and the mail server may not work yet.
  const isVerified = settings.signup === "open" && settings.mailIsSent;
  if (!isVerified) {
    // Without email, only the response can say that an address is taken, so it is limited strictly.
    if (settings.signup === "open") await limitAttempts(services, [["signUpWithoutMail", visitor]], { visitor, email });
    if (await findCredentialsByEmail(db, email)) throw new AppError("email_taken");
  }
  const passwordHash = await passwords.hash(password);
  const account = { name, personName, email, passwordHash, verifiedAt: null, previousToken };
  if (isVerified) return { step: "verification", ...(await askForCode(services, account, visitor)) };
  return { step: "signed_up", ...(await openAccount(services, account, visitor)) };
}

export interface SignUpState {
  readonly open: boolean;
  /** The installation has no account yet. */
  readonly first: boolean;
}

export async function readSignUpState({ db, settings }: Services): Promise<SignUpState> {
  const first = !(await anyAccountExists(db));
  return { open: settings.signup === "open" || (settings.signup === "first" && first), first };
}
