import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { Link, LinkCampaign } from "../../domain/click.ts";

// These queries span all accounts: a link code is unique in the installation.

interface CampaignRow {
  campaign_id: string;
  account_id: string;
  status: LinkCampaign["status"];
  target_url: string;
  attribution_window_days: number;
  is_test: boolean;
}
interface LinkRow extends CampaignRow {
  code: string;
  affiliation_id: string;
  active: boolean;
}

/** A position in the stream of changes. Reading from it finds everything committed after it was taken. */
export type ChangeMark = string;

export interface LinkChanges {
  readonly mark: ChangeMark;
  readonly links: readonly Link[];
  readonly campaigns: readonly LinkCampaign[];
}

const campaignColumns = sql`campaign.id as campaign_id, campaign.account_id, campaign.status, campaign.target_url,
  campaign.attribution_window_days,
  (select mode = 'test' from accounts where accounts.id = campaign.account_id) as is_test`;

const links = (matching: Sql): Sql => sql`
  select affiliation.code, affiliation.id as affiliation_id, affiliation.status = 'active' as active, ${campaignColumns}
  from affiliations affiliation
  join campaigns campaign on campaign.account_id = affiliation.account_id and campaign.id = affiliation.campaign_id
  where ${matching}`;

export async function findLinks(db: Queryable, codes: readonly string[]): Promise<Link[]> {
  return (await db.query<LinkRow>(links(sql`affiliation.code = any(${codes}::text[])`))).map(linkOf);
}

/** Links of twins are looked up on demand: test runs create many, and follow few. */
const isLive = sql`affiliation.account_id not in (select id from accounts where live_account_id is not null)`;

/** Of live accounts, oldest first, starting after the affiliation with the ID `after`. */
export async function listLinks(
  db: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Link[]> {
  const rows = await db.query<LinkRow>(sql`
    ${links(sql`affiliation.id > ${after}::uuid and ${isLive}`)} order by affiliation.id limit ${limit}`);
  return rows.map(linkOf);
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** The affiliation just before the newest `most` links of live accounts. */
export async function findBeforeNewest(db: Queryable, most: number): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from affiliations affiliation where ${isLive} order by id desc offset ${most} limit 1`);
  return row?.id ?? BEFORE_ALL;
}

export async function readChangeMark(db: Queryable): Promise<ChangeMark> {
  const [row] = await db.query<{ mark: ChangeMark }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`);
  if (!row) throw new Error("The database did not return its snapshot.");
  return row.mark;
}

/**
 * Changes since the mark, found by transaction number. Everything before the mark was visible when it was taken. A
 * transaction that was still open then has a higher number, no matter when it started.
 */
export async function readLinkChanges(db: Queryable, since: ChangeMark): Promise<LinkChanges> {
  const mark = await readChangeMark(db);
  // The upper bound skips rows restored from another server, whose transaction numbers may be far ahead.
  const isNew = sql`changed_in >= ${since}::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`;
  const campaigns = await db.query<CampaignRow>(sql`
    select ${campaignColumns} from campaigns campaign where ${isNew}`);
  const changed = await db.query<LinkRow>(sql`
    ${links(sql`affiliation.id in (select id from affiliations where ${isNew})`)} order by affiliation.id`);
  return { mark, campaigns: campaigns.map(campaignOf), links: changed.map(linkOf) };
}

const linkOf = (row: LinkRow): Link => ({
  code: row.code,
  affiliationUuid: row.affiliation_id,
  active: row.active,
  campaign: campaignOf(row),
});

const campaignOf = (row: CampaignRow): LinkCampaign => ({
  uuid: row.campaign_id,
  accountUuid: row.account_id,
  status: row.status,
  targetUrl: row.target_url,
  attributionWindowDays: row.attribution_window_days,
  isTest: row.is_test,
});
