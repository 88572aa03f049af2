import type { Connection } from "./connection.ts";
import { connect, type ConnectOptions, type Db } from "./database.ts";

/** Every pool of a process. Connections are opened on demand. docs/operations.md shows the same table. */
export const POOLS = {
  http: { max: 20, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  // A customer waits a second at most and is then redirected untracked.
  redirector: { max: 4, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 },
  // One per scheduler lane. Backlogs are finished, however long they take. A job that cannot get a lock gives up and is
  // retried at the next check, so its lane continues.
  jobs: { max: 5, connectTimeoutMs: 5_000, lockTimeoutMs: 10_000 },
  // Totals are folded while orders come in. A fold that takes too long is split.
  folding: { max: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000, lockTimeoutMs: 5_000 },
  deliverer: { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  mail: { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  receipts: { max: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  // Each connection holds the lock of an account while its receipts are worked on, so it is idle in a transaction.
  receiptLocks: { max: 4, connectTimeoutMs: 5_000, lockTimeoutMs: 5_000 },
  // Each connection holds the clock of a twin while it moves.
  clocks: { max: 4, connectTimeoutMs: 5_000, lockTimeoutMs: 5_000 },
  // The readiness check must not depend on the load of the other pools. The second connection cancels a commit that
  // waits for a standby.
  readiness: { max: 2, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 },
} as const satisfies Record<string, Omit<ConnectOptions, "onIdleError">>;

/** Connections to the server at DATABASE_READ_URL. A read that gets none in time uses the primary. */
const REPLICA_POOL = { max: 10, connectTimeoutMs: 1_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 } as const;

export type PoolName = keyof typeof POOLS;
export type Pools = Readonly<Record<PoolName, Db>>;

export interface PoolSource {
  readonly connection: Connection;
  /** Bypasses a pooler, for notifications. */
  readonly listenConnection?: Connection | undefined;
}

export function openPool(
  name: PoolName,
  { connection, listenConnection }: PoolSource,
  onIdleError: (error: Error) => void,
): Db {
  const applicationName = `tributary-${name}`;
  return connect(connection, { ...POOLS[name], applicationName, onIdleError, listenOn: listenConnection });
}

export function openReplicaPool(connection: Connection, onIdleError: (error: Error) => void): Db {
  return connect(connection, { ...REPLICA_POOL, applicationName: "tributary-replica", isReplica: true, onIdleError });
}

export function openPools(source: PoolSource, onIdleError: (error: Error) => void): Pools {
  const open = (name: PoolName): Db => openPool(name, source, onIdleError);
  return {
    http: open("http"),
    redirector: open("redirector"),
    jobs: open("jobs"),
    folding: open("folding"),
    deliverer: open("deliverer"),
    mail: open("mail"),
    receipts: open("receipts"),
    receiptLocks: open("receiptLocks"),
    clocks: open("clocks"),
    readiness: open("readiness"),
  };
}
