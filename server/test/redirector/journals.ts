import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openJournal, type OpenJournal } from "../../src/redirector/journal/open-journal.ts";

const MEGABYTE = 1_000_000;

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "journal-"));
export const aJournal = async (bytesMax = MEGABYTE): Promise<OpenJournal> => open(await newFolder(), bytesMax);

export async function open(folder: string, bytesMax = MEGABYTE): Promise<OpenJournal> {
  const journal = await openJournal(folder, bytesMax);
  onTestFinished(() => journal.clicks.close());
  return journal;
}
