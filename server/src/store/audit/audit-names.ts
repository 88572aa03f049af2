import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, kindOfId, uuidOf, type AccountId, type Id, type IdKind } from "../../domain/ids.ts";

/**
 * Current names of the subjects. The log stores only IDs, so erasing a person also removes their name from it. Subjects
 * without a name are left out.
 */
export async function readSubjectNames(
  db: Queryable,
  accountId: AccountId,
  subjects: readonly Id<IdKind>[],
): Promise<Map<string, string>> {
  const account = uuidOf(accountId);
  const of = (kind: IdKind): string[] => subjects.filter((id) => kindOfId(id) === kind).map(uuidOf);
  const rows = await db.query<{ kind: IdKind; id: string; name: string }>(sql`
    select 'campaign' as kind, id, name from campaigns where account_id = ${account} and id = any(${of("campaign")}::uuid[])
    union all
    select 'group', id, name from groups where account_id = ${account} and id = any(${of("group")}::uuid[])
    union all
    select 'coupon', id, code from coupons where account_id = ${account} and id = any(${of("coupon")}::uuid[])
    union all
    select 'affiliate', affiliate.id, person.name
    from affiliates affiliate join users person on person.id = affiliate.user_id
    where affiliate.account_id = ${account} and affiliate.id = any(${of("affiliate")}::uuid[])
    union all
    select 'affiliation', affiliation.id, person.name
    from affiliations affiliation
    join affiliates affiliate on affiliate.account_id = affiliation.account_id and affiliate.id = affiliation.affiliate_id
    join users person on person.id = affiliate.user_id
    where affiliation.account_id = ${account} and affiliation.id = any(${of("affiliation")}::uuid[])
    union all
    select 'invitation', id, email from invitations where account_id = ${account} and id = any(${of("invitation")}::uuid[])
    union all
    select 'conversion', id, external_id from conversions where account_id = ${account} and id = any(${of("conversion")}::uuid[])
    union all
    select 'claim', id, external_id from claims where account_id = ${account} and id = any(${of("claim")}::uuid[])
    union all
    select 'payout', payout.id, person.name
    from payouts payout
    join affiliates affiliate on affiliate.account_id = payout.account_id and affiliate.id = payout.affiliate_id
    join users person on person.id = affiliate.user_id
    where payout.account_id = ${account} and payout.id = any(${of("payout")}::uuid[])
    union all
    select 'key', id, name from api_keys where account_id = ${account} and id = any(${of("key")}::uuid[])
    union all
    select 'connector', id, name from connectors where account_id = ${account} and id = any(${of("connector")}::uuid[])
    union all
    select 'endpoint', id, url from webhook_endpoints where account_id = ${account} and id = any(${of("endpoint")}::uuid[])
    union all
    select 'user', id, name from users where id = any(${of("user")}::uuid[])`);
  return new Map(rows.map(({ kind, id, name }) => [idOf(kind, id), name]));
}
