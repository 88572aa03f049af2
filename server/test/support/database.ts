import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connect, type Connection, type ConnectOptions, type Db } from "../../src/db/database.ts";
import { whenFileEnds } from "./file-end.ts";
import { asAdmin, inDatabase } from "./global-setup.ts";

/** A new migrated database that nobody else uses. */
export async function cloneDatabase(): Promise<Connection> {
  const { template, strategy } = inject("server");
  return create(`template ${template} strategy ${strategy}`);
}

/** A database without tables. */
export async function emptyDatabase(): Promise<Connection> {
  return create("template template0");
}

/** A clone with a pool; the caller closes the pool. */
export async function openDatabase(options: Partial<ConnectOptions> = {}): Promise<Db> {
  return connect(await cloneDatabase(), { onIdleError: () => {}, ...options });
}

async function create(how: string): Promise<Connection> {
  const { connection, prefix } = inject("server");
  const database = `${prefix}_${randomBytes(6).toString("hex")}`;
  await asAdmin(connection, (admin) => admin.query(`create database ${database} ${how}`));
  // Hundreds of databases would slow down the server, which visits each of them, and fill the memory.
  whenFileEnds(() =>
    asAdmin(connection, async (admin) => void (await admin.query(`drop database if exists ${database} with (force)`))),
  );
  return inDatabase(connection, database);
}
