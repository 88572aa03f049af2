import sql from "sql-template-tag";
import { DatabaseUnavailable, ReadOnlyServer } from "./database-unavailable.ts";
import type { Db } from "./database.ts";

const LIMIT_MS = 1_000;
/** Anybody may ask, and each check that succeeds has written. */
const FRESH_MS = 1_000;

/**
 * Fails with `DatabaseUnavailable` unless the database commits a write within a second. Concurrent callers share one
 * check, and a success counts for a second.
 */
export function readiness(db: Db): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => {
    if (asked) return asked;
    const asking = ask(db);
    asked = asking;
    const forget = (): void => (asked = undefined);
    asking.then(() => void setTimeout(forget, FRESH_MS).unref(), forget);
    return asking;
  };
}

async function ask(db: Db): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable(new Error("no response within a second"))), LIMIT_MS);
  });
  // In a transaction, so that a connection to a read-only server is dropped and the next check opens a new one.
  const check = db.transaction(async (tx) => {
    const [row] = await tx.query<{ read_only: boolean }>(
      sql`select current_setting('transaction_read_only') = 'on' as read_only`,
    );
    if (row?.read_only) throw new ReadOnlyServer("The database");
    // A commit without a write would succeed even while no synchronous standby acknowledges writes. This writes to the
    // WAL only.
    await tx.query(sql`select pg_logical_emit_message(true, 'tributary', '')::text`);
  });
  try {
    await Promise.race([check, limit]);
  } finally {
    clearTimeout(timer);
  }
}
