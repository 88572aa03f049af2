import { AppError } from "../../domain/errors.ts";
import type { User } from "../../domain/person.ts";
import { digestOf } from "../secret-digest.ts";
import { consumePendingSignIn, findPendingSignIn } from "../../store/second-factors.ts";
import { findUser, holdUser } from "../../store/users.ts";
import type { Services } from "../context.ts";
import { beginSession } from "../people/begin-session.ts";
import { limitAttempts } from "../people/limit-attempts.ts";
import type { Visitor } from "../../domain/person.ts";
import { newSession } from "../people/session-life.ts";
import { limitCodes, spendCode } from "./spend-code.ts";

export interface CompleteSignIn {
  /** What the first step answered. */
  readonly token: string;
  /** Of the device, or a recovery code. */
  readonly code: string;
  readonly previousToken: string | undefined;
}

/** The second step. A wrong code leaves the first one standing, for as long as it and the limit allow. */
export async function completeSignIn(
  services: Services,
  input: CompleteSignIn,
  visitor: Visitor,
): Promise<{ user: User; token: string }> {
  const { db, clock } = services;
  await limitAttempts(services, [["signInFromAddress", visitor.address]]);
  const tokenDigest = digestOf(input.token);
  const userId = await findPendingSignIn(db, tokenDigest, clock.now());
  const user = userId && (await findUser(db, userId));
  if (!user) throw new AppError("sign_in_expired");
  await limitCodes(services, user.id);
  const fresh = newSession(services, user.id, visitor);
  await db.transaction(async (tx) => {
    // A password changed since the first step has ended it, and all sessions: none may begin after that.
    await holdUser(tx, user.id);
    if (!(await consumePendingSignIn(tx, tokenDigest, clock.now()))) throw new AppError("sign_in_expired");
    await spendCode(services, tx, { userId: user.id, code: input.code });
    await beginSession(tx, fresh, input.previousToken);
  });
  return { user, token: fresh.token };
}
