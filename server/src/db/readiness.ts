import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { DatabaseUnavailable, ReadOnlyServer } from "./database-unavailable.ts";
import type { Db } from "./database.ts";

const LIMIT_MS = 1_000;
/** Anybody may ask, and each check that succeeds has written. */
const FRESH_MS = 1_000;
const LOOK_MS = 250;
const TOO_SLOW = new Error("no response within a second");

/**
 * Fails with `DatabaseUnavailable` unless the database commits a write within a second. Callers share one check until
 * it has ended on the server, too. A success counts for a second.
 */
export function readiness(db: Db): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => {
    if (asked) return asked;
    const { verdict, ended } = ask(db);
    asked = verdict;
    const forget = (): void => (asked = undefined);
    verdict.then(
      () => void setTimeout(forget, FRESH_MS).unref(),
      () => void ended.then(forget),
    );
    return verdict;
  };
}

interface Check {
  readonly verdict: Promise<void>;
  readonly ended: Promise<unknown>;
}

function ask(db: Db): Check {
  let transactionId: string | undefined;
  let isLate = false;
  let cancelled: Promise<unknown> = Promise.resolve();
  // In a transaction, so that a connection to a read-only server is dropped and the next check opens a new one.
  const written = db.transaction(async (tx) => {
    const [server] = await tx.query<{ read_only: boolean }>(
      sql`select current_setting('transaction_read_only') = 'on' as read_only`,
    );
    if (server?.read_only) throw new ReadOnlyServer("The database");
    // A commit without a write would succeed even while no synchronous standby acknowledges writes. This writes to the
    // WAL only.
    const [message] = await tx.query<{ id: string }>(
      sql`select pg_current_xact_id()::xid::text as id, pg_logical_emit_message(true, 'tributary', '')::text`,
    );
    transactionId = message?.id;
    if (isLate) throw new DatabaseUnavailable(TOO_SLOW);
  });
  const verdict = withinLimit(written, () => {
    isLate = true;
    if (transactionId !== undefined) cancelled = stopWaiting(db, transactionId).catch(() => {});
  });
  return { verdict, ended: written.catch(() => {}).then(() => cancelled) };
}

/**
 * No timeout of the server applies to a commit that waits for a standby, and closing our connection does not end it:
 * each check would leave a connection in use. A commit waits for the disk first.
 */
async function stopWaiting(db: Db, transactionId: string): Promise<void> {
  const look = sql`
    select case when wait_event = 'SyncRep' then pg_cancel_backend(pid) end from pg_stat_activity
    where backend_xid = ${transactionId}::xid`;
  while ((await db.query(look)).length > 0) await sleep(LOOK_MS);
}

async function withinLimit(work: Promise<void>, onLimit: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onLimit();
      reject(new DatabaseUnavailable(TOO_SLOW));
    }, LIMIT_MS);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
