import sql, { raw, type Sql } from "sql-template-tag";
import { roles } from "../domain/roles.ts";
import { ALL_DAYS } from "../domain/totals.ts";
import { totalsOfAffiliation, totalsOfScope } from "./current-totals.ts";

/** Sort values that are not columns of the list's table. Each is a subquery for a row of `table`. */
export const affiliateNameOf = (table: string): Sql =>
  raw(`(select lower(person.name) from affiliates affiliate join users person on person.id = affiliate.user_id
    where affiliate.account_id = ${table}.account_id and affiliate.id = ${table}.affiliate_id)`);

export const campaignNameOf = (table: string): Sql =>
  raw(`(select lower(campaign.name) from campaigns campaign
    where campaign.account_id = ${table}.account_id and campaign.id = ${table}.campaign_id)`);

export const merchantNameOf = (table: string): Sql =>
  raw(`(select lower(account.name) from accounts account where account.id = ${table}.account_id)`);

/** The all-time clicks of a campaign or affiliation. */
export const clicksOf = (table: string): Sql =>
  raw(`(select coalesce(sum(total.clicks), 0) from click_totals total
    where total.scope_id = ${table}.id and total.day = '${ALL_DAYS}')`);

/** The all-time conversions of a campaign or affiliation, without rejected ones. */
export const conversionsOf = (table: string): Sql =>
  sql`(select coalesce(sum(total.conversions), 0) from ${totalsOfScope(raw(`${table}.id`))} total where ${isCounted})`;

const isCounted = raw(`total.day = '${ALL_DAYS}' and total.status <> 'rejected'`);

/** The all-time revenue of an affiliation, in the currency of its campaign. */
export const revenueOf = (table: string): Sql =>
  sql`(select coalesce(sum(total.revenue_minor), 0) from ${totalsOfAffiliation(raw(`${table}.id`))} total
    join campaigns campaign on campaign.account_id = ${raw(table)}.account_id and campaign.id = ${raw(table)}.campaign_id
      and campaign.currency = total.currency
    where ${isCounted})`;

/** Owners first. */
export const roleRank: Sql = sql`array_position(${roles}::text[], role)`;
