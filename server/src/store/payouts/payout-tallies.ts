import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type BatchId } from "../../domain/ids.ts";
import type { PayoutTally } from "../../domain/payout-tally.ts";

/**
 * Runs in the same statement as the change it counts. `moved` selects the key columns of each payout that is added
 * (sign 1) or removed (sign -1), then the sign and the amount. Rows are locked in key order, so that two changes to one
 * batch cannot deadlock.
 */
export const tallying = (moved: Sql): Sql => sql`
  insert into payout_tallies as tally (account_id, batch_id, status, method, formats, file_id, part, payouts, amount_minor)
  select account_id, batch_id, status, method, formats, file_id, part, sum(sign), sum(sign * amount_minor)
  from (${moved}) moved (account_id, batch_id, status, method, formats, file_id, part, sign, amount_minor)
  group by 1, 2, 3, 4, 5, 6, 7 order by 2, 3, 4, 5, 6, 7
  on conflict (batch_id, status, method, formats, file_id, part) do update set
    payouts = tally.payouts + excluded.payouts, amount_minor = tally.amount_minor + excluded.amount_minor`;

export async function listTallies(
  db: Queryable,
  accountId: AccountId,
  batches: readonly BatchId[],
): Promise<PayoutTally[]> {
  const rows = await db.query<Omit<PayoutTally, "batchId" | "payouts"> & { batch_id: string; payouts: bigint }>(sql`
    select batch_id, status, method, formats, file_id as "fileId", part, payouts, amount_minor as minor from payout_tallies
    where account_id = ${uuidOf(accountId)} and batch_id = any(${batches.map(uuidOf)}::uuid[]) and payouts <> 0`);
  return rows.map(({ batch_id: batch, payouts, ...tally }) => ({
    ...tally,
    batchId: idOf("batch", batch),
    payouts: Number(payouts),
  }));
}
