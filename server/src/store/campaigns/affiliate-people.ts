import sql, { raw, type Sql } from "sql-template-tag";
import type { AffiliateSort } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";
import {
  describeAffiliations,
  matchingAffiliations,
  type AffiliatePerson,
  type AffiliationFilter,
  type ListedAffiliation,
} from "./affiliation-list.ts";
import { totalsOfAffiliation } from "../current-totals.ts";
import { newestFirst, type List, type OfAccount } from "../page.ts";

export interface PeopleFilter extends AffiliationFilter {
  readonly sort?: AffiliateSort | undefined;
}

/** An affiliate with all affiliations in the account, including removed ones, because their earnings stay. */
export interface ListedPerson {
  readonly person: AffiliatePerson;
  readonly affiliations: readonly ListedAffiliation[];
}

const ofTotals = (figure: Sql): Sql => sql`
  select ${figure} as figure from affiliations affiliation
  join lateral ${totalsOfAffiliation(sql`affiliation.id`)} total on total.day = ${ALL_DAYS} and total.status <> 'rejected'
  where affiliation.account_id = affiliates.account_id and affiliation.affiliate_id = affiliates.id`;

/**
 * Read from the all-time totals of the account's affiliations. Amounts in different currencies cannot be added up, so
 * the largest one counts.
 */
const sorts = {
  name: raw("(select lower(person.name) from users person where person.id = affiliates.user_id)"),
  joined: raw("created_at"),
  clicks: sql`(select coalesce(sum(total.clicks), 0) from affiliations affiliation
    join click_totals total on total.scope_id = affiliation.id and total.day = ${ALL_DAYS}
    where affiliation.account_id = affiliates.account_id and affiliation.affiliate_id = affiliates.id)`,
  conversions: sql`(${ofTotals(sql`coalesce(sum(total.conversions), 0)`)})`,
  revenue: sql`(select coalesce(max(figure), 0) from (${ofTotals(sql`sum(total.revenue_minor)`)} group by total.currency) sums)`,
  commission: sql`(select coalesce(max(figure), 0)
    from (${ofTotals(sql`sum(total.commission_minor)`)} group by total.commission_currency) sums)`,
};

export const affiliatePeople: List<OfAccount, PeopleFilter, ListedPerson> = newestFirst({
  table: "affiliates",
  columns: raw("id, user_id, created_at"),
  sorts,
  matches,
  complete: described,
  position: ({ person }) => ({ at: person.createdAt, uuid: uuidOf(person.id) }),
});

/** Everyone with an affiliation that matches. */
function matches({ accountId }: OfAccount, filter: PeopleFilter): Sql | undefined {
  const affiliations = matchingAffiliations({ accountId }, filter);
  return (
    affiliations &&
    sql`account_id = ${uuidOf(accountId)} and id in (select affiliate_id from affiliations where ${affiliations})`
  );
}

/** Four statements, regardless of the number of people. */
async function described(db: Queryable, people: Sql, { accountId }: OfAccount): Promise<ListedPerson[]> {
  const rows = await db.query<{ id: string; name: string; email: string; created_at: Date }>(sql`
    select found.id, person.name, person.email, found.created_at
    from (${people}) found
    join users person on person.id = found.user_id
    order by found.position`);
  const theirs = await describeAffiliations(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const id = idOf("affiliate", row.id);
    return {
      person: { id, name: row.name, email: row.email, createdAt: row.created_at },
      affiliations: theirs.filter(({ affiliation }) => affiliation.affiliateId === id),
    };
  });
}
