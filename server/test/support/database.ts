import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connect, type Connection, type ConnectOptions, type Db } from "../../src/db/database.ts";
import { whenFileEnds } from "./file-end.ts";
import { inDatabase } from "./global-setup.ts";

/** A new migrated database that nobody else uses. */
export async function cloneDatabase(): Promise<Connection> {
  return untilFileEnds(await createClone());
}

/** A database without tables. */
export async function emptyDatabase(): Promise<Connection> {
  return untilFileEnds(await create("template template0"));
}

/** A migrated database that its caller drops. */
export async function createClone(): Promise<TestDatabase> {
  const { template, strategy } = inject("server");
  return create(`template ${template} strategy ${strategy}`);
}

export interface TestDatabase {
  readonly connection: Connection;
  readonly drop: () => Promise<void>;
}

/** A new database with the contents of this one, which nobody may be connected to. */
export async function copyOf({ database, connectionString }: Connection): Promise<Connection> {
  const name = connectionString === undefined ? database : new URL(connectionString).pathname.slice(1);
  return untilFileEnds(await create(`template ${name} strategy ${inject("server").strategy}`));
}

/** A clone with a pool; the caller closes the pool. */
export async function openDatabase(options: Partial<ConnectOptions> = {}): Promise<Db> {
  return connect(await cloneDatabase(), { onIdleError: () => {}, ...options });
}

async function create(how: string): Promise<TestDatabase> {
  const { connection, prefix } = inject("server");
  const database = `${prefix}_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${database} ${how}`);
  const drop = (): Promise<void> => administer(`drop database if exists ${database} with (force)`);
  return { connection: inDatabase(connection, database), drop };
}

/** Hundreds of databases would slow down the server, which visits each of them, and fill the memory. */
function untilFileEnds({ connection, drop }: TestDatabase): Connection {
  whenFileEnds(drop);
  return connection;
}

/** Shared by all files of a worker: opening a connection is slower than most statements. */
let administrator: Promise<pg.Client> | undefined;

let lastStatement: Promise<unknown> = Promise.resolve();

/** One statement after the other: `pg` warns when it has to queue them. */
async function administer(statement: string): Promise<void> {
  const ended = lastStatement.then(async () => {
    administrator ??= connectAdministrator();
    await (await administrator).query(statement);
  });
  lastStatement = ended.catch(() => {});
  await ended;
}

async function connectAdministrator(): Promise<pg.Client> {
  const client = new pg.Client(inject("server").connection);
  const forget = (): void => {
    administrator = undefined;
  };
  // Without a listener, a lost connection would end the worker. The next statement opens a new one.
  client.on("error", forget);
  try {
    await client.connect();
  } catch (error) {
    forget();
    throw error;
  }
  return client;
}
