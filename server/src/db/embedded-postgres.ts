import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { codeOf } from "./database-unavailable.ts";
import type { Connection } from "./database.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { sweep } from "./owned-folder.ts";
import { findBinaries, isOldCopy } from "./postgres-binaries.ts";
import { initialise, PORT, SUPERUSER } from "./postmaster.ts";
import { AlreadyRunning, releaseHold, takeHold, type Hold, type Role, type Start } from "./server-hold.ts";

export { AlreadyRunning } from "./server-hold.ts";

const DATABASE = "tributary";
/** Leftovers of a start that was killed. */
const DRAFT = /^(pg\d+|log|socket|binaries)-draft-/;
const REVIVE_PAUSE_MS = 1_000;
// The code depends on the timing of the race.
const DUPLICATE_DATABASE = new Set(["42P04", "23505"]);

export interface EmbeddedOptions {
  /** The folder for all of PostgreSQL's files. */
  readonly base: string;
  readonly role: Role;
  /** The operating system user that PostgreSQL runs as when root starts it on new data. */
  readonly osUser?: string | undefined;
  readonly settings?: readonly string[];
  /** Called when the server died, and when it is back. */
  readonly onTrouble?: (what: string) => void;
  /** Called when another process has taken over the server: this process should end. */
  readonly onLost?: (why: Error) => void;
}

export interface EmbeddedPostgres {
  readonly connection: Connection;
  /** Whether the server was already running. */
  readonly adopted: boolean;
  /** The current server's: it changes when a dead server is replaced. */
  readonly pid: number;
  /** Gives up our hold, and stops the server unless another process still uses it. */
  release(): Promise<void>;
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = prepareDataFolder(options.base, options.osUser);
  const binaries = findBinaries(folder);
  initialise(binaries, folder);
  const start = { folder, binaries, settings: options.settings ?? [], role: options.role };
  const first = await takeHold(start);
  await createDatabase(first.client);
  if (options.role === "app") sweep(folder.base, (name) => DRAFT.test(name));
  // A server that was already running may use an older copy.
  if (options.role === "app" && !first.adopted) sweep(folder.base, (name) => isOldCopy(name, binaries));
  const keeper = keep(start, first, options);
  return {
    connection: { host: first.running.socketDir, port: PORT, user: SUPERUSER, database: DATABASE, ssl: false },
    adopted: first.adopted,
    get pid() {
      return keeper.hold().running.pid;
    },
    release: async () => {
      await keeper.end();
      await releaseHold(keeper.hold(), folder);
    },
  };
}

/**
 * Restarts a dead server, because nothing else does. The socket path stays the same, so the pool reconnects
 * automatically.
 */
function keep(start: Start, first: Hold, { onTrouble, onLost }: EmbeddedOptions) {
  const { socketDir } = first.running;
  let hold = first;
  let ended = false;
  let reviving: Promise<void> | undefined;

  const revive = async (): Promise<void> => {
    onTrouble?.("PostgreSQL stopped; restarting it.");
    while (!ended) {
      try {
        hold = await takeHold(start, socketDir);
        if (hold.running.socketDir === socketDir) {
          watch();
          return onTrouble?.("PostgreSQL is running again.");
        }
        await hold.client.end();
        return onLost?.(new AlreadyRunning("Another process restarted PostgreSQL at a different address."));
      } catch (error) {
        if (error instanceof AlreadyRunning) return onLost?.(error);
        onTrouble?.(error instanceof Error ? error.message : String(error));
        await sleep(REVIVE_PAUSE_MS);
      }
    }
  };
  const watch = (): void => {
    hold.client.once("end", () => {
      if (!ended) reviving = revive();
    });
  };
  watch();
  return {
    hold: () => hold,
    end: async (): Promise<void> => {
      ended = true;
      await reviving;
    },
  };
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (rowCount === 1) return;
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (!DUPLICATE_DATABASE.has(codeOf(error) ?? "")) throw error;
  }
}
