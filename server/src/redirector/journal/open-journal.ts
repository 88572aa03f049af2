import { randomUUID } from "node:crypto";
import { link, lstat, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ClickJournal } from "./click-journal.ts";

/** A folder of clicks that the database does not have yet. */
export interface OpenJournal {
  /** Of the folder: stays the same when the process is restarted. */
  readonly id: string;
  readonly clicks: ClickJournal;
}

export class UnusableJournal extends Error {
  override readonly name = "UnusableJournal";
}

const ID_FILE = "id";
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export async function openJournal(folder: string, bytesMax: number): Promise<OpenJournal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new UnusableJournal(`${folder} is not a folder.`);
  const clicks = new ClickJournal({ folder, bytesMax });
  await clicks.measure();
  return { id: await idOf(folder), clicks };
}

/** Several processes may start at once: the first one decides. */
async function idOf(folder: string): Promise<string> {
  const path = join(folder, ID_FILE);
  const draft = join(folder, `${randomUUID()}.draft`);
  await writeFile(draft, randomUUID(), { mode: 0o600, flag: "wx", flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(draft);
  }
  const id = await readFile(path, "latin1");
  if (!UUID.test(id)) throw new UnusableJournal(`${path} is damaged. Remove it and start again.`);
  return id;
}
