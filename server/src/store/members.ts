import sql from "sql-template-tag";
import type { Queryable, Tx } from "../db/database.ts";
import { idOf, uuidOf, type AccountId, type UserId } from "../domain/ids.ts";
import type { Plan, Role } from "../domain/person.ts";

export interface Member {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly role: Role;
  readonly createdAt: Date;
}

export async function insertMember(tx: Tx, member: Member): Promise<void> {
  await tx.query(sql`
    insert into members (account_id, user_id, role, created_at)
    values (${uuidOf(member.accountId)}, ${uuidOf(member.userId)}, ${member.role}, ${member.createdAt})`);
}

export async function findRole(db: Queryable, accountId: AccountId, userId: UserId): Promise<Role | undefined> {
  const [row] = await db.query<{ role: Role }>(sql`
    select role from members where account_id = ${uuidOf(accountId)} and user_id = ${uuidOf(userId)}`);
  return row?.role;
}

export interface Membership {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly plan: Plan;
  readonly role: Role;
}

export async function listMemberships(db: Queryable, userId: UserId): Promise<Membership[]> {
  const rows = await db.query<{ id: string; name: string; plan: Plan; role: Role }>(sql`
    select a.id, a.name, a.plan, m.role
    from members m join accounts a on a.id = m.account_id
    where m.user_id = ${uuidOf(userId)}
    order by a.created_at, a.id`);
  return rows.map(({ id, name, plan, role }) => ({
    accountId: idOf("account", id),
    accountName: name,
    plan,
    role,
  }));
}
