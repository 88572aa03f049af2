import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type InvitationId } from "../../domain/ids.ts";
import { foldEmail, type Invitation } from "../../domain/invitation.ts";

export interface InvitationRow {
  id: string;
  account_id: string;
  campaign_id: string;
  email: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  replaced_at: Date | null;
  withdrawn_at: Date | null;
}

export const invitationColumns = sql`
  id, account_id, campaign_id, email, created_at, expires_at, accepted_at, replaced_at, withdrawn_at`;
export const openInvitation = sql`accepted_at is null and replaced_at is null and withdrawn_at is null`;

export const invitationOf = (row: InvitationRow): Invitation => ({
  id: idOf("invitation", row.id),
  accountId: idOf("account", row.account_id),
  campaignId: idOf("campaign", row.campaign_id),
  email: row.email,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
  replacedAt: row.replaced_at,
  withdrawnAt: row.withdrawn_at,
});

type Recipient = Pick<Invitation, "accountId" | "campaignId" | "email">;

/** Concurrent invitations of one person run one at a time from here. */
export async function lockInvitationsTo(tx: Tx, { campaignId, email }: Recipient): Promise<void> {
  const turn = `tributary:invitation:${campaignId}:${foldEmail(email)}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
}

export async function hasValidInvitation(db: Queryable, to: Recipient, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select id from invitations
    where account_id = ${uuidOf(to.accountId)} and campaign_id = ${uuidOf(to.campaignId)}
      and email_folded = ${foldEmail(to.email)} and ${openInvitation} and expires_at > ${now}`);
  return rows.length > 0;
}

/**
 * Closes the person's open link, even while it is being accepted: the first commit wins. Of several
 * concurrent invitations for one person, each replaces the previous one.
 */
export async function replaceOpenInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  await lockInvitationsTo(tx, invitation);
  await tx.query(sql`
    update invitations set replaced_at = ${invitation.createdAt}
    where account_id = ${uuidOf(invitation.accountId)} and campaign_id = ${uuidOf(invitation.campaignId)}
      and email_folded = ${foldEmail(invitation.email)} and ${openInvitation}`);
}

export async function insertInvitation(tx: Tx, invitation: Invitation, tokenDigest: Uint8Array): Promise<void> {
  await tx.query(sql`
    insert into invitations (id, account_id, campaign_id, email, email_folded, token_hash, created_at, expires_at)
    values (${uuidOf(invitation.id)}, ${uuidOf(invitation.accountId)}, ${uuidOf(invitation.campaignId)},
      ${invitation.email}, ${foldEmail(invitation.email)}, ${tokenDigest}, ${invitation.createdAt}, ${invitation.expiresAt})`);
}

/** The token is the credential: it alone determines the account. */
export async function findInvitation(db: Queryable, tokenDigest: Uint8Array): Promise<Invitation | undefined> {
  const [row] = await db.query<InvitationRow>(sql`
    select ${invitationColumns} from invitations where token_hash = ${tokenDigest}`);
  return row && invitationOf(row);
}

/** The twin that sent the invitation; undefined for live accounts and unknown tokens. */
export async function findTwinOfInvitation(db: Queryable, tokenDigest: Uint8Array): Promise<AccountId | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select account.id from invitations invitation join accounts account on account.id = invitation.account_id
    where invitation.token_hash = ${tokenDigest} and account.mode = 'test'`);
  return row && idOf("account", row.id);
}

/** Of several concurrent acceptances, only one gets the row. */
export async function consumeInvitation(tx: Tx, tokenDigest: Uint8Array, now: Date): Promise<Invitation | undefined> {
  const [row] = await tx.query<InvitationRow>(sql`
    update invitations set accepted_at = ${now}
    where token_hash = ${tokenDigest} and ${openInvitation} and expires_at > ${now}
    returning ${invitationColumns}`);
  return row && invitationOf(row);
}

export async function lockInvitation(tx: Tx, accountId: AccountId, id: InvitationId): Promise<Invitation | undefined> {
  const [row] = await tx.query<InvitationRow>(sql`
    select ${invitationColumns} from invitations
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} for update`);
  return row && invitationOf(row);
}

export async function saveWithdrawal(tx: Tx, invitation: Invitation, withdrawnAt: Date): Promise<void> {
  await tx.query(sql`
    update invitations set withdrawn_at = ${withdrawnAt}
    where account_id = ${uuidOf(invitation.accountId)} and id = ${uuidOf(invitation.id)} and ${openInvitation}`);
}
