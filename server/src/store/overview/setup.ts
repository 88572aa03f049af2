import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type ConversionId } from "../../domain/ids.ts";
import { ALL_DAYS } from "../../domain/totals.ts";

/** An account's progress towards its first tracked conversion. */
export interface Setup {
  readonly campaign: { readonly id: CampaignId; readonly name: string } | null;
  readonly affiliate: { readonly name: string; readonly code: string } | null;
  readonly hasInvitation: boolean;
  readonly key: { readonly prefix: string; readonly lastFour: string } | null;
  readonly hasClick: boolean;
  readonly conversionId: ConversionId | null;
  readonly hasApproved: boolean;
  readonly hasEndpoint: boolean;
}

export async function readSetup(db: Queryable, accountId: AccountId): Promise<Setup> {
  const account = uuidOf(accountId);
  const [campaign] = await db.query<{ id: string; name: string }>(sql`
    select id, name from campaigns where account_id = ${account} and status <> 'archived'
    order by created_at desc, id desc limit 1`);
  const [found, [key], [facts]] = await Promise.all([
    findAffiliate(db, account, campaign?.id),
    db.query<{ prefix: string; last_four: string }>(sql`
      select prefix, last_four from api_keys where account_id = ${account} and revoked_at is null
      order by created_at desc, id desc limit 1`),
    readFacts(db, account),
  ]);
  // A code only works in its own campaign, so the sample code must name a matching pair.
  const shown = found ? { id: found.campaign_id, name: found.campaign_name } : campaign;
  return {
    campaign: shown ? { id: idOf("campaign", shown.id), name: shown.name } : null,
    affiliate: found ? { name: found.name, code: found.code } : null,
    key: key ? { prefix: key.prefix, lastFour: key.last_four } : null,
    hasInvitation: facts?.invitation ?? false,
    hasClick: facts?.click ?? false,
    conversionId: facts?.conversion_id ? idOf("conversion", facts.conversion_id) : null,
    hasApproved: facts?.approved ?? false,
    hasEndpoint: facts?.endpoint ?? false,
  };
}

interface FoundAffiliate {
  name: string;
  code: string;
  campaign_id: string;
  campaign_name: string;
}

/** An affiliate of the campaign if it has one, or any other. Each half reads one index row. */
async function findAffiliate(
  db: Queryable,
  account: string,
  campaign: string | undefined,
): Promise<FoundAffiliate | undefined> {
  const [row] = await db.query<FoundAffiliate>(sql`
    select person.name, affiliation.code, campaign.id as campaign_id, campaign.name as campaign_name
    from (
      (select 1 as choice, code, affiliate_id, campaign_id from affiliations
        where account_id = ${account} and campaign_id = ${campaign ?? null} and status = 'active'
        order by joined_at desc, id desc limit 1)
      union all
      (select 2, code, affiliate_id, campaign_id from affiliations
        where account_id = ${account} and status = 'active'
          and campaign_id in (select id from campaigns where account_id = ${account} and status <> 'archived')
        order by joined_at desc, id desc limit 1)
    ) affiliation
    join affiliates affiliate on affiliate.account_id = ${account} and affiliate.id = affiliation.affiliate_id
    join users person on person.id = affiliate.user_id
    join campaigns campaign on campaign.account_id = ${account} and campaign.id = affiliation.campaign_id
    order by choice limit 1`);
  return row;
}

interface Facts {
  invitation: boolean;
  click: boolean;
  conversion_id: string | null;
  approved: boolean;
  endpoint: boolean;
}

const readFacts = (db: Queryable, account: string): Promise<Facts[]> =>
  db.query<Facts>(sql`
    select exists (select from invitations where account_id = ${account}) as invitation,
      exists (select from campaigns campaign
        join click_totals total on total.scope_id = campaign.id and total.day = ${ALL_DAYS} and total.clicks > 0
        where campaign.account_id = ${account}) as click,
      (select id from conversions where account_id = ${account}
        order by created_at desc, id desc limit 1) as conversion_id,
      exists (select from conversions where account_id = ${account} and status = 'approved') as approved,
      exists (select from webhook_endpoints where account_id = ${account} and deleted_at is null) as endpoint`);
