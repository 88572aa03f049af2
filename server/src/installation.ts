import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "./config.ts";
import { isRefused } from "./db/database-unavailable.ts";
import { connect, type Connection } from "./db/database.ts";
import { chooseDataDir, refuseOthersDataDir } from "./db/data-folder.ts";
import { startEmbeddedPostgres, type EmbeddedOptions } from "./db/embedded-postgres.ts";
import { migrate, UnsuitableDatabase } from "./db/migrate.ts";
import { createDestinations } from "./deliverer/destinations.ts";
import type { Destinations } from "./domain/endpoint.ts";
import { CannotMove } from "./formats/manifest.ts";
import { movedMarkFile, readMovedMark } from "./system/moved-mark.ts";
import { loadSecretKey } from "./system/secret-key.ts";

const BESIDE_THE_PROGRAM = fileURLToPath(new URL("../../data", import.meta.url));

/** The program's database. */
export interface Installation {
  readonly connection: Connection;
  /** Bypasses a pooler, for notifications. Defaults to the connection itself. */
  readonly listenConnection?: Connection;
  /** Only with the embedded server. */
  readonly dataDir: string | undefined;
  close(): Promise<void>;
}

export function dataDirOf(config: Config): string {
  return chooseDataDir(config.dataDir, BESIDE_THE_PROGRAM, config.postgresOsUser);
}

/** Whether a start has created data here before. */
export function hasData(dataDir: string): boolean {
  return existsSync(baseOf(dataDir));
}

export async function openInstallation(
  config: Config,
  options: Omit<EmbeddedOptions, "base" | "osUser">,
): Promise<Installation> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, databaseListenUrl } = config;
    return {
      connection: { connectionString: databaseUrl },
      ...(databaseListenUrl === undefined ? {} : { listenConnection: { connectionString: databaseListenUrl } }),
      dataDir: undefined,
      close: () => Promise.resolve(),
    };
  }
  const dataDir = dataDirOf(config);
  refuseOthersDataDir(dataDir);
  refuseMoved(dataDir);
  // The secret comes first: data without a secret then means that the secret was lost.
  secretKeyOf(config);
  const embedded = await startEmbeddedPostgres({ ...options, base: baseOf(dataDir), osUser: config.postgresOsUser });
  return { connection: embedded.connection, dataDir, close: () => embedded.release() };
}

/** Data written here from now on would be missing in the new location. */
function refuseMoved(dataDir: string): void {
  const mark = readMovedMark(dataDir);
  if (!mark) return;
  throw new CannotMove(
    "moved_away",
    `The data in ${dataDir} has moved to ${mark.to}${mark.at === "" ? "" : ` (${mark.at})`}. Set DATABASE_URL and SECRET_KEY to use it there. ` +
      `To go back to the data as it was before the move, remove ${movedMarkFile(dataDir)}. Changes made there since then are not included.`,
  );
}

/**
 * On its own connection, without timeouts: a large table takes time, and another process's migration is worth waiting
 * for.
 */
export async function migrateInstallation({ connection }: Installation): Promise<readonly string[]> {
  const db = connect(connection, { onIdleError: () => {}, max: 1, applicationName: "tributary-migrate" });
  try {
    return await migrate(db);
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw new UnsuitableDatabase(`The database rejected the connection: ${error.message}. Check DATABASE_URL.`, {
      cause: error,
    });
  } finally {
    await db.close();
  }
}

export function destinationsOf(config: Config): Destinations {
  return createDestinations(config.webhookAllowedNetworks);
}

/** Reads the secret of this installation. The first start creates it. */
export function secretKeyOf(config: Config): Buffer {
  if (config.secretKey !== undefined) return config.secretKey;
  const dataDir = dataDirOf(config);
  refuseOthersDataDir(dataDir);
  return loadSecretKey(dataDir, hasData(dataDir));
}

function baseOf(dataDir: string): string {
  return join(dataDir, "postgres");
}
