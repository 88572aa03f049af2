import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId } from "../../domain/ids.ts";
import type { SealedTransfer } from "tributary-sdk/statement";
import type { ChainKey, ChainState } from "./seals.ts";
import type { Row } from "../row.ts";

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
  const ofChains = sql`account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)}
      ${currency ? sql`and currency = ${currency}` : empty}`;
  // Steps back from month end to month end: one index lookup per month, regardless of the number of seals.
  const rows = await db.query<{ currency: Currency; month: string; lines: bigint }>(sql`
    with recursive month_end as (
      (select currency, month, lines from seals where ${ofChains}
        order by currency desc, month desc, number desc limit 1)
      union all
      select earlier.currency, earlier.month, earlier.lines from month_end cross join lateral (
        select currency, month, lines from seals
        where ${ofChains} and (currency, month) < (month_end.currency, month_end.month)
        order by currency desc, month desc, number desc limit 1) earlier
    )
    select currency, month, lines - lag(lines, 1, 0::int8) over (partition by currency order by month) as lines
    from month_end order by month desc, currency`);
  return rows.map((row) => ({ affiliateId, currency: row.currency, month: row.month, lines: Number(row.lines) }));
}

/** A line with its number in the chain and the number of its seal. */
export interface SealedLine extends SealedTransfer {
  readonly number: number;
  readonly seal: number;
  /** Whether a refund or an edit changed what the conversion is worth. */
  readonly adjusts: boolean;
}

/**
 * The lines from `after` (exclusive) to `through` (inclusive), in chain order. `fromSeal` is the earliest seal that may
 * hold one. Every seal has at least one line, so reading as many seals as lines is enough. The length of `digests`
 * gives the number of lines; PostgreSQL knows it without reading the value.
 */
export async function listSealedLines(
  db: Queryable,
  { accountId, affiliateId, currency }: ChainKey,
  { after, through, fromSeal }: { after: number; through: number; fromSeal: number },
): Promise<SealedLine[]> {
  const rows = await db.query<Omit<SealedLine, "number"> & { number: bigint }>(sql`
    select seal.before + line.ordinal as number, seal.number as seal, transfer.id as uuid, transfer.created_at as at,
      transfer.debit_kind as "debitKind", transfer.debit_owner_id as "debitOwner", transfer.credit_kind as "creditKind",
      transfer.credit_owner_id as "creditOwner", transfer.amount_minor as "amountMinor", transfer.currency,
      transfer.conversion_id as conversion, transfer.payout_id as payout, transfer.claw_back_id as "clawBack", transfer.seq,
      coalesce((select t.action = 'adjust' or t.refund_id is not null from conversion_transitions t
        where t.conversion_id = transfer.conversion_id and t.seq = transfer.seq), false) as adjusts
    from (
      select account_id, number, transfer_ids, lines - octet_length(digests) / 32 as before from seals
      where account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)} and currency = ${currency}
        and number between ${fromSeal} and ${fromSeal + through - after}
        and lines > ${after} and lines - octet_length(digests) / 32 < ${through}
    ) seal
    cross join lateral unnest(seal.transfer_ids) with ordinality line (transfer_id, ordinal)
    -- The limit forces an index lookup: the planner can only guess the length of the arrays.
    cross join lateral (
      select * from transfers where id = line.transfer_id and account_id = seal.account_id limit 1
    ) transfer
    where seal.before + line.ordinal > ${after} and seal.before + line.ordinal <= ${through}
    order by number`);
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** A closed month. */
export interface Issue {
  readonly issuedAt: Date;
}

export async function findIssue(db: Queryable, chain: ChainKey, month: string): Promise<Issue | undefined> {
  const [row] = await db.query<Issue>(sql`
    select issued_at as "issuedAt" from issued_statements where ${monthOfChain(chain, month)}`);
  return row;
}

const monthOfChain = ({ accountId, affiliateId, currency }: ChainKey, month: string): Sql => sql`
  account_id = ${uuidOf(accountId)} and affiliate_id = ${uuidOf(affiliateId)} and currency = ${currency} and month = ${month}`;

/** Closes the month: later seals belong to a later month. The caller holds the sealing lock. */
export async function issueStatement(
  tx: Tx,
  chain: ChainKey,
  { month, closing, at }: { month: string; closing: ChainState; at: Date },
): Promise<Issue> {
  const { accountId, affiliateId, currency } = chain;
  await tx.query(sql`
    insert into issued_statements (account_id, affiliate_id, currency, month, lines, head, issued_at)
    values (${uuidOf(accountId)}, ${uuidOf(affiliateId)}, ${currency}, ${month}, ${closing.lines}, ${closing.head}, ${at})
    on conflict (affiliate_id, currency, month) do nothing`);
  const issue = await findIssue(tx, chain, month);
  if (!issue) throw new Error("A statement was neither issued now nor before.");
  return issue;
}

/** The signature of a closed month. */
export interface StatementSignature {
  readonly issuerUrl: string;
  readonly publicKey: string;
  readonly signature: string;
}

export async function findSignature(
  db: Queryable,
  chain: ChainKey,
  month: string,
): Promise<StatementSignature | undefined> {
  const [row] = await db.query<StatementSignature>(sql`
    select issuer_url as "issuerUrl", public_key as "publicKey", signature from statement_signatures
    where ${monthOfChain(chain, month)}`);
  return row;
}

/** Returns false if another process saved one first. */
export async function saveSignature(
  tx: Tx,
  { accountId, affiliateId, currency }: ChainKey,
  { month, at, ...signed }: StatementSignature & { month: string; at: Date },
): Promise<boolean> {
  const saved = await tx.query(sql`
    insert into statement_signatures
      (account_id, affiliate_id, currency, month, issuer_url, public_key, signature, signed_at)
    values (${uuidOf(accountId)}, ${uuidOf(affiliateId)}, ${currency}, ${month}, ${signed.issuerUrl}, ${signed.publicKey},
      ${signed.signature}, ${at})
    on conflict (affiliate_id, currency, month) do nothing returning month`);
  return saved.length > 0;
}

export interface StatementKey {
  readonly publicKey: string;
  readonly since: Date;
  /** Signs the statements of twins. */
  readonly isTest: boolean;
}

export async function ensureStatementKey(tx: Tx, { publicKey, since, isTest }: StatementKey): Promise<void> {
  await tx.query(sql`
    insert into statement_keys (public_key, since, test) values (${publicKey}, ${since}, ${isTest}) on conflict (public_key) do nothing`);
}

export function listStatementKeys(db: Queryable): Promise<StatementKey[]> {
  return db.query(
    sql`select public_key as "publicKey", since, test as "isTest" from statement_keys order by since desc, public_key`,
  );
}

/** The merchant and the affiliate of a statement. */
export interface Party {
  readonly accountId: AccountId;
  readonly merchantName: string;
  readonly affiliateName: string;
}

export async function findParty(
  db: Queryable,
  affiliateId: AffiliateId,
): Promise<(Party & { userId: string }) | undefined> {
  const [row] = await db.query<Row<Party> & { userId: string }>(sql`
    select affiliate.account_id as "accountId", account.name as "merchantName", person.name as "affiliateName",
      person.id as "userId"
    from affiliates affiliate
    join accounts account on account.id = affiliate.account_id
    join users person on person.id = affiliate.user_id
    where affiliate.id = ${uuidOf(affiliateId)}`);
  return row && { ...row, accountId: idOf("account", row.accountId), userId: idOf("user", row.userId) };
}
