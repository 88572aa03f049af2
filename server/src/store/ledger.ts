import sql from "sql-template-tag";
import type { Tx } from "../db/database.ts";
import { uuidOf, type AccountId, type ConversionId } from "../domain/ids.ts";
import type { LedgerAccount, Transfer } from "../domain/ledger.ts";

export interface Posting {
  /** A UUID of its own. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly conversionId: ConversionId;
  /** The conversion's transition that it books: none is booked twice. */
  readonly seq: number;
  readonly at: Date;
}

export async function postTransfer(tx: Tx, { debit, credit, amount }: Transfer, posting: Posting): Promise<void> {
  const account = uuidOf(posting.accountId);
  // Balances are locked in the order of their keys, whichever way the money goes: so two transfers cannot wait for each other.
  const changes = [
    { ...keyOf(debit), minor: -amount.minor },
    { ...keyOf(credit), minor: amount.minor },
  ].sort((a, b) => (a.owner + a.kind < b.owner + b.kind ? -1 : 1));
  await tx.query(sql`
    with posted as (
      insert into transfers (id, account_id, conversion_id, seq, debit_kind, debit_owner_id, credit_kind, credit_owner_id,
        amount_minor, currency, created_at)
      values (${posting.id}, ${account}, ${uuidOf(posting.conversionId)}, ${posting.seq},
        ${debit.kind}, ${uuidOf(debit.ownerId)}, ${credit.kind}, ${uuidOf(credit.ownerId)},
        ${amount.minor}, ${amount.currency}, ${posting.at})
    )
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
