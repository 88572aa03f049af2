import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { ConversionStatus } from "../../domain/conversion.ts";
import { uuidOf, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import type { StatusTotal } from "../../domain/statistics.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import { totalsOfScope } from "../current-totals.ts";

/** The number of conversions in a campaign or an affiliation. */
export async function countConversions(
  db: Queryable,
  scope: CampaignId | AffiliationId,
  status: ConversionStatus | undefined,
): Promise<number> {
  const [row] = await db.query<{ total: bigint }>(sql`
    select coalesce(sum(conversions), 0)::int8 as total from ${totalsOfScope(sql`${uuidOf(scope)}`)} total
    where day = ${ALL_DAYS} and (${status ?? null}::text is null or status = ${status ?? null})`);
  return Number(row?.total ?? 0n);
}

/** All-time totals of several campaigns or affiliations. */
export async function readTotals(db: Queryable, scopes: readonly string[]): Promise<Map<string, StatusTotal[]>> {
  const rows = await db.query<StatusTotal & { scope: string }>(sql`
    select scope.id as scope, status, currency, commission_currency as "commissionCurrency",
      sum(conversions)::int8 as conversions, sum(revenue_minor)::int8 as "revenueMinor",
      sum(commission_minor)::int8 as "commissionMinor"
    from (select distinct id from unnest(${scopes}::uuid[]) scope (id)) scope
    cross join lateral ${totalsOfScope(sql`scope.id`)} total
    where total.day = ${ALL_DAYS}
    group by scope.id, status, currency, commission_currency`);
  const byScope = new Map<string, StatusTotal[]>();
  for (const { scope, ...total } of rows) byScope.set(scope, [...(byScope.get(scope) ?? []), total]);
  return byScope;
}
