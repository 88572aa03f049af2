import { AppError } from "../../domain/errors.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { User } from "../../domain/person.ts";
import { digestOf } from "../../domain/secret.ts";
import { deleteEndedSessions, deleteSessionByToken, insertSession } from "../../store/sessions.ts";
import { findCredentialsByEmail, holdPassword, type Credentials } from "../../store/users.ts";
import type { Services } from "../context.ts";
import { limitAttempts } from "./limit-attempts.ts";
import { idleSince, newSession, type Visitor } from "./session-life.ts";

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The token of the session that the same browser had until now; it ends with the new one's beginning. */
  readonly previousToken: string | undefined;
}

export async function signIn(
  services: Services,
  input: SignIn,
  visitor: Visitor,
): Promise<{ user: User; token: string }> {
  const { db, clock } = services;
  const email = foldEmail(input.email);
  await limitAttempts(services, [
    ["signInFromAddress", visitor.address],
    ["signInForEmailFromAddress", `${email} ${visitor.address}`],
    ["signInForEmail", email],
  ]);
  const verified = await verify(services, input);
  const { session, token, tokenDigest } = await newSession(services, verified.user.id, visitor);
  const previousDigest = input.previousToken === undefined ? undefined : await digestOf(input.previousToken);
  const now = clock.now();
  await db.transaction(async (tx) => {
    // A password changed since it was verified has ended all sessions: this one must not begin after them.
    if (!(await holdPassword(tx, verified))) throw new AppError("wrong_credentials");
    await deleteEndedSessions(tx, verified.user.id, { now, idleSince: idleSince(now) });
    if (previousDigest) await deleteSessionByToken(tx, previousDigest);
    await insertSession(tx, session, tokenDigest);
  });
  return { user: verified.user, token };
}

/** The same work and the same answer whether there is such a person or not. */
async function verify({ db, passwords }: Services, { email, password }: SignIn): Promise<Credentials> {
  const found = await findCredentialsByEmail(db, email);
  const decoy = await decoyHash(passwords);
  const matches = await passwords.verify(found?.passwordHash ?? decoy, password);
  if (!found || !matches) throw new AppError("wrong_credentials");
  return found;
}

const decoys = new WeakMap<Services["passwords"], string>();

/** Made once, by the same function as the real ones, so that checking it takes as long. */
async function decoyHash(passwords: Services["passwords"]): Promise<string> {
  const known = decoys.get(passwords);
  if (known !== undefined) return known;
  const made = await passwords.hash("nobody has this password");
  decoys.set(passwords, made);
  return made;
}
