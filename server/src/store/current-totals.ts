import sql, { raw, type Sql } from "sql-template-tag";
import { ALL_DAYS } from "../domain/totals.ts";

/**
 * The totals, daily totals and balances as they are now: what is folded, and the deltas that are not. Everything that
 * reads them does it through this file. A statement sees one snapshot, so a delta is read either here or there.
 *
 * Each is a subquery with its condition inside, so that it can be joined laterally and uses the indexes of both tables.
 */
const unfolded = raw("delta.id > coalesce((select floor from conversion_delta_floor), 0)");

type Owner = "account_id" | "campaign_id" | "affiliate_id" | "affiliation_id";
const deltasOf = (owner: Owner, id: Sql): Sql => sql`delta.${raw(owner)} = ${id} and ${unfolded}`;

const figures = raw("status, currency, commission_currency, conversions, revenue_minor, commission_minor");
const folded = (scope: Sql): Sql => sql`
  select scope_id, day, ${figures} from conversion_totals where scope_id = ${scope}`;

/** A delta counts for its day and for all days. */
const bothDays = raw(`cross join lateral (values (delta.day), ('${ALL_DAYS}'::date)) either (day)`);
const unfoldedTotals = (owner: "campaign_id" | "affiliation_id", id: Sql): Sql => sql`
  select delta.${raw(owner)}, either.day, ${figures} from conversion_deltas delta ${bothDays} where ${deltasOf(owner, id)}`;

/** Several rows for each day, status and pair of currencies. */
export const totalsOfCampaign = (id: Sql): Sql => sql`(${folded(id)} union all ${unfoldedTotals("campaign_id", id)})`;
export const totalsOfAffiliation = (id: Sql): Sql =>
  sql`(${folded(id)} union all ${unfoldedTotals("affiliation_id", id)})`;
/** Of a campaign or an affiliation. */
export const totalsOfScope = (id: Sql): Sql =>
  sql`(${folded(id)} union all ${unfoldedTotals("campaign_id", id)} union all ${unfoldedTotals("affiliation_id", id)})`;

/**
 * What a delta adds to its day: the order in one currency and the commission in another. Rejected conversions do not
 * count.
 */
export const partsOfDay: Sql = raw(`cross join lateral (values
    (delta.currency, delta.conversions, delta.revenue_minor, 0::int8, 0::int8, 0::int8,
      case when delta.clicked then delta.conversions else 0 end),
    (delta.commission_currency, 0::int8, 0::int8, delta.commission_minor,
      case when delta.status = 'pending' then delta.conversions else 0 end,
      case when delta.status = 'pending' then delta.commission_minor else 0 end, 0::int8)
  ) part (currency, conversions, revenue_minor, commission_minor, waiting, waiting_minor, clicked)`);
export const isPartOfDay: Sql = raw(`delta.status <> 'rejected'
  and (part.conversions, part.revenue_minor, part.commission_minor, part.waiting) <> (0, 0, 0, 0)`);

/** The days of an account's campaigns. Several rows for each campaign, day and currency. */
export const campaignDays = (account: Sql): Sql => sql`(
  select day, campaign_id, currency, conversions, revenue_minor, commission_minor, waiting, waiting_minor, clicked
  from campaign_days where account_id = ${account}
  union all
  select delta.day, delta.campaign_id, part.* from conversion_deltas delta ${partsOfDay}
  where ${deltasOf("account_id", account)} and ${isPartOfDay})`;

/** The days of one affiliate. Several rows for each day and currency. */
export const affiliateDays = (affiliate: Sql): Sql => sql`(
  select account_id, affiliate_id, day, currency, conversions, revenue_minor, commission_minor, clicked
  from affiliate_days where affiliate_id = ${affiliate}
  union all
  select delta.account_id, delta.affiliate_id, delta.day, part.currency, part.conversions, part.revenue_minor,
    part.commission_minor, part.clicked
  from conversion_deltas delta ${partsOfDay} where ${deltasOf("affiliate_id", affiliate)} and ${isPartOfDay})`;

/** What the days of an account's affiliates do not have yet. */
export const unfoldedDays = (account: Sql): Sql => sql`(
  select delta.affiliate_id, delta.day, part.currency, part.conversions, part.revenue_minor
  from conversion_deltas delta ${partsOfDay} where ${deltasOf("account_id", account)} and ${isPartOfDay})`;

/** A conversion without commission moves no money. */
const pending =
  raw(`select delta.account_id, delta.affiliate_id, 'pending', delta.commission_currency, delta.commission_minor
  from conversion_deltas delta where delta.status = 'pending' and delta.commission_minor <> 0`);
const balances = raw("select account_id, owner_id, kind, currency, balance_minor from ledger_balances");

/** The balances of one affiliate. Several rows for each kind and currency. */
export const balancesOfAffiliate = (affiliate: Sql): Sql => sql`(
  ${balances} where owner_id = ${affiliate} union all ${pending} and ${deltasOf("affiliate_id", affiliate)})`;

/** The balances of all affiliates of an account. Several rows for each affiliate, kind and currency. */
export const balancesOfAffiliates = (account: Sql): Sql => sql`(
  ${balances} where account_id = ${account} and kind in ('pending', 'payable', 'receivable', 'in_payout', 'paid')
  union all ${pending} and ${deltasOf("account_id", account)})`;

/** Changes with every change to a conversion until it is folded. */
export const countUnfolded = (account: Sql): Sql =>
  sql`(select count(*) from conversion_deltas delta where ${deltasOf("account_id", account)})`;

/** What a row of `campaigns` has spent, in its currency. */
export const spendOf = (campaigns: string): Sql => sql`(
  select coalesce(sum(total.commission_minor), 0)::int8 from ${totalsOfCampaign(raw(`${campaigns}.id`))} total
  where total.day = ${raw(`'${ALL_DAYS}'`)} and total.status <> 'rejected'
    and total.commission_currency = ${raw(`${campaigns}.currency`)})`;
