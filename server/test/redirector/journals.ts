import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openJournal, type OpenJournal } from "../../src/redirector/journal/open-journal.ts";
import { whenFileEnds } from "../support/file-end.ts";

const MEGABYTE = 1_000_000;

/** Removed when the file ends. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "journal-"));
  whenFileEnds(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
export const aJournal = async (bytesMax = MEGABYTE): Promise<OpenJournal> => open(await newFolder(), bytesMax);

export async function open(folder: string, bytesMax = MEGABYTE): Promise<OpenJournal> {
  const journal = await openJournal(folder, bytesMax);
  onTestFinished(() => journal.clicks.close());
  return journal;
}
