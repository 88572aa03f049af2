import sql from "sql-template-tag";
import { uuidOf, type AccountId } from "../../src/domain/ids.ts";
import type { TestApp } from "../support/app.ts";

export async function listBatches(app: TestApp, accountId: AccountId) {
  const rows = await app.db.query<{ origin: string; created_at: Date; status: string }>(sql`
    select origin, created_at, status from payout_batches where account_id = ${uuidOf(accountId)} order by created_at`);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
