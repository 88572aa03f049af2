import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Affiliation } from "../../domain/affiliation.ts";
import type { Application, OwnApplication, SentApplication } from "../../domain/application.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type UserId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";

interface Applied {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly email: string;
  readonly application: Application;
  readonly at: Date;
}

/**
 * A later application replaces an earlier one, but nobody can replace what an affiliate of the campaign wrote: without
 * email, the address is not verified.
 */
export async function saveApplication(
  tx: Tx,
  { accountId, campaignId, email, application, at }: Applied,
): Promise<void> {
  const { name, website, audience, note } = application;
  await tx.query(sql`
    insert into applications (account_id, campaign_id, email_folded, name, website, audience, note, applied_at)
    values (${uuidOf(accountId)}, ${uuidOf(campaignId)}, ${foldEmail(email)}, ${name}, ${website}, ${audience}, ${note}, ${at})
    on conflict (campaign_id, email_folded) do update set name = excluded.name, website = excluded.website,
      audience = excluded.audience, note = excluded.note, applied_at = excluded.applied_at, affiliation_id = null
    where not exists (
      select from affiliations joined
      where joined.account_id = applications.account_id and joined.id = applications.affiliation_id
        and joined.status <> 'removed')`);
}

/** The person has joined: what they wrote belongs to the affiliation from now on. */
export async function linkApplication(tx: Tx, affiliation: Affiliation, email: string): Promise<void> {
  await tx.query(sql`
    update applications set affiliation_id = ${uuidOf(affiliation.id)}
    where account_id = ${uuidOf(affiliation.accountId)} and campaign_id = ${uuidOf(affiliation.campaignId)}
      and email_folded = ${foldEmail(email)}`);
}

export interface ApplicationColumns {
  applied_website: string | null;
  applied_audience: string | null;
  applied_note: string | null;
  applied_name: string | null;
  applied_at: Date | null;
}

/** For an outer join with the alias `application`. */
export const applicationColumns = sql`application.website as applied_website, application.audience as applied_audience,
  application.note as applied_note, application.name as applied_name, application.applied_at`;

export const applicationOf = (row: ApplicationColumns): SentApplication | null =>
  row.applied_website === null || row.applied_at === null
    ? null
    : {
        name: row.applied_name ?? "",
        website: row.applied_website,
        audience: row.applied_audience ?? "",
        note: row.applied_note ?? "",
        appliedAt: row.applied_at,
      };

/**
 * What the person wrote, in all accounts. Somebody whose address is not verified gets only what belongs to their own
 * affiliations: the rest may be by the owner of the address.
 */
export async function listApplicationsOfPerson(db: Queryable, userId: UserId): Promise<OwnApplication[]> {
  const rows = await db.query<{
    campaign_id: string;
    name: string;
    website: string;
    audience: string;
    note: string;
    applied_at: Date;
  }>(sql`
    select campaign_id, name, website, audience, note, applied_at from applications
    where email_folded = (select email_folded from users where id = ${uuidOf(userId)})
      and exists (select from users join accounts on accounts.id = applications.account_id
        where users.id = ${uuidOf(userId)} and users.twin_id is not distinct from
          case when accounts.mode = 'test' then accounts.id end)
      and (exists (select from users where id = ${uuidOf(userId)} and email_verified_at is not null)
        or exists (
          select from affiliations joined
          join affiliates on affiliates.account_id = joined.account_id and affiliates.id = joined.affiliate_id
          where joined.account_id = applications.account_id and joined.id = applications.affiliation_id
            and affiliates.user_id = ${uuidOf(userId)}))
    order by applied_at desc, campaign_id`);
  return rows.map(({ campaign_id, applied_at, ...written }) => ({
    ...written,
    campaignId: idOf("campaign", campaign_id),
    appliedAt: applied_at,
  }));
}

/**
 * Deletes applications of people who did not join, were rejected or have left, together with the addresses in the
 * invitations that were never accepted. While an invitation is valid, both stay.
 */
export async function deleteApplicationsBefore(tx: Tx, before: Date, now: Date): Promise<void> {
  await tx.query(sql`
    with old as (
      delete from applications
      where applied_at < ${before} and not exists (
        select from affiliations current
        where current.account_id = applications.account_id and current.id = applications.affiliation_id
          and current.status in ('active', 'pending', 'suspended'))
      and not exists (
        select from invitations valid
        where valid.account_id = applications.account_id and valid.campaign_id = applications.campaign_id
          and valid.email_folded = applications.email_folded and valid.accepted_at is null
          and valid.withdrawn_at is null and valid.replaced_at is null and valid.expires_at >= ${now})
      returning account_id, campaign_id, email_folded
    )
    update invitations set email = 'erased', email_folded = 'erased ' || id::text,
      withdrawn_at = case when replaced_at is null then coalesce(withdrawn_at, expires_at) else withdrawn_at end
    from old
    where invitations.account_id = old.account_id and invitations.campaign_id = old.campaign_id
      and invitations.email_folded = old.email_folded and invitations.accepted_at is null
      and (invitations.expires_at < ${now} or invitations.withdrawn_at is not null or invitations.replaced_at is not null)`);
}
