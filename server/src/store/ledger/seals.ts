import { affiliateAccounts } from "tributary-sdk/statement";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { uuidOf, type AccountId, type AffiliateId } from "../../domain/ids.ts";

/**
 * Only one process may seal at a time: two would fork a chain. This does not wait in the database, because a waiting
 * transaction would hold a connection.
 */
export async function tryLockSealing(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('tributary:sealing', 0)) as locked`,
  );
  return row?.locked ?? false;
}

/** SHA-256 of `sealText` in the SDK's statement-seal.ts, for the table `transfers` under this alias. */
export const digestOf = (transfer: string): string => `sha256(convert_to(concat_ws('|', ${transfer}.id,
  (extract(epoch from ${transfer}.created_at) * 1000)::bigint, ${transfer}.debit_kind, ${transfer}.debit_owner_id,
  ${transfer}.credit_kind, ${transfer}.credit_owner_id, ${transfer}.amount_minor, ${transfer}.currency,
  coalesce(${transfer}.conversion_id::text, ''), coalesce(${transfer}.payout_id::text, ''),
  coalesce(${transfer}.claw_back_id::text, ''), ${transfer}.seq), 'UTF8'))`;

/** Every transfer concerns one affiliate, on one side or both. */
export const affiliateOf = (transfer: string): string =>
  `case when ${transfer}.debit_kind in ('campaign', 'recovered') then ${transfer}.credit_owner_id else ${transfer}.debit_owner_id end`;

export const genesisOf = (chain: string): string =>
  `sha256(convert_to('tributary:seal:1|' || ${chain}.affiliate_id::text || '|' || ${chain}.currency, 'UTF8'))`;

/** How a line changes one of the affiliate's balances. */
export const changeOf = (transfer: string, account: string): string =>
  `(case when ${transfer}.credit_kind = '${account}' then ${transfer}.amount_minor else 0 end
    - case when ${transfer}.debit_kind = '${account}' then ${transfer}.amount_minor else 0 end)`;

/**
 * Seals up to `limit` queued transfers in booking order, with one seal per chain. A month that has ended in the chain,
 * or was issued, takes no more lines: late ones go into the next month. If a chain has lines of several months, only
 * the first month is sealed. Returns whether transfers booked before this call are left, so that the caller repeats it.
 * Later bookings do not count, because under steady load the loop would never end. The caller holds the lock.
 *
 * Joins avoid plans that join row by row: the statistics mostly show an empty queue, and such a plan takes quadratic
 * time on a long one.
 */
export async function sealTransfers(tx: Tx, { at, limit }: { at: Date; limit: number }): Promise<boolean> {
  const [row] = await tx.query<{ waiting: number; lines: number; sealed: number }>(sql`
    with waiting as (
      select position, transfer_id from unsealed_transfers order by position limit ${limit}
    ), ${lines}, part as (
      select distinct on (affiliate_id, currency) account_id, affiliate_id, currency, month,
        array_agg(position) as positions, array_agg(id order by position) as ids,
        array_agg(digest order by position) as digests, string_agg(digest, ''::bytea order by position) as packed,
        ${raw(affiliateAccounts.map((account) => `sum(${changeOf("line", account)})::int8 as ${account}`).join(", "))}
      from line group by account_id, affiliate_id, currency, month order by affiliate_id, currency, month
    ), done as (
      -- "is true" makes PostgreSQL hash the positions, regardless of the statistics.
      delete from unsealed_transfers where position <= (select max(position) from waiting)
        and (position in (select unnest(positions) from part)) is true
    ), sealed as (
      insert into seals (account_id, affiliate_id, currency, number, month, lines, transfer_ids, digests, head,
        pending_minor, payable_minor, in_payout_minor, paid_minor, receivable_minor, sealed_at)
      select part.account_id, part.affiliate_id, part.currency, coalesce(last.number, 0) + 1,
        greatest(part.month, last.month, (issued.month + interval '1 month')::date),
        coalesce(last.lines, 0) + cardinality(part.ids), part.ids, part.packed,
        seal_fold(coalesce(last.head, ${raw(genesisOf("part"))}), part.digests),
        ${raw(affiliateAccounts.map((account) => `coalesce(last.${account}_minor, 0) + part.${account}`).join(", "))}, ${at}
      from part ${lastOfChain}
      returning cardinality(transfer_ids) as lines
    )
    select (select count(*) from waiting)::int as waiting, (select count(*) from line)::int as lines,
      (select coalesce(sum(lines), 0) from sealed)::int as sealed`);
  if (!row || row.sealed === 0) return false;
  return row.waiting === limit || row.sealed < row.lines;
}

/** Queued transfers. A line's month is never before that of an earlier line in its chain. */
const lines: Sql = raw(`line as (
  select waiting.position, transfer.*, ${affiliateOf("transfer")} as affiliate_id, ${digestOf("transfer")} as digest,
    max(date_trunc('month', transfer.created_at at time zone 'UTC')::date)
      over (partition by ${affiliateOf("transfer")}, transfer.currency order by waiting.position) as month
  from waiting
  -- The limit forces an index lookup: if the planner expects a long queue, it would scan all transfers.
  cross join lateral (select * from transfers where id = waiting.transfer_id limit 1) transfer
)`);

/** The last seal and the last issued month of each chain. */
const lastOfChain: Sql = raw(`left join lateral (
    select number, lines, head, month, pending_minor, payable_minor, in_payout_minor, paid_minor, receivable_minor from seals
    where affiliate_id = part.affiliate_id and currency = part.currency order by number desc limit 1
  ) last on true
  left join lateral (
    select month from issued_statements
    where affiliate_id = part.affiliate_id and currency = part.currency order by month desc limit 1
  ) issued on true`);

export interface ChainKey {
  readonly accountId: AccountId;
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
}
export type SealedBalances = Readonly<Record<(typeof affiliateAccounts)[number], bigint>>;

/** The state of a chain after one of its seals. */
export interface ChainState {
  /** The number of the seal; 0 before the first one. */
  readonly number: number;
  readonly lines: number;
  readonly head: Buffer;
  readonly balances: SealedBalances;
}
interface ChainRow {
  ordinal: number;
  number: number;
  lines: bigint;
  head: Buffer;
  pending: bigint;
  payable: bigint;
  in_payout: bigint;
  paid: bigint;
  receivable: bigint;
}

/** The state after the last seal of this month or earlier. undefined: the chain has not started. */
export async function readChainState(
  db: Queryable,
  chain: ChainKey,
  throughMonth: string,
): Promise<ChainState | undefined> {
  return (await readChainStates(db, chain, [throughMonth]))[0];
}

/** Reads several ends in one snapshot, because the chain could grow between two reads. */
export async function readChainStates(
  db: Queryable,
  { accountId, affiliateId, currency }: ChainKey,
  throughMonths: readonly string[],
): Promise<(ChainState | undefined)[]> {
  const rows = await db.query<ChainRow>(sql`
    select through.ordinal::int as ordinal, seal.number, seal.lines, seal.head, seal.pending_minor as pending,
      seal.payable_minor as payable, seal.in_payout_minor as in_payout, seal.paid_minor as paid,
      seal.receivable_minor as receivable
    from unnest(${throughMonths}::date[]) with ordinality through (month, ordinal)
    cross join lateral (
      select * from seals
      where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)} and currency = ${currency}
        and month <= through.month
      order by month desc, number desc limit 1
    ) seal`);
  return throughMonths.map((_month, index) => {
    const row = rows.find(({ ordinal }) => ordinal === index + 1);
    if (!row) return undefined;
    const { ordinal: _ordinal, number, lines, head, ...balances } = row;
    return { number, lines: Number(lines), head, balances };
  });
}
