import type { Tx } from "../../db/database.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import type { Account, User, Visitor } from "../../domain/person.ts";
import { anyAccountExists, insertAccount, lockAccountCreation } from "../../store/people/accounts.ts";
import { insertMember } from "../../store/people/members.ts";
import { insertUser } from "../../store/people/users.ts";
import { audit } from "../audit/audit.ts";
import type { Services } from "../context.ts";
import { beginSession } from "./begin-session.ts";
import { knownBrowserToken } from "./known-browser.ts";
import { recordAccess } from "../audit/record-access.ts";
import { newSession } from "./session-life.ts";
import type { BrowserTokens, SignedInNow } from "./sign-in.ts";

export interface NewAccount extends Pick<BrowserTokens, "previousToken"> {
  readonly name: string;
  readonly personName: string;
  readonly email: string;
  readonly passwordHash: string;
  /** When the person verified the address; null until then. */
  readonly verifiedAt: Date | null;
}

export interface SignedUp extends SignedInNow {
  readonly account: Account;
}

/** Creates a person and their account, and signs them in. */
export async function openAccount(services: Services, input: NewAccount, visitor: Visitor): Promise<SignedUp> {
  const { db, clock, random, settings } = services;
  const now = clock.now();
  const { name, personName, email, passwordHash, verifiedAt } = input;
  const user: User = {
    id: idOf("user", random.uuid(now)),
    email,
    name: personName,
    emailVerifiedAt: verifiedAt,
    createdAt: now,
  };
  const account: Account = {
    id: idOf("account", random.uuid(now)),
    name,
    plan: settings.defaultPlan,
    createdAt: now,
  };
  const fresh = newSession(services, user.id, visitor);
  await db.transaction(async (tx) => {
    await lockAccountCreation(tx);
    // Checked again under the lock, so that only one of several concurrent first sign-ups succeeds.
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

export async function insertOwnAccount(tx: Tx, owner: User, account: Account): Promise<void> {
  await insertAccount(tx, account);
  await insertMember(tx, { accountId: account.id, userId: owner.id, role: "owner", createdAt: account.createdAt });
}

/** Omits the account's name, which may be the person's. */
export const creationOf = (owner: User, account: Account): AuditEntry => ({
  action: "account.created",
  subject: account.id,
  after: { plan: account.plan, owner_id: owner.id },
});
