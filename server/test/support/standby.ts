import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { connect, type Connection } from "../../src/db/database.ts";
import { startEmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { asAdmin } from "./global-setup.ts";

/** A migrated PostgreSQL with a streaming standby. */
export interface Pair {
  readonly primary: Connection;
  readonly standby: Connection;
  /** The standby takes over; the old primary is stopped. */
  failOver(): Promise<void>;
  /** The primary starts again as it was when its standby was copied from it. */
  restorePrimary(): Promise<void>;
  close(): Promise<void>;
}

const SETTINGS = ["fsync=off", "max_connections=100"];

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "pair-"));
  execFileSync("chmod", ["755", folder]);
  const [first, second] = [join(folder, "a"), join(folder, "b")];
  const prepared = await preparedIn(folder);
  execFileSync("cp", ["-a", prepared, first]);
  execFileSync("cp", ["-a", prepared, second]);
  const data = join(second, "pg18");
  writeFileSync(join(data, "standby.signal"), "");
  execFileSync("chown", ["--reference", data, join(data, "standby.signal")]);

  let primary = await startEmbeddedPostgres({ base: first, role: "tool", settings: SETTINGS });
  const { host, user } = primary.connection;
  const follow = `primary_conninfo=host=${host} user=${user}`;
  const standby = await startEmbeddedPostgres({ base: second, role: "tool", settings: [...SETTINGS, follow] });
  return {
    primary: primary.connection,
    standby: standby.connection,
    failOver: async () => {
      await primary.release();
      await asAdmin(standby.connection, (admin) => admin.query("select pg_promote()"));
    },
    restorePrimary: async () => {
      await primary.release();
      rmSync(first, { recursive: true });
      execFileSync("cp", ["-a", prepared, first]);
      primary = await startEmbeddedPostgres({ base: first, role: "tool", settings: SETTINGS });
    },
    close: async () => {
      await standby.release();
      await primary.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One for the whole run, prepared by the first file that needs it. */
async function preparedIn(folder: string): Promise<string> {
  const shared = join(inject("server").folder, "pair");
  if (existsSync(shared)) return shared;
  const own = join(folder, "prepared");
  await prepare(own);
  try {
    renameSync(own, shared);
    return shared;
  } catch {
    // Another file was faster.
    return own;
  }
}

/** A clean stop leaves a folder that can be copied. */
async function prepare(base: string): Promise<void> {
  const server = await startEmbeddedPostgres({ base, role: "tool", settings: SETTINGS });
  const db = connect(server.connection, { onIdleError: () => {}, max: 1 });
  await migrate(db);
  await db.close();
  await server.release();
}
