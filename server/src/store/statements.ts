import sql, { empty } from "sql-template-tag";
import type { Queryable, Tx } from "../db/database.ts";
import type { Currency } from "../domain/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId } from "../domain/ids.ts";
import type { SealedTransfer } from "../domain/seal.ts";
import type { ChainKey, ChainState } from "./seals.ts";

export interface ChainMonth {
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
  /** YYYY-MM-01 */
  readonly month: string;
  readonly lines: number;
}

/** Months with lines, newest first. */
export async function listChainMonths(
  db: Queryable,
  {
    accountId,
    affiliateId,
    currency,
  }: Pick<ChainKey, "accountId" | "affiliateId"> & { currency: Currency | undefined },
): Promise<ChainMonth[]> {
  const rows = await db.query<{ currency: Currency; month: string; lines: bigint }>(sql`
    select currency, month, sum(cardinality(transfer_ids))::int8 as lines from seals
    where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)}
      ${currency ? sql`and currency = ${currency}` : empty}
    group by currency, month order by month desc, currency`);
  return rows.map((row) => ({ affiliateId, currency: row.currency, month: row.month, lines: Number(row.lines) }));
}

/** In the order of the seals, which is the order of the chain. */
export async function listSealedLines(
  db: Queryable,
  { accountId, affiliateId, currency }: ChainKey,
  month: string,
): Promise<SealedTransfer[]> {
  const rows = await db.query<{
    id: string;
    created_at: Date;
    debit_kind: string;
    debit_owner_id: string;
    credit_kind: string;
    credit_owner_id: string;
    amount_minor: bigint;
    currency: string;
    conversion_id: string | null;
    payout_id: string | null;
    claw_back_id: string | null;
    seq: number;
  }>(sql`
    select transfer.id, transfer.created_at, transfer.debit_kind, transfer.debit_owner_id, transfer.credit_kind,
      transfer.credit_owner_id, transfer.amount_minor, transfer.currency, transfer.conversion_id, transfer.payout_id,
      transfer.claw_back_id, transfer.seq
    from seals
    cross join lateral unnest(seals.transfer_ids) with ordinality line (transfer_id, place)
    join transfers transfer on transfer.id = line.transfer_id and transfer.account_id = seals.account_id
    where seals.account_id = ${uuidOf(accountId)} and seals.affiliate_id = ${uuidOf(affiliateId)}
      and seals.currency = ${currency} and seals.month = ${month}
    order by seals.number, line.place`);
  return rows.map((row) => ({
    uuid: row.id,
    at: row.created_at,
    debitKind: row.debit_kind,
    debitOwner: row.debit_owner_id,
    creditKind: row.credit_kind,
    creditOwner: row.credit_owner_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    conversion: row.conversion_id,
    payout: row.payout_id,
    clawBack: row.claw_back_id,
    seq: row.seq,
  }));
}

/** Closes the month for good: what is sealed later belongs to a later one. Returns when it was first issued. */
export async function issueStatement(
  tx: Tx,
  { accountId, affiliateId, currency }: ChainKey,
  { month, closing, at }: { month: string; closing: ChainState; at: Date },
): Promise<Date> {
  const [row] = await tx.query<{ issued_at: Date }>(sql`
    with issued as (
      insert into issued_statements (account_id, affiliate_id, currency, month, lines, head, issued_at)
      values (${uuidOf(accountId)}, ${uuidOf(affiliateId)}, ${currency}, ${month}, ${closing.lines}, ${closing.head}, ${at})
      on conflict (affiliate_id, currency, month) do nothing
      returning issued_at
    )
    select issued_at from issued
    union all
    select issued_at from issued_statements
    where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)} and currency = ${currency}
      and month = ${month}`);
  if (!row) throw new Error("A statement was neither issued now nor before.");
  return row.issued_at;
}

export async function ensureStatementKey(tx: Tx, publicKey: string, since: Date): Promise<void> {
  await tx.query(sql`
    insert into statement_keys (public_key, since) values (${publicKey}, ${since}) on conflict (public_key) do nothing`);
}

export function listStatementKeys(db: Queryable): Promise<{ publicKey: string; since: Date }[]> {
  return db.query(sql`select public_key as "publicKey", since from statement_keys order by since desc, public_key`);
}

/** Whose affiliate somebody is, and what they are called there. */
export interface Party {
  readonly accountId: AccountId;
  readonly merchantName: string;
  readonly affiliateName: string;
}

export async function findParty(
  db: Queryable,
  affiliateId: AffiliateId,
): Promise<(Party & { userId: string }) | undefined> {
  const [row] = await db.query<{ account_id: string; merchant: string; name: string; user_id: string }>(sql`
    select affiliate.account_id, account.name as merchant, person.name, person.id as user_id
    from affiliates affiliate
    join accounts account on account.id = affiliate.account_id
    join users person on person.id = affiliate.user_id
    where affiliate.id = ${uuidOf(affiliateId)}`);
  return (
    row && {
      accountId: idOf("account", row.account_id),
      merchantName: row.merchant,
      affiliateName: row.name,
      userId: idOf("user", row.user_id),
    }
  );
}
