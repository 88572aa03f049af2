import { AppError } from "../../domain/errors.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { User, Visitor } from "../../domain/person.ts";
import { findSecondFactor, insertPendingSignIn } from "../../store/people/second-factors.ts";
import { findCredentialsByEmail, holdPassword, type Credentials } from "../../store/people/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { Services } from "../context.ts";
import { digestOf } from "../secret-digest.ts";
import { beginSession } from "./begin-session.ts";
import { knownBrowserId, knownBrowserToken } from "./known-browser.ts";
import { giveBackAttempts, isWithinLimit, limitAttempts, type Attempt } from "../limits/limit-attempts.ts";
import { recordAccess } from "../audit/record-access.ts";
import { newSession } from "./session-life.ts";

/** Tokens that the browser sent. */
export interface BrowserTokens {
  /** The token of the browser's previous session, which ends when the new one starts. */
  readonly previousToken: string | undefined;
  readonly browserToken?: string | undefined;
}

export interface SignIn extends BrowserTokens {
  readonly email: string;
  readonly password: string;
}

export interface SignedInNow {
  readonly user: User;
  readonly token: string;
  /** The browser's new known-browser token. */
  readonly browserToken: string;
}

/** Signed in, or asked for a two-factor code: that token is useless without the code. */
export type SignInOutcome =
  | ({ readonly step: "signed_in" } & SignedInNow)
  | { readonly step: "second_factor"; readonly token: string; readonly expiresAt: Date };

const PENDING_MS = 10 * 60_000;

export async function signIn(services: Services, input: SignIn, visitor: Visitor): Promise<SignInOutcome> {
  const { db, clock, random } = services;
  const verified = await verify(services, input, visitor);
  const { user } = verified;
  const fresh = newSession(services, user.id, visitor);
  const browserToken = knownBrowserToken(services, verified, input.browserToken);
  const pendingToken = random.token();
  const tokenDigest = digestOf(pendingToken);
  const outcome = await db.transaction(async (tx): Promise<SignInOutcome> => {
    // A password change since the check has ended all sessions, so no session may start.
    if (!(await holdPassword(tx, verified))) throw new AppError("wrong_credentials");
    // Checked while the person is locked, so that a two-factor setup confirmed at the same time is either seen or comes
    // later.
    if (!(await findSecondFactor(tx, user.id))?.confirmedAt) {
      await beginSession(tx, fresh, input.previousToken);
      await auditSelf(tx, { ...services, userId: user.id }, { action: "user.signed_in", origin: visitor });
      return { step: "signed_in", user, token: fresh.token, browserToken };
    }
    const expiresAt = new Date(clock.now().getTime() + PENDING_MS);
    await insertPendingSignIn(tx, { tokenDigest, userId: user.id, expiresAt });
    return { step: "second_factor", token: pendingToken, expiresAt };
  });
  if (outcome.step === "signed_in") recordAccess(services, "signed_in", { visitor, userId: user.id });
  return outcome;
}

/** Does the same work and gives the same response whether or not the person exists. */
async function verify(services: Services, input: SignIn, visitor: Visitor): Promise<Credentials> {
  const { db, passwords } = services;
  const found = await findCredentialsByEmail(db, input.email);
  const who = { visitor, email: input.email, userId: found?.user.id };
  const attempts = await limitSignIn(services, { email: input.email, found, browserToken: input.browserToken }, who);
  let isWrong = false;
  try {
    const decoy = await decoyHash(passwords);
    const matches = await passwords.verify(found?.passwordHash ?? decoy, input.password);
    if (found && matches) return found;
    isWrong = true;
  } finally {
    // Neither a correct password nor one that was never checked counts towards a limit.
    if (!isWrong) await giveBackAttempts(services, attempts);
  }
  recordAccess(services, "sign_in_failed", who);
  throw new AppError("wrong_credentials");
}

/** Returns the attempts that count only if the password is wrong. */
async function limitSignIn(
  services: Services,
  given: { email: string; found: Credentials | undefined; browserToken: string | undefined },
  who: { visitor: Visitor; userId: User["id"] | undefined },
): Promise<readonly Attempt[]> {
  const browserId = knownBrowserId(services, given.found, given.browserToken);
  if (browserId !== undefined && (await isWithinLimit(services, ["signInFromKnownBrowser", browserId], who))) return [];
  const email = foldEmail(given.email);
  const counted: Attempt[] = [
    ["signInForEmailFromAddress", email, who.visitor],
    ["signInForEmail", email],
  ];
  await limitAttempts(services, [["signInFromAddress", who.visitor], ...counted], who);
  return counted;
}

const decoys = new WeakMap<Services["passwords"], Promise<string>>();

/** Created once, with the function that hashes real passwords, so that checking it takes as long. */
async function decoyHash(passwords: Services["passwords"]): Promise<string> {
  const decoy = decoys.get(passwords) ?? passwords.hash("nobody has this password");
  decoys.set(passwords, decoy);
  try {
    return await decoy;
  } catch (error) {
    decoys.delete(passwords);
    throw error;
  }
}
