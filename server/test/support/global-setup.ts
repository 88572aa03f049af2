import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { codeOf } from "../../src/db/database-unavailable.ts";
import { connect, type Connection } from "../../src/db/database.ts";
import { startEmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { isOurServer, readPidFile } from "../../src/db/postmaster.ts";

export interface TestServer {
  readonly connection: Connection;
  /** Every database of this run has this prefix. */
  readonly prefix: string;
  readonly template: string;
  readonly strategy: "file_copy" | "wal_log";
  /** Started by this run, so the tests are its superuser. */
  readonly isEmbedded: boolean;
  /** Of PostgreSQL. */
  readonly major: number;
  /** For what several files use. Removed at the end of the run. */
  readonly folder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    server: TestServer;
  }
}

const FOLDER = "tributary-test-";
/** Contains the process ID of the run that a folder belongs to. */
const RUNNER = "runner.pid";

/** One server and one migrated template for the whole run; each test file clones the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // oxlint-disable-next-line node/no-process-env -- the suite's only switch: run on this server instead of an embedded one
  const url = process.env["TEST_DATABASE_URL"];
  const given = url === undefined || url === "" ? undefined : url;
  const { connection, end } = given === undefined ? await startServer() : serverAt(given);
  const prefix = `t_${randomBytes(4).toString("hex")}`;
  const template = `${prefix}_template`;
  await asAdmin(connection, (admin) => admin.query(`create database ${template}`));
  const db = connect(inDatabase(connection, template), { onIdleError: () => {} });
  await migrate(db);
  await db.close(); // a template with connections cannot be cloned
  // Copying files is fastest without flushing to disk, and slowest with it.
  const isEmbedded = given === undefined;
  const strategy = isEmbedded ? "file_copy" : "wal_log";
  const [folder, major] = [newFolder(), await majorOf(connection)];
  project.provide("server", { connection, prefix, template, strategy, isEmbedded, major, folder });
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    if (given !== undefined) await dropDatabases(connection, prefix);
    await end();
  };
}

export function inDatabase(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

export async function asAdmin<T>(connection: Connection, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(connection);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function majorOf(connection: Connection): Promise<number> {
  const { rows } = await asAdmin(connection, (admin) =>
    admin.query<{ number: string }>("select current_setting('server_version_num') as number"),
  );
  return Math.trunc(Number(rows[0]?.number) / 10_000);
}

interface Server {
  readonly connection: Connection;
  readonly end: () => Promise<void>;
}

function serverAt(connectionString: string): Server {
  return { connection: { connectionString }, end: () => Promise.resolve() };
}

async function startServer(): Promise<Server> {
  sweep();
  const base = newFolder();
  // Data that nobody needs after a crash, in databases that live for seconds.
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "autovacuum=off",
    "max_connections=300",
    // PostgreSQL plans a prepared statement anew for its first five runs, and most connections do not live much
    // longer. Races, the stories and external servers keep the default.
    "plan_cache_mode=force_generic_plan",
  ];
  const embedded = await startEmbeddedPostgres({ base, role: "app", settings });
  return {
    connection: embedded.connection,
    end: async () => {
      await embedded.release();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), FOLDER));
  writeFileSync(join(folder, RUNNER), String(process.pid));
  return folder;
}

/** A killed run leaves its server and its folder behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const base = join(tmpdir(), name);
    const runner = readNumber(join(base, RUNNER));
    if (runner === undefined || isAlive(runner)) continue;
    const data = join(base, "pg18");
    const server = readPidFile(data);
    if (server && isOurServer(data, server.pid)) process.kill(server.pid, "SIGQUIT");
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function readNumber(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM"; // another user's process
  }
}

async function dropDatabases(connection: Connection, prefix: string): Promise<void> {
  await asAdmin(connection, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [`${prefix}_`],
    );
    for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
  });
}
