import sql, { raw } from "sql-template-tag";
import type { memberSorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type UserId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { Member } from "../../domain/member.ts";
import type { AccountMode, Plan, User } from "../../domain/person.ts";
import type { Role } from "../../domain/roles.ts";
import { beyond, bounds, countUpTo, orderBy, type List, type OfAccount } from "../page.ts";
import { roleRank } from "../sort-values.ts";
import { userColumns, userOf, type UserRow } from "./users.ts";
import type { Row } from "../row.ts";

/** False if the person is already a member; their role does not change. */
export async function insertMember(tx: Tx, member: Member): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into members (account_id, user_id, role, created_at)
    values (${uuidOf(member.accountId)}, ${uuidOf(member.userId)}, ${member.role}, ${member.createdAt})
    on conflict (account_id, user_id) do nothing
    returning user_id`);
  return rows.length === 1;
}

export async function findRole(db: Queryable, accountId: AccountId, userId: UserId): Promise<Role | undefined> {
  const [row] = await db.query<{ role: Role }>(sql`
    select role from members where account_id = ${uuidOf(accountId)} and user_id = ${uuidOf(userId)}`);
  return row?.role;
}

export interface Access {
  readonly role: Role;
  readonly mode: AccountMode;
}

/** In a live account, or in one of its twins, where its members have the same role. */
export async function findAccess(db: Queryable, accountId: AccountId, userId: UserId): Promise<Access | undefined> {
  const [row] = await db.query<Access>(sql`
    select m.role, a.mode from accounts a join members m on m.account_id = coalesce(a.live_account_id, a.id)
    where a.id = ${uuidOf(accountId)} and m.user_id = ${uuidOf(userId)}`);
  return row;
}

export async function listOwners(db: Queryable, accountId: AccountId): Promise<UserId[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select user_id from members where account_id = ${uuidOf(accountId)} and role = 'owner' order by user_id`);
  return rows.map(({ user_id: id }) => idOf("user", id));
}

export async function isMember(db: Queryable, accountId: AccountId, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select m.user_id from members m join users u on u.id = m.user_id
    where m.account_id = ${uuidOf(accountId)} and u.email_folded = ${foldEmail(email)}`);
  return rows.length > 0;
}

export async function saveRole(tx: Tx, member: Pick<Member, "accountId" | "userId" | "role">): Promise<void> {
  await tx.query(sql`
    update members set role = ${member.role}
    where account_id = ${uuidOf(member.accountId)} and user_id = ${uuidOf(member.userId)}`);
}

export async function deleteMember(tx: Tx, accountId: AccountId, userId: UserId): Promise<void> {
  await tx.query(sql`
    delete from members where account_id = ${uuidOf(accountId)} and user_id = ${uuidOf(userId)}`);
}

export interface ListedMember {
  readonly user: User;
  readonly role: Role;
  readonly joinedAt: Date;
}
type ListedRow = UserRow & { role: Role; joined_at: Date };

const listedOf = (row: ListedRow): ListedMember => ({ user: userOf(row), role: row.role, joinedAt: row.joined_at });

export interface MemberFilter {
  readonly sort?: (typeof memberSorts)[number] | undefined;
}

const sorts = { name: raw("lower(user_name)"), role: roleRank, joined: "joined_at" };

export const memberList: List<OfAccount, MemberFilter, ListedMember> = {
  read: async (db, { accountId }, { filter: { sort }, slice }) => {
    const rows = await db.query<ListedRow>(sql`
      select * from (
        select u.id, ${userColumns}, m.role, m.created_at as joined_at
        from members m join users u on u.id = m.user_id where m.account_id = ${uuidOf(accountId)}
      ) member
      where true ${beyond(slice, sql`joined_at`)} ${orderBy(sorts, { sort, slice, time: "joined_at" })} ${bounds(slice)}`);
    return rows.map(listedOf);
  },
  count: (db, { accountId }) => countUpTo(db, sql`select 1 from members where account_id = ${uuidOf(accountId)}`),
  position: ({ user, joinedAt }) => ({ at: joinedAt, uuid: uuidOf(user.id) }),
};

export async function findMember(
  db: Queryable,
  accountId: AccountId,
  userId: UserId,
): Promise<ListedMember | undefined> {
  const [row] = await db.query<ListedRow>(sql`
    select ${userColumns}, m.role, m.created_at as joined_at
    from members m join users u on u.id = m.user_id
    where m.account_id = ${uuidOf(accountId)} and m.user_id = ${uuidOf(userId)}`);
  return row && listedOf(row);
}

export interface Membership {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly plan: Plan;
  readonly role: Role;
}

export async function listMemberships(db: Queryable, userId: UserId): Promise<Membership[]> {
  const rows = await db.query<Row<Membership>>(sql`
    select a.id as "accountId", a.name as "accountName", a.plan, m.role
    from members m join accounts a on a.id = m.account_id
    where m.user_id = ${uuidOf(userId)}
    order by a.created_at, a.id`);
  return rows.map((row) => ({ ...row, accountId: idOf("account", row.accountId) }));
}
