import sql from "sql-template-tag";
import { CLICKS_READ_MAX } from "tributary-sdk/limits";
import type { Queryable } from "../../db/database.ts";
import { smallestUuidAt } from "../../domain/click.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type ClickId, type ConversionId } from "../../domain/ids.ts";

/** Which steps of the tracking setup work for one campaign. */
export interface TrackingState {
  readonly affiliate: { readonly name: string; readonly code: string } | null;
  readonly scriptSeenAt: Date | null;
  /** The newest click of the last minutes. */
  readonly click: { readonly id: ClickId; readonly at: Date } | null;
  /** True if no click was found and not all recent clicks were read. */
  readonly clickMayBeMissed: boolean;
  /** The newest order. */
  readonly conversion: {
    readonly id: ConversionId;
    readonly orderId: string;
    readonly at: Date;
    readonly hasClick: boolean;
  } | null;
}

interface Scope {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
}

interface StateRow {
  name: string | null;
  code: string | null;
  seen_at: Date | null;
  conversion_id: string | null;
  external_id: string;
  tracked_at: Date;
  has_click: boolean;
}

/** Clicks have no index by campaign, so only the newest of all accounts are read: other accounts' clicks must not slow this down. */
export async function readTrackingState(db: Queryable, scope: Scope, clicksSince: Date): Promise<TrackingState> {
  const [account, campaign] = [uuidOf(scope.accountId), uuidOf(scope.campaignId)];
  const [[row], [click]] = await Promise.all([
    db.query<StateRow>(sql`
      select affiliate.name, affiliate.code, sighting.seen_at,
        conversion.id as conversion_id, conversion.external_id, conversion.created_at as tracked_at,
        conversion.click_id is not null as has_click
      from (select) one
      left join lateral (
        select person.name, affiliation.code from affiliations affiliation
        join affiliates on affiliates.account_id = ${account} and affiliates.id = affiliation.affiliate_id
        join users person on person.id = affiliates.user_id
        where affiliation.account_id = ${account} and affiliation.campaign_id = ${campaign}
          and affiliation.status = 'active'
        order by affiliation.joined_at desc, affiliation.id desc limit 1) affiliate on true
      left join script_sightings sighting on sighting.account_id = ${account} and sighting.campaign_id = ${campaign}
      left join lateral (
        select id, external_id, created_at, click_id from conversions
        where account_id = ${account} and campaign_id = ${campaign}
        order by created_at desc, id desc limit 1) conversion on true`),
    db.query<{ id: string; clicked_at: Date }>(sql`
      select id, clicked_at from (
        select id, clicked_at, account_id, campaign_id from clicks where id >= ${smallestUuidAt(clicksSince)}
        order by id desc limit ${CLICKS_READ_MAX}) newest
      where account_id = ${account} and campaign_id = ${campaign}
      order by id desc limit 1`),
  ]);
  return {
    affiliate: row?.code ? { name: row.name ?? "", code: row.code } : null,
    scriptSeenAt: row?.seen_at ?? null,
    click: click ? { id: idOf("click", click.id), at: click.clicked_at } : null,
    clickMayBeMissed: !click && (await hasOlderClicks(db, clicksSince)),
    conversion: row?.conversion_id
      ? {
          id: idOf("conversion", row.conversion_id),
          orderId: row.external_id,
          at: row.tracked_at,
          hasClick: row.has_click,
        }
      : null,
  };
}

/** There are clicks in this time beyond those that are read. */
async function hasOlderClicks(db: Queryable, clicksSince: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from clicks where id >= ${smallestUuidAt(clicksSince)}
    order by id desc offset ${CLICKS_READ_MAX} limit 1`);
  return rows.length > 0;
}

/** Counts a check once: one that was started before the last sighting has been used, or is out of date. */
export async function saveScriptSighting(
  db: Queryable,
  { accountId, campaignId }: Scope,
  { startedAt, at }: { readonly startedAt: Date; readonly at: Date },
): Promise<void> {
  await db.query(sql`
    insert into script_sightings (campaign_id, account_id, seen_at)
    values (${uuidOf(campaignId)}, ${uuidOf(accountId)}, ${at})
    on conflict (campaign_id) do update set seen_at = excluded.seen_at
    where script_sightings.seen_at < ${startedAt}`);
}
