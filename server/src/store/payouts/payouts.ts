import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import type { Carrier } from "../../formats/file-offer.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type BatchId, type PayoutId } from "../../domain/ids.ts";
import type { Payout, PayoutChange, PayoutMethod, PayoutStatus } from "../../domain/payout.ts";
import { tallying } from "./payout-tallies.ts";
import { isOwedBack, reachesMinimum, withdrawableIn } from "../withdrawable.ts";

export interface PayoutRow {
  id: string;
  account_id: string;
  batch_id: string;
  affiliate_id: string;
  currency: Currency;
  amount_minor: bigint;
  earned_minor: bigint;
  clawed_back_minor: bigint;
  conversions: number;
  claw_backs: number;
  status: PayoutStatus;
  seq: number;
  method: PayoutMethod;
  account_hint: string;
  reference: string | null;
  reason: string | null;
  paid_on: string | null;
  created_at: Date;
  settled_at: Date | null;
  in_file: boolean;
}
/** Columns of the table `payouts`, without an alias. */
export const payoutColumns = raw(
  `payouts.id, payouts.account_id, payouts.batch_id, payouts.affiliate_id, payouts.currency, payouts.amount_minor,
  payouts.earned_minor, payouts.clawed_back_minor, payouts.conversions, payouts.claw_backs, payouts.status, payouts.seq,
  payouts.method, payouts.account_hint, payouts.reference, payouts.reason, payouts.paid_on, payouts.created_at,
  payouts.settled_at, exists (select from payout_file_payouts f where f.payout_id = payouts.id) as in_file`,
);

export const payoutOf = (row: PayoutRow): Payout => ({
  id: idOf("payout", row.id),
  accountId: idOf("account", row.account_id),
  batchId: idOf("batch", row.batch_id),
  affiliateId: idOf("affiliate", row.affiliate_id),
  amount: { minor: row.amount_minor, currency: row.currency },
  earnedMinor: row.earned_minor,
  clawedBackMinor: row.clawed_back_minor,
  conversions: row.conversions,
  clawBacks: row.claw_backs,
  status: row.status,
  seq: row.seq,
  method: row.method,
  accountHint: row.account_hint,
  reference: row.reference,
  reason: row.reason,
  paidOn: row.paid_on,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  inFile: row.in_file,
});

/** A payout to create if the amount is high enough. */
export interface PayoutCandidate {
  readonly id: PayoutId;
  readonly affiliateId: AffiliateId;
  readonly method: PayoutMethod;
  readonly accountHint: string;
  readonly payeeEncrypted: Uint8Array;
  /** The file formats that can pay it, if the amount fits. */
  readonly carriers: readonly Carrier[];
}
export interface Making {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly currency: Currency;
  /** At least 1: Tributary does not create empty payouts. */
  readonly minimumMinor: bigint;
  readonly asOf: Date;
  readonly actor: string;
  readonly at: Date;
}

/**
 * Picks withdrawable conversions, assigns them to payouts, deducts what is owed back and writes the lines, all in one
 * statement. An affiliate below the minimum keeps everything for a later payout. Returns the payouts created.
 */
export async function makePayouts(tx: Tx, making: Making, candidates: readonly PayoutCandidate[]): Promise<Payout[]> {
  const account = uuidOf(making.accountId);
  const carriers = candidates.flatMap(({ id, carriers: each }) => each.map((carrier) => ({ id, ...carrier })));
  const rows = await tx.query<PayoutRow>(sql`
    with payee as (
      select * from unnest(${candidates.map(({ id }) => uuidOf(id))}::uuid[],
        ${candidates.map(({ affiliateId }) => uuidOf(affiliateId))}::uuid[],
        ${candidates.map(({ method }) => method)}::text[], ${candidates.map((each) => each.accountHint)}::text[],
        ${candidates.map((each) => each.payeeEncrypted)}::bytea[]) payee (payout_id, affiliate_id, method, hint, encrypted)
    ), carrier as (
      select * from unnest(${carriers.map(({ id }) => uuidOf(id))}::uuid[], ${carriers.map(({ format }) => format)}::text[],
        ${carriers.map(({ stepMinor }) => stepMinor)}::int8[], ${carriers.map(({ maxMinor }) => maxMinor)}::int8[])
        carrier (payout_id, format, step, most)
    ), ${withdrawable(making, candidates)}, ${debts(making, candidates)},
    due as (
      select payee.*, coalesce(earned.minor, 0) as earned, coalesce(earned.lines, 0) as lines, coalesce(owed.minor, 0) as owed,
        coalesce(owed.lines, 0) as owed_lines
      from payee
      left join (select affiliate_id, sum(commission_minor)::int8 as minor, count(*)::int as lines
        from withdrawable group by affiliate_id) earned on earned.affiliate_id = payee.affiliate_id
      left join (select affiliate_id, sum(amount_minor)::int8 as minor, count(*)::int as lines
        from debts group by affiliate_id) owed on owed.affiliate_id = payee.affiliate_id
      where ${reachesMinimum(making.minimumMinor)}
    ), fitting as (
      select due.*, array(select format from carrier where carrier.payout_id = due.payout_id
        and (earned - owed) % step = 0 and earned - owed <= most order by format) as formats
      from due
    ), claimed as (
      update conversions c set payout_id = due.payout_id
      from withdrawable join due on due.affiliate_id = withdrawable.affiliate_id
      where c.account_id = ${account} and c.id = withdrawable.id and c.payout_id is null and c.status = 'approved'
      returning c.id, c.payout_id, c.commission_minor
    ), taken_off as (
      update claw_backs b set payout_id = due.payout_id
      from debts join due on due.affiliate_id = debts.affiliate_id
      where b.account_id = ${account} and b.id = debts.id and b.payout_id is null
      returning b.id, b.conversion_id, b.payout_id, b.amount_minor
    ), written as (
      insert into payout_lines (payout_id, account_id, conversion_id, claw_back_id, amount_minor)
      select payout_id, ${account}::uuid, id, null::uuid, commission_minor from claimed
      union all
      select payout_id, ${account}::uuid, conversion_id, id, -amount_minor from taken_off
    ), noted as (
      insert into payout_transitions (payout_id, seq, action, status, actor, at)
      select payout_id, 1, 'create', 'created', ${making.actor}, ${making.at} from due
    ), tallied as (${tallying(sql`
      select ${account}::uuid, ${uuidOf(making.batchId)}::uuid, 'created', method, formats, null::uuid, null::int, 1,
        earned - owed
      from fitting`)}
    )
    insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor,
      conversions, claw_backs, status, seq, method, formats, account_hint, payee_encrypted, created_at)
    select payout_id, ${account}, ${uuidOf(making.batchId)}, affiliate_id, ${making.currency}, earned - owed, earned, owed,
      lines, owed_lines, 'created', 1, method, formats, hint, encrypted, ${making.at}
    from fitting order by payout_id
    returning id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor, conversions,
      claw_backs, status, seq, method, account_hint, reference, reason, paid_on, created_at, settled_at, false as in_file`);
  return rows.map(payoutOf);
}

/**
 * Locked in ID order. Rows that another payout takes first are checked again after it commits, and left out. No keys
 * change, so a claw-back's line can reference a conversion that another transaction has locked.
 */
const withdrawable = (making: Making, candidates: readonly PayoutCandidate[]): Sql => sql`
  withdrawable as materialized (
    select c.id, c.affiliate_id, c.commission_minor from conversions c
    where c.account_id = ${uuidOf(making.accountId)}
      and c.affiliate_id = any(${candidates.map(({ affiliateId }) => uuidOf(affiliateId))}::uuid[])
      and c.commission_currency = ${making.currency} and ${withdrawableIn("c").picked(making.asOf)}
    order by c.id for no key update
  )`;

/**
 * The count ensures that all conversions are locked before the first claw-back, so that two payouts cannot deadlock.
 */
const debts = (making: Making, candidates: readonly PayoutCandidate[]): Sql => sql`
  debts as materialized (
    select b.id, b.affiliate_id, b.amount_minor from claw_backs b
    where b.account_id = ${uuidOf(making.accountId)}
      and b.affiliate_id = any(${candidates.map(({ affiliateId }) => uuidOf(affiliateId))}::uuid[])
      and b.currency = ${making.currency} and ${isOwedBack("b")}
      and (select count(*) from withdrawable) >= 0
    order by b.id for no key update
  )`;

/** Locked in ID order. Unknown IDs and IDs of other accounts are left out of the result. */
export async function lockPayouts(tx: Tx, accountId: AccountId, ids: readonly PayoutId[]): Promise<Payout[]> {
  const matching = sql`account_id = ${uuidOf(accountId)} and id = any(${ids.map(uuidOf)}::uuid[])`;
  await tx.query(sql`select id from payouts where ${matching} order by id for no key update`);
  // Read after locking: a file may have been created while this waited.
  const rows = await tx.query<PayoutRow>(sql`select ${payoutColumns} from payouts where ${matching} order by id`);
  return rows.map(payoutOf);
}

/** Saves the states after the actions and their history entries. The rows are locked, so a missing row is a bug. */
export async function savePayouts(
  tx: Tx,
  changes: readonly PayoutChange[],
  { accountId, actor, at }: { accountId: AccountId; actor: string; at: Date },
): Promise<void> {
  const after = changes.map((change) => change.after);
  const rows = await tx.query(sql`
    with change as (
      select * from unnest(${after.map(({ id }) => uuidOf(id))}::uuid[], ${changes.map(({ from }) => from)}::text[],
        ${changes.map(({ action }) => action)}::text[], ${after.map(({ status }) => status)}::text[],
        ${after.map(({ seq }) => seq)}::int[], ${after.map(({ reference }) => reference)}::text[],
        ${after.map(({ reason }) => reason)}::text[], ${after.map(({ paidOn }) => paidOn)}::date[],
        ${after.map(({ inFile }) => inFile)}::bool[])
        change (id, from_status, action, status, seq, reference, reason, paid_on, in_file)
    ), saved as (
      update payouts p set status = change.status, seq = change.seq, reference = change.reference, reason = change.reason,
        paid_on = change.paid_on, settled_at = ${at}
      from change where p.account_id = ${uuidOf(accountId)} and p.id = change.id and p.status = change.from_status
      returning p.id
    ), tallied as (${tallying(sql`
      select p.account_id, p.batch_id, side.status, p.method, p.formats, member.file_id, member.part, side.sign, p.amount_minor
      from change join payouts p on p.account_id = ${uuidOf(accountId)} and p.id = change.id
      left join payout_file_payouts member on member.payout_id = p.id
      cross join lateral (values (change.from_status, -1), (change.status, 1)) side (status, sign)`)}
    )
    insert into payout_transitions (payout_id, seq, action, status, actor, reason, reference, after_file, at)
    select change.id, seq, action, status, ${actor}, reason, reference, in_file, ${at}
    from change join saved on saved.id = change.id
    returning seq`);
  if (rows.length !== changes.length) throw new Error("A locked payout was not in the status it was read with.");
}

export async function findPayee(db: Queryable, accountId: AccountId, id: PayoutId): Promise<Buffer | null | undefined> {
  const [row] = await db.query<{ payee_encrypted: Buffer | null }>(sql`
    select payee_encrypted from payouts where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row?.payee_encrypted;
}
