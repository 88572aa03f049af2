import { resolve } from "node:path";
import type { Command } from "commander";
import { loadConfig, type Config } from "../config.ts";
import { DatabaseUnavailable, isServerError, reasonOf } from "../db/database-unavailable.ts";
import { connect, type Connection } from "../db/database.ts";
import { newerThanProgram, pendingMigrations, UnsuitableDatabase } from "../db/migrate.ts";
import { openReplicaPool } from "../db/pools.ts";
import { measureLag, otherServerIn, readPosition, ReplicaBehind, type Position } from "../db/replica.ts";
import { csvOf, spreadsheetText } from "../formats/csv.ts";
import { CannotMove } from "../formats/manifest.ts";
import { MAP_ENDING, MAP_HEADING, mapLine, type Redirect } from "../formats/redirect-map.ts";
import { dataDirOf, hasData, openInstallation, secretKeyOf } from "../installation.ts";
import { systemClock } from "../system/clock.ts";
import { draftFolder, type FolderDraft } from "../system/export-folder.ts";
import { secretKeyFingerprint } from "../system/secret-box.ts";
import { exportEverything, type SnapshotSource } from "../usecases/installation/export-everything.ts";
import { listRedirects } from "../usecases/installation/list-redirects.ts";
import { command } from "./command.ts";
import { messageOf, type Outcome } from "./outcome.ts";
import { ProgressLines } from "./progress.ts";
import { version } from "./version.ts";

interface Options {
  readonly to?: string;
  readonly redirects?: boolean;
}

export function exportCommand(): Command {
  const about =
    "export everything to a new folder, from one snapshot, while the service runs; confidential, like the database";
  return command<Options>("export", about, ({ options }) =>
    options.redirects ? redirects(options) : everything(options),
  )
    .option("--to <folder>", "target folder (default: a new folder here, named after the current time)")
    .option("--redirects", "export only the links, as an nginx map and a CSV file");
}

async function everything({ to }: Options): Promise<Outcome> {
  const path = resolve(to ?? `tributary-export-${nameOfNow()}`);
  const progress = new ProgressLines();
  const manifest = await intoFolder(path, (source, folder, secretKey) => {
    progress.step(`Exporting to ${path}${source.awaited ? " from the replica" : ""}`);
    return exportEverything({
      ...source,
      folder,
      tributary: version(),
      secretKeyFingerprint: secretKeyFingerprint(secretKey),
      onProgress: progress.table,
    });
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  return {
    json: { folder: path, tables: manifest.tables.length, rows, bytes },
    text: [
      `Exported ${rows.toLocaleString("en")} rows from ${manifest.tables.length} tables to ${path}`,
      "Confidential: the export contains names, email addresses and password hashes. Store it as safely as the database.",
      "It does not include SECRET_KEY, which the import requires. Keep that separately.",
    ],
  };
}

async function redirects({ to }: Options): Promise<Outcome> {
  const path = resolve(to ?? `tributary-redirects-${nameOfNow()}`);
  const links = await intoFolder(path, async (source, folder) => {
    const [map, csv] = [await folder.file("redirects.map"), await folder.file("redirects.csv")];
    await map.write(Buffer.from(MAP_HEADING));
    await csv.write(Buffer.from(csvOf([["code", "target", "campaign", "affiliate"]])));
    const count = await listRedirects(source, async (some) => {
      await map.write(Buffer.from(some.map(mapLine).join("")));
      await csv.write(Buffer.from(csvOf(some.map(cellsOf))));
    });
    await map.write(Buffer.from(MAP_ENDING));
    await Promise.all([map.end(), csv.end()]);
    await folder.finish();
    return count;
  });
  return {
    json: { folder: path, links },
    text: `Wrote ${links.toLocaleString("en")} links to ${path}: redirects.map for nginx, redirects.csv for other servers`,
  };
}

/** Targets stay exact, because other servers redirect with them. Names are only for people. */
const cellsOf = ({ code, target, campaign, affiliate }: Redirect): string[] => [
  code,
  target,
  spreadsheetText(campaign),
  spreadsheetText(affiliate),
];

type Work<T> = (source: SnapshotSource, folder: FolderDraft, secretKey: Buffer) => Promise<T>;

/** Read-only: neither creates an installation nor migrates an existing one. */
async function intoFolder<T>(path: string, work: Work<T>): Promise<T> {
  const config = loadConfig();
  if (config.databaseUrl === undefined && !hasData(dataDirOf(config)))
    throw new CannotMove("nothing_to_move", `There is no data to export in ${dataDirOf(config)}.`);
  const secretKey = secretKeyOf(config);
  const installation = await openInstallation(config, { role: "tool" });
  try {
    const { connection } = installation;
    const position = await examine(connection);
    return await fromReplicaFirst(config, { connection, position }, async (source) => {
      const folder = await draftFolder(path);
      try {
        return await work(source, folder, secretKey);
      } catch (error) {
        await folder.discard();
        throw error;
      }
    });
  } finally {
    await installation.close();
  }
}

interface Primary {
  readonly connection: Connection;
  readonly position: Position | undefined;
}

/** From the replica if there is one and it works, and otherwise from the primary. */
async function fromReplicaFirst<T>(
  { databaseReadUrl, databaseReadMaxLagMs: maxLagMs }: Config,
  { connection, position }: Primary,
  attempt: (source: SnapshotSource) => Promise<T>,
): Promise<T> {
  if (databaseReadUrl !== undefined && position)
    try {
      const replica = { connectionString: databaseReadUrl };
      await assertFollows(replica, { connection, maxLagMs });
      return await attempt({ connection: replica, awaited: { position, maxLagMs } });
    } catch (error) {
      const other = otherServerIn(error);
      if (other) throw new UnsuitableDatabase(other.message, { cause: error });
      const isTrouble = [DatabaseUnavailable, UnsuitableDatabase, ReplicaBehind].some((kind) => error instanceof kind);
      if (!isTrouble && !isServerError(error)) throw error;
      const reason = error instanceof DatabaseUnavailable ? reasonOf(error.cause) : messageOf(error);
      process.stderr.write(`Not exported from the replica: ${reason}\n`);
    }
  return attempt({ connection });
}

/** Fails if the replica's log is not the primary's. */
async function assertFollows(
  standby: Connection,
  { connection, maxLagMs }: { connection: Connection; maxLagMs: number },
): Promise<void> {
  const primary = connect(connection, { onIdleError: () => {}, max: 1, applicationName: "tributary-tool" });
  const replica = openReplicaPool(standby, () => {});
  try {
    await measureLag({ primary, replica, maxLagMs });
  } finally {
    await Promise.all([primary.close(), replica.close()]);
  }
}

/** Refuses another schema. Returns the position of the database, unless it is a standby. */
async function examine(connection: Connection): Promise<Position | undefined> {
  const db = connect(connection, { onIdleError: () => {}, max: 1, applicationName: "tributary-tool" });
  try {
    const { pending, unknown } = await pendingMigrations(db);
    if (unknown.length > 0) throw new UnsuitableDatabase(newerThanProgram(unknown));
    if (pending.length > 0)
      throw new UnsuitableDatabase(
        "The database is older than this version. Export it with the version it runs on, or start this version once to upgrade it.",
      );
    return await readPosition(db);
  } finally {
    await db.close();
  }
}

/** 20260301T120000Z */
function nameOfNow(): string {
  return systemClock.now().toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
}
