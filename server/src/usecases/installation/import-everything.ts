import type { Connection } from "../../db/database.ts";
import { CannotMove, type ExportedTable, type Manifest } from "../../formats/manifest.ts";
import { countFaults, type LedgerCheck } from "../../store/ledger/verify.ts";
import { listMovedTables, readSchemaVersion } from "../../store/installation/catalogue.ts";
import { makePartitions } from "../../store/clicks/clicks.ts";
import {
  analyzeTables,
  countOtherConnections,
  disableImportedAutoApproval,
  disableImportedSchedules,
  emptySelfMade,
  fillInstallation,
  fillTable,
  listFilledTables,
  lockAlone,
  restartSequences,
  switchImportedEndpointsOff,
  type BulkTx,
  type MovedTable,
} from "../../store/installation/bulk-copy.ts";
import type { Clock } from "../../system/clock.ts";
import type { FolderReader } from "../../system/export-folder.ts";
import type { OnProgress } from "./progress.ts";
import { copiedRows, type CheckedExport } from "./read-export.ts";
import { digestForExport } from "./table-digest.ts";

export interface ImportContext {
  readonly connection: Connection;
  readonly folder: FolderReader;
  readonly checked: CheckedExport;
  readonly clock: Clock;
  readonly onProgress: OnProgress;
  /** Called with the current step. */
  readonly onStep: (step: string) => void;
}

export interface Imported {
  readonly rows: number;
  readonly endpointsOff: number;
  readonly schedulesOff: number;
  readonly autoApprovalOff: number;
  readonly checks: readonly LedgerCheck[];
}

/**
 * Imports into an empty installation in one transaction: all or nothing. Triggers and foreign keys stay enabled, and
 * every table is read back and compared with its file before the commit.
 */
export async function importEverything(context: ImportContext): Promise<Imported> {
  const { connection, checked, onStep } = context;
  const { manifest, months } = checked;
  return fillInstallation(connection, async (tx) => {
    const tables = await takeEmptyInstallation(tx);
    const files = filesOf(tables, manifest, await readSchemaVersion(tx));
    await emptySelfMade(tx);
    await makePartitions(tx, months);
    onStep("Importing");
    await fillTables(tx, files, context);
    await restartSequences(tx, manifest.sequences);
    onStep("Comparing the imported rows with the files");
    await analyzeTables(tx, tables);
    await compare(tx, files);
    const now = context.clock.now();
    const off = {
      endpointsOff: await switchImportedEndpointsOff(tx, now),
      schedulesOff: await disableImportedSchedules(tx, now),
      autoApprovalOff: await disableImportedAutoApproval(tx, now),
    };
    onStep("Checking the ledger");
    const checks = await countFaults(tx);
    return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), ...off, checks };
  });
}

/** Locks the installation until the transaction ends. */
async function takeEmptyInstallation(tx: BulkTx): Promise<MovedTable[]> {
  if ((await countOtherConnections(tx)) > 0)
    throw new CannotMove(
      "service_running",
      "Tributary is running on this database. Stop it, run the import, then start it again.",
    );
  const tables = await listMovedTables(tx, "exported");
  await lockAlone(tx, tables);
  const filled = await listFilledTables(tx, tables);
  if (filled.length > 0)
    throw new CannotMove(
      "installation_not_empty",
      `This installation is not empty (there are rows in ${filled.join(", ")}). Import into an empty DATA_DIR or database.`,
    );
  return tables;
}

interface TableAndFile {
  readonly table: MovedTable;
  readonly file: ExportedTable;
}

/** Every table must have a file with the same columns, and every file a table. */
function filesOf(tables: readonly MovedTable[], manifest: Manifest, schema: readonly string[]): TableAndFile[] {
  const files = new Map(manifest.tables.map((file) => [file.name, file]));
  const pairs = tables.flatMap((table) => {
    const file = files.get(table.name);
    return file && file.columns.join() === table.columns.join() ? [{ table, file }] : [];
  });
  const same = pairs.length === tables.length && pairs.length === manifest.tables.length;
  if (same && schema.join() === manifest.schema.join()) return pairs;
  const unknown = manifest.schema.filter((name) => !schema.includes(name));
  const age = unknown.length > 0 ? `a newer database (it has ${unknown.join(", ")})` : "a different database version";
  throw new CannotMove(
    "other_version",
    `This export was written by Tributary ${manifest.tributary} from ${age}. Import it with that version, then start the newer version on it.`,
  );
}

async function fillTables(
  tx: BulkTx,
  files: readonly TableAndFile[],
  { folder, onProgress }: ImportContext,
): Promise<void> {
  for (const [index, { table, file }] of files.entries()) {
    const onRows = (rows: number): void => onProgress({ table: table.name, rows, index, of: files.length });
    onRows(0);
    await fillTable(tx, table, copiedRows(folder, file, onRows));
  }
}

async function compare(tx: BulkTx, files: readonly TableAndFile[]): Promise<void> {
  for (const { table, file } of files) {
    const { rows, sha256 } = await digestForExport(tx, table);
    if (rows !== file.rows || sha256 !== file.sha256)
      throw new CannotMove(
        "copy_differs",
        `${table.name} does not match its file after the import. Nothing was imported.`,
      );
  }
}
