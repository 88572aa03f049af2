import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../db/database.ts";
import type { Currency } from "../domain/currency.ts";
import { uuidOf, type AccountId, type AffiliateId } from "../domain/ids.ts";

/** One at a time over all processes: two at once would give a chain two ends. Nobody who books waits for it. */
export async function lockSealing(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('tributary:sealing', 0))`);
}

export async function tryLockSealing(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('tributary:sealing', 0)) as locked`,
  );
  return row?.locked ?? false;
}

/** SHA-256 of the text that domain/seal.ts describes, of a table `transfers` under the name given. */
export const digestOf = (transfer: string): string => `sha256(convert_to(concat_ws('|', ${transfer}.id,
  (extract(epoch from ${transfer}.created_at) * 1000)::bigint, ${transfer}.debit_kind, ${transfer}.debit_owner_id,
  ${transfer}.credit_kind, ${transfer}.credit_owner_id, ${transfer}.amount_minor, ${transfer}.currency,
  coalesce(${transfer}.conversion_id::text, ''), coalesce(${transfer}.payout_id::text, ''),
  coalesce(${transfer}.claw_back_id::text, ''), ${transfer}.seq), 'UTF8'))`;

/** Every transfer concerns one affiliate: on one side, or on both. */
export const affiliateOf = (transfer: string): string =>
  `case when ${transfer}.debit_kind in ('campaign', 'recovered') then ${transfer}.credit_owner_id else ${transfer}.debit_owner_id end`;

export const genesisOf = (chain: string): string =>
  `sha256(convert_to('tributary:seal:1|' || ${chain}.affiliate_id::text || '|' || ${chain}.currency, 'UTF8'))`;

export const sealedAccounts = ["pending", "payable", "in_payout", "paid", "receivable"] as const;

/** How one line changes one of the affiliate's balances. */
export const changeOf = (transfer: string, account: string): string =>
  `(case when ${transfer}.credit_kind = '${account}' then ${transfer}.amount_minor else 0 end
    - case when ${transfer}.debit_kind = '${account}' then ${transfer}.amount_minor else 0 end)`;

/**
 * Seals what waits, up to `limit` transfers in the order of their booking, a seal for each chain. A month that has ended in
 * the chain, or was issued, takes no more lines: late ones go into the next. Of a chain whose lines are of several months only
 * the first is sealed. Returns whether something was left of what had been booked before: call again then. What is booked
 * meanwhile does not count, or under a steady load there would be no end. The caller holds the lock.
 */
export async function sealTransfers(tx: Tx, { at, limit }: { at: Date; limit: number }): Promise<boolean> {
  const [row] = await tx.query<{ waiting: number; lines: number; sealed: number }>(sql`
    with waiting as (
      select position, transfer_id from unsealed_transfers order by position limit ${limit}
    ), line as (
      select waiting.position, transfer.*, ${raw(affiliateOf("transfer"))} as affiliate_id,
        ${raw(digestOf("transfer"))} as digest
      from waiting
      -- The limit 1 keeps it to the index: a queue is often guessed so long that all transfers would be read instead.
      cross join lateral (select * from transfers where id = waiting.transfer_id limit 1) transfer
    ), ${tips}, placed as (
      select line.*, max(greatest(date_trunc('month', line.created_at at time zone 'UTC')::date, tip.month,
        (tip.issued + interval '1 month')::date))
          over (partition by line.affiliate_id, line.currency order by line.position) as month
      from line join tip on tip.affiliate_id = line.affiliate_id and tip.currency = line.currency
    ), chosen as (
      select placed.* from placed
      join (select affiliate_id, currency, min(month) as month from placed group by affiliate_id, currency) earliest
        on (earliest.affiliate_id, earliest.currency, earliest.month) = (placed.affiliate_id, placed.currency, placed.month)
    ), done as (
      delete from unsealed_transfers where position in (select position from chosen)
    ), part as (
      select affiliate_id, currency, month, array_agg(id order by position) as ids,
        array_agg(digest order by position) as digests, string_agg(digest, ''::bytea order by position) as packed,
        ${raw(sealedAccounts.map((account) => `sum(${changeOf("chosen", account)})::int8 as ${account}`).join(", "))}
      from chosen group by affiliate_id, currency, month
    ), sealed as (
      insert into seals (account_id, affiliate_id, currency, number, month, lines, transfer_ids, digests, head,
        pending_minor, payable_minor, in_payout_minor, paid_minor, receivable_minor, sealed_at)
      select tip.account_id, tip.affiliate_id, tip.currency, tip.number + 1, part.month,
        tip.lines + cardinality(part.ids), part.ids, part.packed, seal_fold(tip.head, part.digests),
        ${raw(sealedAccounts.map((account) => `tip.${account} + part.${account}`).join(", "))}, ${at}
      from part join tip on tip.affiliate_id = part.affiliate_id and tip.currency = part.currency
      returning cardinality(transfer_ids) as lines
    )
    select (select count(*) from waiting)::int as waiting, (select count(*) from line)::int as lines,
      (select coalesce(sum(lines), 0) from sealed)::int as sealed`);
  if (!row || row.sealed === 0) return false;
  return row.waiting === limit || row.sealed < row.lines;
}

/** Where each chain of the lines stands. */
const tips: Sql = raw(`tip as (
  select chain.account_id, chain.affiliate_id, chain.currency, coalesce(last.number, 0) as number,
    coalesce(last.lines, 0) as lines, coalesce(last.head, ${genesisOf("chain")}) as head, last.month, issued.month as issued,
    ${sealedAccounts.map((account) => `coalesce(last.${account}_minor, 0) as ${account}`).join(", ")}
  from (select distinct account_id, affiliate_id, currency from line) chain
  left join lateral (
    select number, lines, head, month, pending_minor, payable_minor, in_payout_minor, paid_minor, receivable_minor from seals
    where affiliate_id = chain.affiliate_id and currency = chain.currency order by number desc limit 1
  ) last on true
  left join lateral (
    select month from issued_statements
    where affiliate_id = chain.affiliate_id and currency = chain.currency order by month desc limit 1
  ) issued on true
)`);

export interface ChainKey {
  readonly accountId: AccountId;
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
}
export type SealedBalances = Readonly<Record<(typeof sealedAccounts)[number], bigint>>;

/** A chain up to some seal. */
export interface ChainState {
  readonly lines: number;
  readonly head: Buffer;
  readonly balances: SealedBalances;
}
interface ChainRow {
  lines: bigint;
  head: Buffer;
  pending: bigint;
  payable: bigint;
  in_payout: bigint;
  paid: bigint;
  receivable: bigint;
}

/** After the last seal of this month, or of an earlier one. Undefined: the chain had not begun. */
export async function readChainState(
  db: Queryable,
  { accountId, affiliateId, currency }: ChainKey,
  throughMonth: string,
): Promise<ChainState | undefined> {
  const [row] = await db.query<ChainRow>(sql`
    select lines, head, pending_minor as pending, payable_minor as payable, in_payout_minor as in_payout,
      paid_minor as paid, receivable_minor as receivable
    from seals
    where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)} and currency = ${currency}
      and month <= ${throughMonth}
    order by number desc limit 1`);
  if (!row) return undefined;
  const { lines, head, ...balances } = row;
  return { lines: Number(lines), head, balances };
}
