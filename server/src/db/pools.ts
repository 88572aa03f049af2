import type { Connection } from "./connection.ts";
import { connect, type ConnectOptions, type Db } from "./database.ts";

/** Every pool of a process. A connection is opened when it is first needed. docs/operations.md shows the same table. */
export const POOLS = {
  http: { max: 20, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  // A customer waits for a second at most and is then redirected untracked.
  redirector: { max: 4, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 },
  // One for each lane of the scheduler. Work that has piled up is finished, however long it takes; a job that cannot get a
  // lock gives up and is tried again at the next look, so that its lane goes on.
  jobs: { max: 4, connectTimeoutMs: 5_000, lockTimeoutMs: 10_000 },
  deliverer: { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  mail: { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000, lockTimeoutMs: 5_000 },
  // Whether the database can be used must not depend on who else is using it.
  readiness: { max: 1, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 },
} as const satisfies Record<string, Omit<ConnectOptions, "onIdleError">>;

export type PoolName = keyof typeof POOLS;
export type Pools = Readonly<Record<PoolName, Db>>;

export interface PoolSource {
  readonly connection: Connection;
  /** A way around a pooler, for hints. */
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

export function openPools(source: PoolSource, onIdleError: (error: Error) => void): Pools {
  const open = (name: PoolName): Db => openPool(name, source, onIdleError);
  return {
    http: open("http"),
    redirector: open("redirector"),
    jobs: open("jobs"),
    deliverer: open("deliverer"),
    mail: open("mail"),
    readiness: open("readiness"),
  };
}
