import sql from "sql-template-tag";
import { uuidOf } from "../../src/domain/ids.ts";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import type { Paid, Till } from "../payouts/till.ts";

/**
 * This many earnings of one cent, booked now and sealed. Bypasses the ledger's rules, which would take hours for
 * 100,000.
 */
export async function manyLines({ app, merchant, campaignId }: Till, { id }: Paid, count: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`
      with booked as (
        insert into transfers (id, account_id, conversion_id, seq, debit_kind, debit_owner_id, credit_kind, credit_owner_id,
          amount_minor, currency, created_at)
        select gen_random_uuid(), ${uuidOf(merchant.accountId)}, gen_random_uuid(), 1, 'campaign', ${uuidOf(campaignId)},
          'pending', ${uuidOf(id)}, 1, 'EUR', ${app.clock.now()} from generate_series(1, ${count})
        returning id)
      insert into unsealed_transfers (transfer_id) select id from booked`);
  });
  await sealWaiting(app.services);
}
