import sql from "sql-template-tag";
import type { memberInvitationSorts } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type MemberInvitationId, type UserId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { MemberInvitation } from "../../domain/member.ts";
import type { Role } from "../../domain/roles.ts";
import { newestFirst, type List, type OfAccount } from "../page.ts";
import { roleRank } from "../sort-values.ts";

interface Row {
  id: string;
  account_id: string;
  email: string;
  role: Role;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  replaced_at: Date | null;
  withdrawn_at: Date | null;
}

const columns = sql`
  id, account_id, email, role, invited_by, created_at, expires_at, accepted_at, replaced_at, withdrawn_at`;
const isOpen = sql`accepted_at is null and replaced_at is null and withdrawn_at is null`;

const invitationOf = (row: Row): MemberInvitation => ({
  id: idOf("member_invitation", row.id),
  accountId: idOf("account", row.account_id),
  email: row.email,
  role: row.role,
  invitedBy: idOf("user", row.invited_by),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
  replacedAt: row.replaced_at,
  withdrawnAt: row.withdrawn_at,
});

/** Replaces the person's earlier link. The caller has locked the account; otherwise two links could be open at once. */
export async function insertMemberInvitation(
  tx: Tx,
  invitation: MemberInvitation,
  tokenDigest: Uint8Array,
): Promise<void> {
  await tx.query(sql`
    update member_invitations set replaced_at = ${invitation.createdAt}
    where account_id = ${uuidOf(invitation.accountId)} and email_folded = ${foldEmail(invitation.email)} and ${isOpen}`);
  await tx.query(sql`
    insert into member_invitations (id, account_id, email, email_folded, role, invited_by, token_hash, created_at, expires_at)
    values (${uuidOf(invitation.id)}, ${uuidOf(invitation.accountId)}, ${invitation.email}, ${foldEmail(invitation.email)},
      ${invitation.role}, ${uuidOf(invitation.invitedBy)}, ${tokenDigest}, ${invitation.createdAt}, ${invitation.expiresAt})`);
}

/** The token is the credential: it alone determines the account. */
export async function findMemberInvitation(
  db: Queryable,
  tokenDigest: Uint8Array,
): Promise<MemberInvitation | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns} from member_invitations where token_hash = ${tokenDigest}`);
  return row && invitationOf(row);
}

/** Of several concurrent acceptances, only one gets the row. */
export async function consumeMemberInvitation(
  tx: Tx,
  tokenDigest: Uint8Array,
  now: Date,
): Promise<MemberInvitation | undefined> {
  const [row] = await tx.query<Row>(sql`
    update member_invitations set accepted_at = ${now}
    where token_hash = ${tokenDigest} and ${isOpen} and expires_at > ${now}
    returning ${columns}`);
  return row && invitationOf(row);
}

export async function findMemberInvitationById(
  db: Queryable,
  accountId: AccountId,
  id: MemberInvitationId,
): Promise<MemberInvitation | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns} from member_invitations where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row && invitationOf(row);
}

export async function withdrawMemberInvitationById(
  tx: Tx,
  { accountId, id }: MemberInvitation,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update member_invitations set withdrawn_at = ${now}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and ${isOpen}`);
}

/** Withdraws the open invitations that this person sent. */
export async function withdrawMemberInvitationsBy(
  tx: Tx,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update member_invitations set withdrawn_at = ${now}
    where account_id = ${uuidOf(accountId)} and invited_by = ${uuidOf(userId)} and ${isOpen}`);
}

export interface ListedMemberInvitation {
  readonly invitation: MemberInvitation;
  readonly inviterName: string;
}

export interface MemberInvitationFilter {
  readonly sort?: (typeof memberInvitationSorts)[number] | undefined;
}

/** Open invitations, and expired ones that can be renewed. */
export const memberInvitationList: List<OfAccount, MemberInvitationFilter, ListedMemberInvitation> = newestFirst({
  table: "member_invitations",
  columns,
  sorts: { email: "email_folded", role: roleRank, expires: "expires_at" },
  matches: ({ accountId }) => sql`account_id = ${uuidOf(accountId)} and ${isOpen}`,
  complete: async (db, invitations) => {
    const rows = await db.query<Row & { inviter_name: string }>(sql`
      select invitation.*, inviter.name as inviter_name
      from (${invitations}) invitation
      join users inviter on inviter.id = invitation.invited_by
      order by invitation.position`);
    return rows.map((row) => ({ invitation: invitationOf(row), inviterName: row.inviter_name }));
  },
  position: ({ invitation }) => ({ at: invitation.createdAt, uuid: uuidOf(invitation.id) }),
});
