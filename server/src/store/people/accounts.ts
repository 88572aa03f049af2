import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { Account, Plan } from "../../domain/person.ts";
import type { Row } from "../row.ts";

const accountOf = (row: Row<Account>): Account => ({ ...row, id: idOf("account", row.id) });

/** Accounts are created one at a time, so that "does an account exist?" stays true until the commit. */
export async function lockAccountCreation(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('tributary:account-creation', 0))`);
}

export async function anyAccountExists(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    sql`select exists (select from accounts where mode = 'live') as found`,
  );
  return row?.found ?? false;
}

export async function insertAccount(tx: Tx, account: Account): Promise<void> {
  await tx.query(sql`
    insert into accounts (id, name, plan, created_at)
    values (${uuidOf(account.id)}, ${account.name}, ${account.plan}, ${account.createdAt})`);
}

export async function findAccount(db: Queryable, id: AccountId): Promise<Account | undefined> {
  const [row] = await db.query<Row<Account>>(sql`
    select id, name, plan, created_at as "createdAt" from accounts where id = ${uuidOf(id)}`);
  return row && accountOf(row);
}

/**
 * Membership changes of an account run one at a time: each locks its row until the commit, so that what it has read
 * stays true. Nothing else in the account is blocked.
 */
export async function lockAccount(tx: Tx, id: AccountId): Promise<Account | undefined> {
  const [row] = await tx.query<Row<Account>>(sql`
    select id, name, plan, created_at as "createdAt" from accounts where id = ${uuidOf(id)} for no key update`);
  return row && accountOf(row);
}

export async function saveAccountName(tx: Tx, id: AccountId, name: string): Promise<void> {
  await tx.query(sql`update accounts set name = ${name} where id = ${uuidOf(id)}`);
}

/** The live account has another twin of this name. */
export const isTwinNameTaken = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "accounts_twins";

export async function findAccountsOwnedBy(db: Queryable, email: string): Promise<Account[]> {
  const rows = await db.query<Row<Account>>(sql`
    select a.id, a.name, a.plan, a.created_at as "createdAt"
    from users u
    join members m on m.user_id = u.id and m.role = 'owner'
    join accounts a on a.id = m.account_id
    where u.email_folded = ${foldEmail(email)} and u.twin_id is null
    order by a.created_at, a.id`);
  return rows.map(accountOf);
}

export interface AccountWithOwners extends Account {
  readonly owners: readonly string[];
}

export async function listAccountsWithOwners(db: Queryable): Promise<AccountWithOwners[]> {
  const rows = await db.query<Row<AccountWithOwners>>(sql`
    select a.id, a.name, a.plan, a.created_at as "createdAt",
      array(
        select u.email from members m join users u on u.id = m.user_id
        where m.account_id = a.id and m.role = 'owner'
        order by m.created_at, u.id
      ) as owners
    from accounts a
    where a.mode = 'live'
    order by a.created_at, a.id`);
  return rows.map((row) => ({ ...row, ...accountOf(row) }));
}

export async function lockPlan(tx: Tx, id: AccountId): Promise<Plan | null> {
  const [row] = await tx.query<{ plan: Plan }>(sql`
    select plan from accounts where id = ${uuidOf(id)} for no key update`);
  return row?.plan ?? null;
}

/** Twins have the plan of their live account. */
export async function savePlan(tx: Tx, id: AccountId, plan: Plan): Promise<void> {
  await tx.query(sql`update accounts set plan = ${plan} where id = ${uuidOf(id)} or live_account_id = ${uuidOf(id)}`);
}
