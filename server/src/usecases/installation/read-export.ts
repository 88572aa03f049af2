import { createHash } from "node:crypto";
import { clickMonthOfUuid, type ClickMonth } from "../../domain/click.ts";
import {
  CannotMove,
  fileOf,
  MANIFEST,
  parseManifest,
  type ExportedTable,
  type Manifest,
} from "../../formats/manifest.ts";
import { copiedRowOfJson } from "../../formats/row-text.ts";
import type { FolderReader } from "../../system/export-folder.ts";
import type { OnProgress } from "./progress.ts";

/** An export whose every byte was checked. */
export interface CheckedExport {
  readonly manifest: Manifest;
  /** The months that have clicks. */
  readonly months: readonly ClickMonth[];
}

/** Checks that an export is complete, unchanged and made with this secret, before anything is written. */
export async function checkExport(
  folder: FolderReader,
  secretKeyFingerprint: string,
  onProgress: OnProgress,
): Promise<CheckedExport> {
  const manifest = await readManifest(folder);
  if (manifest.secret_key_fingerprint !== secretKeyFingerprint)
    throw new CannotMove(
      "other_secret_key",
      "This export belongs to another SECRET_KEY, so its encrypted data could not be read here. Set SECRET_KEY to that of the " +
        "old installation, or copy its secret.key into the new DATA_DIR.",
    );
  const months: ClickMonth[] = [];
  for (const [index, table] of manifest.tables.entries()) {
    onProgress({ table: table.name, rows: table.rows, index, of: manifest.tables.length });
    const note = table.name === "clicks" ? noteMonths : () => {};
    for await (const lines of checkedLines(folder, table)) note(months, lines);
  }
  return { manifest, months };
}

async function readManifest(folder: FolderReader): Promise<Manifest> {
  const names = await folder.names().catch((): string[] => []);
  if (!names.includes(MANIFEST))
    throw new CannotMove("not_an_export", `${folder.path} is not an export: it has no ${MANIFEST}.`);
  const manifest = parseManifest(await folder.text(MANIFEST));
  if (!manifest)
    throw new CannotMove("not_an_export", `${folder.path}/${MANIFEST} is not a manifest that this version can read.`);
  const expected = new Set([MANIFEST, ...manifest.tables.map(({ name }) => fileOf(name))]);
  const missing = [...expected].filter((name) => !names.includes(name));
  const extra = names.filter((name) => !expected.has(name));
  if (missing.length > 0) throw damaged(folder, `${missing.join(", ")} is missing`);
  if (extra.length > 0) throw damaged(folder, `${extra.join(", ")} does not belong to it`);
  return manifest;
}

/** Reads a file once and checks it. Yields its lines, a few hundred kilobytes at a time. */
async function* checkedLines(folder: FolderReader, table: ExportedTable): AsyncGenerator<readonly string[], void> {
  const file = fileOf(table.name);
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const page of folder.pages(file)) {
    hash.update(page);
    bytes += page.length;
    const end = page.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, page]);
      continue;
    }
    const lines = Buffer.concat([rest, page.subarray(0, end - 1)])
      .toString("utf8")
      .split("\n");
    rest = page.subarray(end);
    rows += lines.length;
    yield lines;
  }
  if (bytes !== table.bytes || hash.digest("hex") !== table.sha256)
    throw damaged(folder, `the checksum of ${file} differs`);
  if (rows !== table.rows || rest.length > 0)
    throw damaged(folder, `${file} has ${rows} complete rows, but the manifest lists ${table.rows}`);
}

/** Like `checkedLines`, in the format that the database reads. */
export async function* copiedRows(
  folder: FolderReader,
  table: ExportedTable,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer, void> {
  let rows = 0;
  for await (const lines of checkedLines(folder, table)) {
    let text = "";
    for (const line of lines) {
      const row = copiedRowOfJson(line, table.columns.length);
      if (row === undefined) throw damaged(folder, `${fileOf(table.name)} has a line that is not a row of its table`);
      text += row;
    }
    yield Buffer.from(text);
    rows += lines.length;
    onRows(rows);
  }
}

/** Clicks are sorted by ID, and the ID is the first column. */
function noteMonths(months: ClickMonth[], lines: readonly string[]): void {
  for (const line of lines) {
    const id = line.slice(2, 38);
    const last = months.at(-1);
    if (last && id >= last.from && id < last.to) continue;
    if (/^[\da-f]{8}-[\da-f]{4}-/.test(id)) months.push(clickMonthOfUuid(id));
  }
}

const LINE_FEED = 0x0a;

function damaged({ path }: FolderReader, what: string): CannotMove {
  return new CannotMove("export_damaged", `The export in ${path} is damaged: ${what}. Nothing was imported.`);
}
