import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { statusesShownAs, type AffiliationStatus, type AffiliateStatus } from "../../domain/affiliation.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { idOf, uuidOf, type AffiliateId, type AffiliationId } from "../../domain/ids.ts";
import { statisticsOf, type Statistics } from "../../domain/statistics.ts";
import { readClickTotals } from "../clicks/clicks.ts";
import type { Page } from "../page.ts";
import { readTotals } from "../ledger/totals.ts";

export interface ListedAffiliate {
  readonly id: AffiliateId;
  readonly affiliationId: AffiliationId;
  readonly email: string;
  readonly name: string;
  readonly status: AffiliationStatus;
  readonly code: string;
  readonly joinedAt: Date;
  readonly statistics: Statistics & { readonly clicks: number };
}
interface Row {
  affiliate_id: string;
  affiliation_id: string;
  email: string;
  name: string;
  status: AffiliationStatus;
  code: string;
  joined_at: Date;
}

export async function listAffiliates(
  db: Queryable,
  campaign: Campaign,
  { status, ...page }: Page & { readonly status?: AffiliateStatus | undefined },
): Promise<{ affiliates: ListedAffiliate[]; total: number }> {
  const inStatus = status ? sql`status = any(${statusesShownAs(status)}::text[])` : sql`status <> 'removed'`;
  const matching = sql`campaign_id = ${uuidOf(campaign.id)} and account_id = ${uuidOf(campaign.accountId)} and ${inStatus}`;
  const affiliates = await readAffiliates(db, campaign, { matching, ...page });
  const [count] = await db.query<{ total: bigint }>(sql`select count(*) as total from affiliations where ${matching}`);
  return { affiliates, total: Number(count?.total ?? 0n) };
}

export async function findListedAffiliate(
  db: Queryable,
  campaign: Campaign,
  id: AffiliationId,
): Promise<ListedAffiliate | undefined> {
  const matching = sql`account_id = ${uuidOf(campaign.accountId)} and id = ${uuidOf(id)}`;
  return (await readAffiliates(db, campaign, { matching, limit: 1, offset: 0 }))[0];
}

async function readAffiliates(
  db: Queryable,
  campaign: Campaign,
  { matching, limit, offset }: Page & { readonly matching: Sql },
): Promise<ListedAffiliate[]> {
  const rows = await db.query<Row>(sql`
    select affiliate.id as affiliate_id, affiliation.id as affiliation_id, person.email, person.name, affiliation.status,
      affiliation.code, affiliation.joined_at
    from (select id, affiliate_id, status, code, joined_at from affiliations where ${matching}
      order by joined_at desc, id desc limit ${limit} offset ${offset}) affiliation
    join affiliates affiliate on affiliate.id = affiliation.affiliate_id
    join users person on person.id = affiliate.user_id
    order by affiliation.joined_at desc, affiliation.id desc`);
  const ids = rows.map((row) => row.affiliation_id);
  const [totals, clicks] = await Promise.all([readTotals(db, ids), readClickTotals(db, ids)]);
  return rows.map((row) => ({
    id: idOf("affiliate", row.affiliate_id),
    affiliationId: idOf("affiliation", row.affiliation_id),
    email: row.email,
    name: row.name,
    status: row.status,
    code: row.code,
    joinedAt: row.joined_at,
    statistics: {
      ...statisticsOf(totals.get(row.affiliation_id) ?? [], campaign.currency),
      clicks: clicks.get(row.affiliation_id) ?? 0,
    },
  }));
}
