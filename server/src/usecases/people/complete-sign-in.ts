import { AppError } from "../../domain/errors.ts";
import type { Visitor } from "../../domain/person.ts";
import { consumePendingSignIn, findPendingSignIn } from "../../store/people/second-factors.ts";
import { findCredentials, holdPassword } from "../../store/people/users.ts";
import { auditSelf } from "../audit/audit-person.ts";
import type { Services } from "../context.ts";
import { beginSession } from "./begin-session.ts";
import { knownBrowserToken } from "./known-browser.ts";
import { recordAccess } from "../audit/record-access.ts";
import { newSession } from "./session-life.ts";
import type { BrowserTokens, SignedInNow } from "./sign-in.ts";
import { digestOf } from "../secret-digest.ts";
import { limitCodes, recordingWrongCodes, spendCode } from "./spend-second-factor-code.ts";

export interface CompleteSignIn extends BrowserTokens {
  /** From the response of the first step. */
  readonly token: string;
  /** From the authenticator app, or a recovery code. */
  readonly code: string;
}

/**
 * The second step. After a wrong code the person can try again until the first step expires or the limit is reached.
 * Tries count per person only: the token cannot be guessed, and a limit per address would let strangers lock out others
 * behind the same address.
 */
export async function completeSignIn(
  services: Services,
  input: CompleteSignIn,
  visitor: Visitor,
): Promise<SignedInNow> {
  const { db, clock } = services;
  const tokenDigest = digestOf(input.token);
  const userId = await findPendingSignIn(db, tokenDigest, clock.now());
  const credentials = userId && (await findCredentials(db, userId));
  if (!credentials) throw new AppError("sign_in_expired");
  const { user } = credentials;
  const who = { visitor, userId };
  await limitCodes(services, who);
  const fresh = newSession(services, userId, visitor);
  const completing = db.transaction(async (tx) => {
    // A password change since the first step has ended it and all sessions, so no session may start.
    if (!(await holdPassword(tx, credentials))) throw new AppError("sign_in_expired");
    if (!(await consumePendingSignIn(tx, tokenDigest, clock.now()))) throw new AppError("sign_in_expired");
    await spendCode(services, tx, { userId, code: input.code });
    await beginSession(tx, fresh, input.previousToken);
    await auditSelf(tx, { ...services, userId }, { action: "user.signed_in", origin: visitor });
  });
  await recordingWrongCodes(services, who, completing);
  recordAccess(services, "signed_in", who);
  return { user, token: fresh.token, browserToken: knownBrowserToken(services, credentials, input.browserToken) };
}
