import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import type { Account, Plan, User } from "../../domain/person.ts";
import { lockAccountCreation } from "../../store/people/accounts.ts";
import { findCredentialsByEmail, insertUser } from "../../store/people/users.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { OperatorContext } from "../context.ts";
import { assertPerson } from "../people/person-rules.ts";
import { creationOf, insertOwnAccount } from "../people/sign-up-account.ts";

export interface CreateAccount {
  readonly email: string;
  readonly name: string;
  /** Default: the account's name. */
  readonly ownerName?: string | undefined;
  readonly password?: string | undefined;
  readonly plan?: Plan | undefined;
}

export interface CreatedAccount {
  readonly account: Account;
  readonly owner: User;
  /** Set only if Tributary generated the password; it is never shown again. */
  readonly madePassword: string | undefined;
}

/**
 * Creates an account and its owner. An existing person gets another account and keeps their password. Giving a password
 * for them is an error: it would either be ignored or overwrite theirs.
 */
export async function createAccount(context: OperatorContext, input: CreateAccount): Promise<CreatedAccount> {
  assertPerson(context, input);
  const known = await findCredentialsByEmail(context.db, input.email);
  if (known && input.password !== undefined) throw new AppError("email_taken", { text: KNOWN_PERSON });
  return known ? createForKnown(context, input, known.user) : createForNew(context, input);
}

const KNOWN_PERSON = "A user with this email address already exists. Omit the password to give them another account.";

async function createForKnown(context: OperatorContext, input: CreateAccount, owner: User): Promise<CreatedAccount> {
  const account = accountOf(context, input);
  await context.db.transaction(async (tx) => {
    await lockAccountCreation(tx);
    await insertOwnAccount(tx, owner, account);
    await audit(tx, asOperator(context, account.id), creationOf(owner, account));
  });
  return { account, owner, madePassword: undefined };
}

async function createForNew(context: OperatorContext, input: CreateAccount): Promise<CreatedAccount> {
  const password = input.password ?? context.random.password();
  const passwordHash = await context.passwords.hash(password);
  const account = accountOf(context, input);
  const owner: User = {
    id: idOf("user", context.random.uuid(account.createdAt)),
    email: input.email,
    name: input.ownerName ?? input.name,
    emailVerifiedAt: null,
    createdAt: account.createdAt,
  };
  await context.db.transaction(async (tx) => {
    await lockAccountCreation(tx);
    if (!(await insertUser(tx, { user: owner, passwordHash }))) throw new AppError("email_taken");
    await insertOwnAccount(tx, owner, account);
    await audit(tx, asOperator(context, account.id), creationOf(owner, account));
  });
  return { account, owner, madePassword: input.password === undefined ? password : undefined };
}

function accountOf({ clock, random, settings }: OperatorContext, { name, plan }: CreateAccount): Account {
  const now = clock.now();
  return { id: idOf("account", random.uuid(now)), name, plan: plan ?? settings.defaultPlan, createdAt: now };
}
