import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type UserId } from "../../domain/ids.ts";
import type { Account } from "../../domain/person.ts";
import type { Row } from "../row.ts";

/** A test account. It has the plan and the members of its live account. */
export interface Twin extends Account {
  readonly liveAccountId: AccountId;
  /** Its time. */
  readonly now: Date;
}

const columns = sql`a.id, a.name, a.plan, a.created_at as "createdAt", a.live_account_id as "liveAccountId", clock.now`;

const twinOf = (row: Row<Twin>): Twin => ({
  ...row,
  id: idOf("account", row.id),
  liveAccountId: idOf("account", row.liveAccountId),
});

/** With its clock, which starts at the real time. False if the live account has a twin of this name. */
export async function insertTwin(tx: Tx, twin: Twin): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into accounts (id, name, plan, created_at, mode, live_account_id)
    values (${uuidOf(twin.id)}, ${twin.name}, ${twin.plan}, ${twin.createdAt}, 'test', ${uuidOf(twin.liveAccountId)})
    on conflict (live_account_id, name) where live_account_id is not null do nothing
    returning id`);
  if (rows.length === 0) return false;
  await tx.query(sql`
    insert into account_clocks (account_id, now, started_at)
    values (${uuidOf(twin.id)}, ${twin.now}, ${twin.createdAt})`);
  return true;
}

/** Oldest first. */
export async function listTwins(db: Queryable, liveAccountId: AccountId): Promise<Twin[]> {
  const rows = await db.query<Row<Twin>>(sql`
    select ${columns} from accounts a join account_clocks clock on clock.account_id = a.id
    where a.live_account_id = ${uuidOf(liveAccountId)} order by a.created_at, a.id`);
  return rows.map(twinOf);
}

export async function findTwin(db: Queryable, id: AccountId): Promise<Twin | undefined> {
  const [row] = await db.query<Row<Twin>>(sql`
    select ${columns} from accounts a join account_clocks clock on clock.account_id = a.id
    where a.id = ${uuidOf(id)} and a.mode = 'test'`);
  return row && twinOf(row);
}

/** What a reset keeps, and the twin itself. The rest is gone already. */
export async function deleteTwin(tx: Tx, id: AccountId): Promise<void> {
  for (const table of ["api_keys", "customer_keys", "account_clocks"])
    await tx.query(sql`delete from ${raw(table)} where account_id = ${uuidOf(id)}`);
  await tx.query(sql`delete from accounts where id = ${uuidOf(id)} and mode = 'test'`);
}

/** Of all live accounts that the person is a member of, oldest first. */
export async function listTwinsOfMember(db: Queryable, userId: UserId): Promise<Twin[]> {
  const rows = await db.query<Row<Twin>>(sql`
    select ${columns} from members m join accounts a on a.live_account_id = m.account_id
    join account_clocks clock on clock.account_id = a.id
    where m.user_id = ${uuidOf(userId)} order by a.created_at, a.id`);
  return rows.map(twinOf);
}
