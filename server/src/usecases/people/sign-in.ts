import { AppError } from "../../domain/errors.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { User } from "../../domain/person.ts";
import { digestOf } from "../secret-digest.ts";
import { findSecondFactor, insertPendingSignIn } from "../../store/second-factors.ts";
import { findCredentialsByEmail, holdPassword, type Credentials } from "../../store/users.ts";
import type { Services } from "../context.ts";
import { beginSession } from "./begin-session.ts";
import { limitAttempts } from "./limit-attempts.ts";
import type { Visitor } from "../../domain/person.ts";
import { newSession } from "./session-life.ts";

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The token of the session that the same browser had until now; it ends with the new one's beginning. */
  readonly previousToken: string | undefined;
}

/** Signed in, or asked for the second proof: its token opens nothing without a code. */
export type SignInOutcome =
  | { readonly step: "signed_in"; readonly user: User; readonly token: string }
  | { readonly step: "second_factor"; readonly token: string; readonly expiresAt: Date };

const PENDING_MS = 10 * 60_000;

export async function signIn(services: Services, input: SignIn, visitor: Visitor): Promise<SignInOutcome> {
  const { db, clock, random } = services;
  const email = foldEmail(input.email);
  await limitAttempts(services, [
    ["signInFromAddress", visitor.address],
    ["signInForEmailFromAddress", `${email} ${visitor.address}`],
    ["signInForEmail", email],
  ]);
  const verified = await verify(services, input);
  const { user } = verified;
  const fresh = newSession(services, user.id, visitor);
  const pendingToken = random.token();
  const tokenDigest = digestOf(pendingToken);
  return db.transaction(async (tx) => {
    // A password changed since it was verified has ended all sessions: this one must not begin after them.
    if (!(await holdPassword(tx, verified))) throw new AppError("wrong_credentials");
    // Asked while the person is held: of a sign-in and a second factor that begins, one comes first.
    if (!(await findSecondFactor(tx, user.id))?.confirmedAt) {
      await beginSession(tx, fresh, input.previousToken);
      return { step: "signed_in", user, token: fresh.token };
    }
    const expiresAt = new Date(clock.now().getTime() + PENDING_MS);
    await insertPendingSignIn(tx, { tokenDigest, userId: user.id, expiresAt });
    return { step: "second_factor", token: pendingToken, expiresAt };
  });
}

/** The same work and the same answer whether there is such a person or not. */
async function verify({ db, passwords }: Services, { email, password }: SignIn): Promise<Credentials> {
  const found = await findCredentialsByEmail(db, email);
  const decoy = await decoyHash(passwords);
  const matches = await passwords.verify(found?.passwordHash ?? decoy, password);
  if (!found || !matches) throw new AppError("wrong_credentials");
  return found;
}

const decoys = new WeakMap<Services["passwords"], Promise<string>>();

/** Created once, by the same function as the real ones, so that checking it takes as long. */
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
