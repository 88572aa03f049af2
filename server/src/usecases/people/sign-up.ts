import type { Tx } from "../../db/database.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import type { Account, User } from "../../domain/person.ts";
import { anyAccountExists, insertAccount, lockAccountCreation } from "../../store/accounts.ts";
import { insertMember } from "../../store/members.ts";
import { findCredentialsByEmail, insertUser } from "../../store/users.ts";
import { audit } from "../audit/audit.ts";
import type { Services } from "../context.ts";
import { beginSession } from "./begin-session.ts";
import { knownBrowserToken } from "./known-browser.ts";
import { limitAttempts } from "./limit-attempts.ts";
import type { Visitor } from "../../domain/person.ts";
import { assertPassword } from "./person-rules.ts";
import { recordAccess } from "./record-access.ts";
import { newSession } from "./session-life.ts";
import type { BrowserTokens, SignedInNow } from "./sign-in.ts";

export interface SignUp extends Pick<BrowserTokens, "previousToken"> {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A new person with an account of their own, signed in. The account has the person's name until they change it. */
export async function signUp(
  services: Services,
  input: SignUp,
  visitor: Visitor,
): Promise<SignedInNow & { account: Account }> {
  const { db, clock, random, passwords, settings } = services;
  if (!(await isSignUpOpen(services))) throw new AppError("signup_closed");
  await limitAttempts(services, [["signUpFromAddress", visitor]], { visitor, email: input.email });
  if (await findCredentialsByEmail(db, input.email)) throw new AppError("email_taken");
  assertPassword(input.password, input);

  const passwordHash = await passwords.hash(input.password);
  const now = clock.now();
  const { name, email } = input;
  const user: User = { id: idOf("user", random.uuid(now)), email, name, emailVerifiedAt: null, createdAt: now };
  const account: Account = {
    id: idOf("account", random.uuid(now)),
    name,
    plan: settings.defaultPlan,
    createdAt: now,
  };
  const fresh = newSession(services, user.id, visitor);
  await db.transaction(async (tx) => {
    await lockAccountCreation(tx);
    // Asked again under the lock: of twenty who come first at once, one is.
    if (settings.signup === "first" && (await anyAccountExists(tx))) throw new AppError("signup_closed");
    if (!(await insertUser(tx, { user, passwordHash }))) throw new AppError("email_taken");
    await insertOwnAccount(tx, user, account);
    const acting = { ...services, accountId: account.id, actor: user.id, origin: visitor };
    await audit(tx, acting, creationOf(user, account));
    await beginSession(tx, fresh, input.previousToken);
  });
  recordAccess(services, "signed_up", { visitor, userId: user.id });
  return { user, account, token: fresh.token, browserToken: knownBrowserToken(services, { user, passwordHash }) };
}

export async function isSignUpOpen({ db, settings }: Services): Promise<boolean> {
  if (settings.signup !== "first") return settings.signup === "open";
  return !(await anyAccountExists(db));
}

export async function insertOwnAccount(tx: Tx, owner: User, account: Account): Promise<void> {
  await insertAccount(tx, account);
  await insertMember(tx, { accountId: account.id, userId: owner.id, role: "owner", createdAt: account.createdAt });
}

/** Without its name, which begins as a person's. */
export const creationOf = (owner: User, account: Account): AuditEntry => ({
  action: "account.created",
  subject: account.id,
  after: { plan: account.plan, owner_id: owner.id },
});
