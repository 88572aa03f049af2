import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { AffiliationStatus } from "../../domain/affiliation.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliateId,
  type AffiliationId,
  type CampaignId,
  type UserId,
} from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { tallying } from "../payouts/payout-tallies.ts";
import { deleteSecondFactor } from "../people/second-factors.ts";
import { ERASED_DOMAIN, type User } from "../../domain/person.ts";
import type { Credentials } from "../people/users.ts";
import type { Row } from "../row.ts";

/**
 * Functions that erase a person. IDs and amounts stay, so that the ledger still adds up. They run only in the
 * transaction of `usecases/people/erase-person.ts` and in its order, which matches how other code locks these rows.
 */

/** False if the password has changed since it was verified. A concurrent sign-in waits and is then refused. */
export async function lockPerson(tx: Tx, { user, passwordHash }: Credentials): Promise<boolean> {
  const rows = await tx.query(sql`
    select id from users where id = ${uuidOf(user.id)} and password_hash = ${passwordHash} for update`);
  return rows.length === 1;
}

/**
 * Every change to the members locks the account's row, so if two owners leave at once, the second one sees that the
 * first has left.
 */
export async function isLastOwner(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.query(sql`
    select id from accounts where id in (select account_id from members where user_id = ${uuidOf(userId)})
    order by id for no key update`);
  const rows = await tx.query(sql`
    select mine.account_id from members mine
    where mine.user_id = ${uuidOf(userId)} and mine.role = 'owner' and not exists (
      select from members other
      where other.account_id = mine.account_id and other.role = 'owner' and other.user_id <> mine.user_id)
    limit 1`);
  return rows.length > 0;
}

interface ErasedAddress {
  readonly email: string;
  /** Of a test person, who is somebody else than the real person with this address. */
  readonly twin: AccountId | null;
}

const inWorld = (twin: AccountId | null): Sql =>
  twin === null ? sql`account_id in (select id from accounts where mode = 'live')` : sql`account_id = ${uuidOf(twin)}`;

/** Erases this address from campaign invitations in all accounts, and withdraws open ones. */
export async function eraseInvitations(tx: Tx, { email, twin }: ErasedAddress, now: Date): Promise<void> {
  await tx.query(sql`
    update invitations set email = 'erased', email_folded = 'erased ' || id::text,
      withdrawn_at = case when accepted_at is null and replaced_at is null then coalesce(withdrawn_at, ${now})
        else withdrawn_at end
    where email_folded = ${foldEmail(email)} and ${inWorld(twin)}`);
}

/** Applications contain text by the person. */
export async function eraseApplications(tx: Tx, { email, twin }: ErasedAddress): Promise<void> {
  await tx.query(sql`delete from applications where email_folded = ${foldEmail(email)} and ${inWorld(twin)}`);
}

/** Erases this address from account invitations, and withdraws the open ones to or from the person. */
export async function eraseMemberInvitations(tx: Tx, user: User, now: Date): Promise<void> {
  const folded = foldEmail(user.email);
  await tx.query(sql`
    update member_invitations set withdrawn_at = ${now}
    where accepted_at is null and replaced_at is null and withdrawn_at is null
      and (email_folded = ${folded} or invited_by = ${uuidOf(user.id)})`);
  await tx.query(sql`
    update member_invitations set email = 'erased', email_folded = 'erased ' || id::text where email_folded = ${folded}`);
}

/** The person's affiliates. Waits for concurrent payouts and deductions, which reference these rows. */
export async function lockAffiliatesOf(tx: Tx, userId: UserId): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from affiliates where user_id = ${uuidOf(userId)} order by id for update`);
  return rows.map(({ id }) => id);
}

export async function hasOpenPayout(db: Queryable, affiliates: readonly string[]): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from payouts where affiliate_id = any(${affiliates}::uuid[]) and status = 'created' limit 1`);
  return rows.length > 0;
}

/** A campaign the person left by being erased. Links stop counting; earnings stay in the ledger. */
export interface LeftCampaign {
  readonly id: AffiliationId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId;
  /** The status before the erasure. */
  readonly status: AffiliationStatus;
}

export async function leaveAllCampaigns(tx: Tx, affiliates: readonly string[]): Promise<LeftCampaign[]> {
  const rows = await tx.query<Row<LeftCampaign>>(sql`
    with before as materialized (
      select id, status from affiliations
      where affiliate_id = any(${affiliates}::uuid[]) and status <> 'removed' order by id for no key update
    )
    update affiliations a set status = 'removed', seq = seq + 1 from before where a.id = before.id
    returning a.id, a.account_id as "accountId", a.campaign_id as "campaignId", a.affiliate_id as "affiliateId", before.status`);
  return rows.map((row) => ({
    ...row,
    id: idOf("affiliation", row.id),
    accountId: idOf("account", row.accountId),
    campaignId: idOf("campaign", row.campaignId),
    affiliateId: idOf("affiliate", row.affiliateId),
  }));
}

/** Claims contain text by and to the person. */
export async function eraseClaims(tx: Tx, affiliates: readonly string[]): Promise<void> {
  await tx.query(sql`delete from claims where affiliate_id = any(${affiliates}::uuid[])`);
}

/**
 * Erases the name and account of the payee. Amounts, dates and lines stay, because the ledger needs them. No file can
 * pay the payout any more, and existing files omit its line: it is settled, because nobody is erased while a payout to
 * them is open.
 */
export async function erasePayees(tx: Tx, affiliates: readonly string[]): Promise<void> {
  await tx.query(sql`
    with theirs as materialized (
      select id, account_id, batch_id, status, method, formats, amount_minor from payouts
      where affiliate_id = any(${affiliates}::uuid[]) order by id for no key update
    ), tallied as (${tallying(sql`
      select theirs.account_id, theirs.batch_id, theirs.status, theirs.method, side.formats, member.file_id, member.part,
        side.sign, theirs.amount_minor
      from theirs left join payout_file_payouts member on member.payout_id = theirs.id
      cross join lateral (values (theirs.formats, -1), ('{}'::text[], 1)) side (formats, sign)`)}
    )
    update payouts set payee_encrypted = null, account_hint = '', formats = '{}' from theirs where payouts.id = theirs.id`);
}

export interface EventBody {
  readonly id: string;
  readonly body: string;
}

/** Events that contain personal data are about the person's affiliations or payouts. */
export async function lockEventsOf(tx: Tx, affiliates: readonly string[]): Promise<EventBody[]> {
  return tx.query<EventBody>(sql`
    select id, body from events
    where body is not null and subject_id in (
      select id from affiliations where affiliate_id = any(${affiliates}::uuid[])
      union all select id from payouts where affiliate_id = any(${affiliates}::uuid[]))
    order by id for update`);
}

/** Also deletes receivers' responses, which may repeat what was sent. */
export async function saveScrubbed(tx: Tx, events: readonly EventBody[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await tx.query(sql`
    update events set body = scrubbed.body
    from unnest(${ids}::uuid[], ${events.map(({ body }) => body)}::text[]) as scrubbed (id, body)
    where events.id = scrubbed.id`);
  await tx.query(sql`
    update delivery_attempts set response = null
    from deliveries where deliveries.id = delivery_attempts.delivery_id and deliveries.account_id = delivery_attempts.account_id
      and deliveries.event_id = any(${ids}::uuid[]) and delivery_attempts.response is not null`);
}

export async function eraseMails(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx.query(sql`delete from mails where address_hash = ${addressHash}`);
  await tx.query(sql`delete from mail_switches where address_hash = ${addressHash}`);
}

/** The row stays, because the ledger and the history reference its ID. */
export async function overwritePerson(tx: Tx, userId: UserId, passwordHash: string): Promise<void> {
  const id = uuidOf(userId);
  const address = `${userId}@${ERASED_DOMAIN}`;
  await tx.query(sql`delete from sessions where user_id = ${id}`);
  await tx.query(sql`delete from members where user_id = ${id}`);
  await deleteSecondFactor(tx, userId);
  await tx.query(sql`delete from password_resets where user_id = ${id}`);
  await tx.query(sql`delete from address_codes where user_id = ${id}`);
  await tx.query(sql`
    update users set email = ${address}, email_folded = ${address}, name = 'Erased', password_hash = ${passwordHash},
      email_verified_at = null
    where id = ${id}`);
}
