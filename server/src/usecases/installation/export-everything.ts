import { jsonWriter } from "../../formats/row-text.ts";
import { fileOf, FORMAT, MANIFEST, manifestText, type ExportedTable, type Manifest } from "../../formats/manifest.ts";
import { listMovedTables, readSchemaVersion, readSequences } from "../../store/installation/catalogue.ts";
import {
  copyForExport,
  readSnapshot,
  type BulkTx,
  type MovedTable,
  type SnapshotSource,
} from "../../store/installation/bulk-copy.ts";
import type { FolderDraft } from "../../system/export-folder.ts";
import type { OnProgress } from "./progress.ts";

export type { SnapshotSource } from "../../store/installation/bulk-copy.ts";

export interface ExportContext extends SnapshotSource {
  readonly folder: FolderDraft;
  readonly tributary: string;
  readonly secretKeyFingerprint: string;
  readonly onProgress: OnProgress;
}

/**
 * Exports the whole installation from one snapshot, table by table, while the service runs. Memory use does not grow
 * with its size.
 */
export async function exportEverything(context: ExportContext): Promise<Manifest> {
  const manifest = await readSnapshot(context, async (tx): Promise<Manifest> => {
    const tables = await listMovedTables(tx, "exported");
    const written: ExportedTable[] = [];
    for (const [index, table] of tables.entries()) {
      const onRows = (rows: number): void => context.onProgress({ table: table.name, rows, index, of: tables.length });
      written.push(await exportTable({ tx, folder: context.folder, onRows }, table));
    }
    return {
      format: FORMAT,
      tributary: context.tributary,
      schema: await readSchemaVersion(tx),
      secret_key_fingerprint: context.secretKeyFingerprint,
      tables: written,
      sequences: await readSequences(tx),
    };
  });
  const file = await context.folder.file(MANIFEST);
  await file.write(Buffer.from(manifestText(manifest)));
  await file.end();
  await context.folder.finish();
  return manifest;
}

interface Writing {
  readonly tx: BulkTx;
  readonly folder: FolderDraft;
  readonly onRows: (rows: number) => void;
}

async function exportTable({ tx, folder, onRows }: Writing, table: MovedTable): Promise<ExportedTable> {
  const { name, columns } = table;
  const file = await folder.file(fileOf(name));
  const jsonOf = jsonWriter();
  let rows = 0;
  onRows(rows);
  for await (const page of copyForExport(tx, table)) {
    await file.write(jsonOf(page.text));
    rows += page.rows;
    onRows(rows);
  }
  return { name, columns, rows, ...(await file.end()) };
}
