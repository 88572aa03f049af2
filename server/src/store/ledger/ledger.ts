import sql, { raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import { uuidOf, type AccountId, type ClawBackId, type ConversionId, type PayoutId } from "../../domain/ids.ts";
import { PAYOUT_STEPS, type LedgerAccount, type PayoutStep, type Transfer } from "../../domain/ledger.ts";
import { adjustMaturedByPayouts } from "./matured-sums.ts";

/** What a transfer is booked for. Each cause is booked once. */
type Cause =
  /** `seq` is the number of the conversion's transition. */
  { readonly conversionId: ConversionId; readonly seq: number } | { readonly clawBackId: ClawBackId };

export type Posting = Cause & {
  /** The transfer's UUID. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly at: Date;
};

/**
 * The balances that only conversions change: their deltas are folded into them. Nothing is paid from them, so nobody has
 * to wait for their rows. All other balances change here, because a payout must find what an approval has added.
 */
const FOLDED: ReadonlySet<string> = new Set(["campaign", "pending"]);

export function postTransfer(tx: Tx, { debit, credit, amount }: Transfer, posting: Posting): void {
  const account = uuidOf(posting.accountId);
  const cause =
    "clawBackId" in posting
      ? { conversion: null, clawBack: uuidOf(posting.clawBackId), seq: 1 }
      : { conversion: uuidOf(posting.conversionId), clawBack: null, seq: posting.seq };
  // Balances are always locked in key order, regardless of direction, so that two transfers cannot deadlock.
  const changes = [
    { ...keyOf(debit), minor: -amount.minor },
    { ...keyOf(credit), minor: amount.minor },
  ]
    .filter(({ kind }) => !FOLDED.has(kind))
    .sort((a, b) => (a.owner + a.kind < b.owner + b.kind ? -1 : 1));
  const posted = sql`
      insert into transfers (id, account_id, conversion_id, claw_back_id, seq, debit_kind, debit_owner_id, credit_kind,
        credit_owner_id, amount_minor, currency, created_at)
      values (${posting.id}, ${account}, ${cause.conversion}, ${cause.clawBack}, ${cause.seq},
        ${debit.kind}, ${uuidOf(debit.ownerId)}, ${credit.kind}, ${uuidOf(credit.ownerId)},
        ${amount.minor}, ${amount.currency}, ${posting.at})`;
  const waiting = sql`insert into unsealed_transfers (transfer_id) values (${posting.id})`;
  // A new order changes no balance here.
  if (changes.length === 0) return tx.defer(sql`with posted as (${posted}) ${waiting}`);
  tx.defer(sql`
    with posted as (${posted}), waiting as (${waiting})
    insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
    select ${account}::uuid, kind, owner_id, ${amount.currency}, minor
    from unnest(${changes.map((change) => change.kind)}::text[], ${changes.map((change) => change.owner)}::uuid[],
      ${changes.map((change) => change.minor)}::int8[]) as change (kind, owner_id, minor)
    on conflict (owner_id, kind, currency)
      do update set balance_minor = ledger_balances.balance_minor + excluded.balance_minor`);
}

const keyOf = (account: LedgerAccount): { kind: string; owner: string } => ({
  kind: account.kind,
  owner: uuidOf(account.ownerId),
});

/** A new UUID with the timestamp of the given one, so that it sorts like other IDs. */
export const uuidLike = (uuid: string): Sql =>
  raw(`(left(${uuid}::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`);

/** The ledger steps of one payout. */
export interface PayoutMovement {
  readonly payoutId: PayoutId;
  readonly steps: readonly PayoutStep[];
}

/**
 * Posts many payouts at once, after their transitions are saved. Amounts come from the payouts and are not
 * recalculated. Each time a payout has ended and been revived, its steps get the next range of numbers.
 */
export async function postPayoutSteps(
  tx: Tx,
  accountId: AccountId,
  { movements, at }: { movements: readonly PayoutMovement[]; at: Date },
): Promise<void> {
  const moves = movements.flatMap(({ payoutId, steps }) =>
    steps.map((step) => ({ ...step, payout: uuidOf(payoutId) })),
  );
  await tx.query(sql`
    with movements as (
      select payout.id as payout_id, payout.affiliate_id, payout.currency,
        case when sum.minor < 0 then move.credit else move.debit end as debit,
        case when sum.minor < 0 then move.debit else move.credit end as credit, abs(sum.minor) as minor,
        move.seq + ${PAYOUT_STEPS} * (select count(*)::int from payout_transitions ended
          where ended.payout_id = payout.id and ended.seq < payout.seq and ended.status in ('failed', 'cancelled')) as seq
      from unnest(${moves.map(({ payout }) => payout)}::uuid[], ${moves.map(({ seq }) => seq)}::int[],
        ${moves.map(({ debit }) => debit)}::text[], ${moves.map(({ credit }) => credit)}::text[],
        ${moves.map(({ sum }) => sum)}::text[]) move (payout_id, seq, debit, credit, sum)
      join payouts payout on payout.account_id = ${uuidOf(accountId)} and payout.id = move.payout_id
      -- returned claw-backs can exceed the others: then the step goes the other way
      cross join lateral (select case move.sum when 'earned' then payout.earned_minor
        when 'clawed_back' then payout.clawed_back_minor else payout.amount_minor end as minor) sum
    ), posted as (
      insert into transfers (id, account_id, payout_id, seq, debit_kind, debit_owner_id, credit_kind, credit_owner_id,
        amount_minor, currency, created_at)
      select ${uuidLike("payout_id")}, ${uuidOf(accountId)}, payout_id, seq, debit, affiliate_id, credit, affiliate_id,
        minor, currency, ${at}
      from movements where minor > 0
      returning id, seq
    ), waiting as (
      insert into unsealed_transfers (transfer_id) select id from posted order by seq, id
    )
    insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
    select ${uuidOf(accountId)}::uuid, kind, affiliate_id, currency, sum(minor)::int8
    from (
      select affiliate_id, currency, debit as kind, -minor as minor from movements
      union all select affiliate_id, currency, credit, minor from movements
    ) change
    -- the payable balance is always held: matured_sums relies on it, also if payouts out and back cancel out
    group by affiliate_id, currency, kind having sum(minor) <> 0 or kind = 'payable'
    -- the same lock order as in postTransfer
    order by affiliate_id, kind collate "C"
    on conflict (owner_id, kind, currency)
      do update set balance_minor = ledger_balances.balance_minor + excluded.balance_minor`);
  await adjustMaturedByPayouts(tx, accountId, moves);
}
