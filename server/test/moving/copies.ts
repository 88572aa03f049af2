import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../../src/db/database.ts";
import { CannotMove, type Manifest } from "../../src/formats/manifest.ts";
import { draftFolder, folderReader } from "../../src/system/export-folder.ts";
import { secretKeyFingerprint } from "../../src/system/secret-box.ts";
import { exportEverything } from "../../src/usecases/installation/export-everything.ts";
import { importEverything, type Imported } from "../../src/usecases/installation/import-everything.ts";
import { checkExport } from "../../src/usecases/installation/read-export.ts";
import { newFolder } from "../start/processes.ts";
import { MovableClock, SECRET_KEY } from "../support/app.ts";

const quietly = (): void => {};

/** A new folder with an export of this database. */
export async function exported(connection: Connection): Promise<string> {
  const path = join(newFolder(), "export");
  await exportEverything({
    connection,
    folder: await draftFolder(path),
    tributary: "1.2.3",
    secretKeyFingerprint: secretKeyFingerprint(SECRET_KEY),
    onProgress: quietly,
  });
  return path;
}

export async function imported(path: string, connection: Connection, secretKey = SECRET_KEY): Promise<Imported> {
  const folder = folderReader(path);
  const checked = await checkExport(folder, secretKeyFingerprint(secretKey), quietly);
  const clock = new MovableClock("2026-06-01T00:00:00.000Z");
  return importEverything({ connection, folder, checked, clock, onProgress: quietly, onStep: quietly });
}

/** Names and contents. */
export function filesIn(path: string): Record<string, string> {
  return Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));
}

/** Digests, for large files. */
export const digestsIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesIn(path)).map(([name, text]) => [name, createHash("sha256").update(text).digest("hex")]),
  );

export const manifestIn = (path: string): Manifest =>
  JSON.parse(readFileSync(join(path, "manifest.json"), "utf8")) as Manifest;

/** The rows of a table, cell by cell. */
export const rowsIn = (path: string, table: string): (string | null)[][] =>
  readFileSync(join(path, `${table}.ndjson`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as (string | null)[]);

/** The reason it was refused; any other outcome fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<CannotMove> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CannotMove) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}
