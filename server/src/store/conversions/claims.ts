import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { claimSorts, ownClaimSorts } from "tributary-sdk/words";
import { codeOf } from "../../db/database-unavailable.ts";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Claim, ClaimState, Finding } from "../../domain/claim.ts";
import type { ConversionStatus } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, uuidOf, type AccountId, type CampaignId, type ClaimId, type UserId } from "../../domain/ids.ts";
import {
  beyond,
  bounds,
  countUpTo,
  numbered,
  orderBy,
  ownedBy,
  reachOf,
  type List,
  type OfAccount,
  type Page,
  type Slice,
  type Total,
} from "../page.ts";
import { affiliateNameOf } from "../sort-values.ts";
import { byAnyMatch, byMatch, countedMatches, mergedMatches, type OrderMatch } from "./order-search.ts";
import { expired } from "../retention.ts";

/** A claim with the campaign, merchant and affiliate names. */
export interface NamedClaim {
  readonly claim: Claim;
  readonly campaignName: string;
  readonly merchantName: string;
  readonly affiliateName: string;
}

interface ClaimRow {
  id: string;
  account_id: string;
  campaign_id: string;
  affiliate_id: string;
  affiliation_id: string;
  external_id: string;
  approximate_time: Date;
  state: ClaimState;
  finding: Finding["kind"];
  finding_text: string;
  finding_conversion_id: string | null;
  finding_status: ConversionStatus | null;
  finding_reason: Finding["reason"];
  message: string | null;
  answer: string | null;
  conversion_id: string | null;
  asked_at: Date;
  opened_at: Date | null;
  answered_at: Date | null;
}

const columns = sql`id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, approximate_time, state, finding,
  finding_text, finding_conversion_id, finding_status, finding_reason, message, answer, conversion_id, asked_at, opened_at,
  answered_at`;

export async function insertClaim(tx: Tx, claim: Claim): Promise<void> {
  const { finding } = claim;
  await tx.query(sql`
    insert into claims (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, approximate_time, state, finding,
      finding_text, finding_conversion_id, finding_status, finding_reason, asked_at)
    values (${uuidOf(claim.id)}, ${uuidOf(claim.accountId)}, ${uuidOf(claim.campaignId)}, ${uuidOf(claim.affiliateId)},
      ${uuidOf(claim.affiliationId)}, ${claim.externalId}, ${claim.approximateTime}, ${claim.state}, ${finding.kind},
      ${finding.text}, ${finding.conversion && uuidOf(finding.conversion.id)}, ${finding.conversion?.status ?? null},
      ${finding.reason}, ${claim.askedAt})`);
}

export async function lockClaim(tx: Tx, accountId: AccountId, id: ClaimId): Promise<Claim | undefined> {
  const [row] = await tx.query<ClaimRow>(sql`
    select ${columns} from claims where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} for update`);
  return row && claimOf(row);
}

/** The row is locked, so a missing row is a bug. But another claim for the same order may already be open. */
export async function saveClaim(tx: Tx, from: ClaimState, claim: Claim): Promise<void> {
  try {
    const rows = await tx.query(sql`
      update claims set state = ${claim.state}, message = ${claim.message}, answer = ${claim.answer},
        conversion_id = ${claim.conversionId && uuidOf(claim.conversionId)}, opened_at = ${claim.openedAt},
        answered_at = ${claim.answeredAt}
      where account_id = ${uuidOf(claim.accountId)} and id = ${uuidOf(claim.id)} and state = ${from}
      returning id`);
    if (rows.length !== 1) throw new Error(`Claim ${claim.id} was no longer ${from}, although it was locked.`);
  } catch (error) {
    throw codeOf(error) === UNIQUE_VIOLATION ? new AppError("claim_already_open") : error;
  }
}

const UNIQUE_VIOLATION = "23505";

export async function findClaimOfAccount(
  db: Queryable,
  accountId: AccountId,
  id: ClaimId,
): Promise<NamedClaim | undefined> {
  const one = sql`select ${columns} from claims
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and state <> 'asked'`;
  return (await named(db, one))[0];
}

export async function findClaimOfPerson(db: Queryable, userId: UserId, id: ClaimId): Promise<NamedClaim | undefined> {
  const one = sql`select ${columns} from claims where id = ${uuidOf(id)} and ${ownedBy({ userId })}`;
  return (await named(db, one))[0];
}

const ownSorts = { order: raw("lower(external_id)"), status: "state", asked: raw("coalesce(opened_at, asked_at)") };

/** Without a state filter, returns the claims that the merchant can see. */
export async function listClaimsOfPerson(
  db: Queryable,
  userId: UserId,
  { state, sort, ...page }: Page & { state: ClaimState | undefined; sort?: OwnClaimSort | undefined },
): Promise<NamedClaim[]> {
  const order = orderBy(ownSorts, { sort, slice: page, time: "asked_at" });
  // Merges the first claims with each merchant, using the index of an affiliate's claims.
  const rows = sql`select first.* from (select account_id, id from affiliates where user_id = ${uuidOf(userId)}) as own (account, affiliate)
    cross join lateral (
      select ${columns} from claims where account_id = own.account and affiliate_id = own.affiliate and ${inState(state)}
      ${order} limit ${reachOf(page)}
    ) first
    ${order} ${bounds(page)}`;
  return named(db, numbered(rows), raw("order by claim.position"));
}
export type OwnClaimSort = (typeof ownClaimSorts)[number];

export async function countClaimsOfPerson(
  db: Queryable,
  userId: UserId,
  state: ClaimState | undefined,
): Promise<Total> {
  return countUpTo(db, sql`select 1 from claims where ${ownedBy({ userId })} and ${inState(state)}`);
}

const inState = (state: ClaimState | undefined): Sql => (state ? sql`state = ${state}` : sql`state <> 'asked'`);

export interface ClaimFilter {
  readonly state?: Exclude<ClaimState, "asked"> | undefined;
  /** null: the given ID is malformed, so nothing matches. */
  readonly campaignId?: CampaignId | null | undefined;
  /** What somebody typed: see orderMatches. */
  readonly orderId?: string | undefined;
  readonly sort?: (typeof claimSorts)[number] | undefined;
}

/** A claim without a resolution sorts before all others. */
const sorts = {
  order: raw("lower(external_id)"),
  status: "state",
  affiliate: affiliateNameOf("claims"),
  opened: "opened_at",
  resolved: raw("coalesce(answered_at, '-infinity')"),
};

export const claimList: List<OfAccount, ClaimFilter, NamedClaim> = {
  read: (db, { accountId }, { filter, slice }) => {
    const rows =
      filter.orderId === undefined
        ? rowsMatching(accountId, filter, { slice })
        : mergedMatches(filter.orderId, slice, {
            table: "claims",
            rows: (match, first) => rowsMatching(accountId, filter, { slice: first, match }),
            order: orderOf(filter, slice, byAnyMatch),
          });
    return named(db, numbered(rows), raw("order by claim.position"));
  },
  count: (db, { accountId }, filter) => {
    const matching = (match?: OrderMatch) => sql`select 1 from claims where ${matches(accountId, filter, match)}`;
    return countUpTo(db, filter.orderId === undefined ? matching() : countedMatches(filter.orderId, matching));
  },
  position: ({ claim }) => ({ at: claim.openedAt ?? claim.askedAt, uuid: uuidOf(claim.id) }),
};

/** `best` orders the results of a search that is not sorted. */
const orderOf = ({ sort }: ClaimFilter, slice: Slice, best: Sql | undefined): Sql =>
  best !== undefined && sort === undefined && "offset" in slice
    ? sql`order by ${best}, opened_at desc, id desc`
    : orderBy(sorts, { sort, slice, time: "opened_at" });

function rowsMatching(
  accountId: AccountId,
  filter: ClaimFilter,
  { slice, match }: { slice: Slice; match?: OrderMatch },
): Sql {
  return sql`select ${columns} ${match ? sql`, ${match.matched} as matched` : empty} from claims
    where ${matches(accountId, filter, match)} ${beyond(slice, sql`opened_at`)}
    ${orderOf(filter, slice, match && byMatch(match))} ${bounds(slice)}`;
}

const matches = (accountId: AccountId, { state, campaignId }: ClaimFilter, match: OrderMatch | undefined): Sql => sql`
  account_id = ${uuidOf(accountId)} and state <> 'asked'
  ${state ? sql`and state = ${state}` : empty}
  ${campaignId === undefined ? empty : sql`and campaign_id = ${campaignId && uuidOf(campaignId)}`}
  ${match ? sql`and ${match.condition}` : empty}`;

/** Questions that were never opened as claims: they were answered automatically. */
export async function deleteAskedBefore(tx: Tx, before: Date): Promise<void> {
  for (const old of expired({ time: "asked_at", id: "id" }, before))
    await tx.query(sql`delete from claims where state = 'asked' and ${old}`);
}

async function named(db: Queryable, claims: Sql, order = empty): Promise<NamedClaim[]> {
  const rows = await db.query<ClaimRow & { campaign_name: string; merchant_name: string; affiliate_name: string }>(sql`
    select claim.*, campaign.name as campaign_name, account.name as merchant_name, person.name as affiliate_name
    from (${claims}) claim
    join campaigns campaign on campaign.account_id = claim.account_id and campaign.id = claim.campaign_id
    join accounts account on account.id = claim.account_id
    join affiliates affiliate on affiliate.account_id = claim.account_id and affiliate.id = claim.affiliate_id
    join users person on person.id = affiliate.user_id
    ${order}`);
  return rows.map((row) => ({
    claim: claimOf(row),
    campaignName: row.campaign_name,
    merchantName: row.merchant_name,
    affiliateName: row.affiliate_name,
  }));
}

function claimOf(row: ClaimRow): Claim {
  const { finding_conversion_id: found, finding_status: status } = row;
  return {
    id: idOf("claim", row.id),
    accountId: idOf("account", row.account_id),
    campaignId: idOf("campaign", row.campaign_id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    affiliationId: idOf("affiliation", row.affiliation_id),
    externalId: row.external_id,
    approximateTime: row.approximate_time,
    state: row.state,
    finding: {
      kind: row.finding,
      text: row.finding_text,
      conversion: found === null || status === null ? null : { id: idOf("conversion", found), status },
      reason: row.finding_reason,
    },
    message: row.message,
    answer: row.answer,
    conversionId: row.conversion_id === null ? null : idOf("conversion", row.conversion_id),
    askedAt: row.asked_at,
    openedAt: row.opened_at,
    answeredAt: row.answered_at,
  };
}
