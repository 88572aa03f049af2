import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  close(): Promise<void>;
}

const SETTINGS = ["fsync=off", "max_connections=100"];

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "pair-"));
  execFileSync("chmod", ["755", folder]);
  const [first, second] = [join(folder, "a"), join(folder, "b")];
  await prepare(first);
  execFileSync("cp", ["-a", first, second]);
  const data = join(second, "pg18");
  writeFileSync(join(data, "standby.signal"), "");
  execFileSync("chown", ["--reference", data, join(data, "standby.signal")]);

  const primary = await startEmbeddedPostgres({ base: first, role: "tool", settings: SETTINGS });
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
    close: async () => {
      await standby.release();
      await primary.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A clean stop leaves a folder that can be copied. */
async function prepare(base: string): Promise<void> {
  const server = await startEmbeddedPostgres({ base, role: "tool", settings: SETTINGS });
  const db = connect(server.connection, { onIdleError: () => {}, max: 1 });
  await migrate(db);
  await db.close();
  await server.release();
}
