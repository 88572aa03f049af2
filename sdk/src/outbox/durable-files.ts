import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Files that are complete or absent after a crash at any moment, and that only their owner can read. */

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const TEMPORARY = ".tmp";
const FORBIDDEN = new Set<unknown>(["EACCES", "EPERM"]);

export const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Resolves to undefined if the file does not exist. */
export async function ifThere<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Durable when it resolves, with all parents that were missing. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  // The process may forbid its own access with a umask.
  if (first !== undefined) await chmod(folder, FOLDER_MODE);
  // The parent at least, in case a process crashed after it created the folder.
  const top = dirname(first ?? folder);
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    await syncFolder(parent).catch((error: unknown) => {
      // We may not be allowed to open a parent. Then we did not create the folder in it, and need not sync it.
      if (!FORBIDDEN.has(codeOf(error))) throw error;
    });
    if (parent === top || parent === dirname(parent)) return;
  }
}

/** Makes new and removed names in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and its file systems write names in order.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface NewFile {
  readonly name: string;
  readonly text: string;
  /** Without it the file is atomic, but may be lost with the power. */
  readonly durable: boolean;
}

async function writeTemporary(folder: string, { name, text, durable }: NewFile): Promise<string> {
  const path = join(folder, `${name}.${randomUUID()}${TEMPORARY}`);
  try {
    const handle = await open(path, "wx", FILE_MODE);
    try {
      await handle.writeFile(text);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    return path;
  } catch (error) {
    await remove(path).catch(() => {});
    throw error;
  }
}

/**
 * False if the name is taken. A link, because renaming would replace the file of another process. The caller makes the
 * name durable.
 */
export async function createFile(folder: string, file: NewFile): Promise<boolean> {
  const temporary = await writeTemporary(folder, file);
  try {
    await link(temporary, join(folder, file.name));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await remove(temporary).catch(() => {});
  }
}

const NO_LINKS = new Set<unknown>(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Some network and container volumes have no hard links. Other problems show when a file is stored. */
export async function checkLinks(folder: string): Promise<void> {
  const name = `${randomUUID()}${TEMPORARY}`;
  try {
    await createFile(folder, { name, text: "", durable: false });
    await remove(join(folder, name));
  } catch (error) {
    if (NO_LINKS.has(codeOf(error)))
      throw new Error("The outbox's directory is on a volume without hard links. Use another one.", { cause: error });
  }
}

/** Replaces the file if there is one. */
export async function replaceFile(folder: string, file: NewFile): Promise<void> {
  const temporary = await writeTemporary(folder, file);
  await rename(temporary, join(folder, file.name));
  await syncFolder(folder);
}

export const readText = (path: string): Promise<string | undefined> => ifThere(readFile(path, "utf8"));
/** Whether there was a file to remove. */
export const remove = async (path: string): Promise<boolean> => (await ifThere(unlink(path).then(() => true))) ?? false;

/** The names in the folder; those of unfinished files are apart. */
export async function namesIn(folder: string): Promise<{ complete: string[]; unfinished: string[] }> {
  const names = await readdir(folder);
  const isUnfinished = (name: string) => name.endsWith(TEMPORARY);
  return { complete: names.filter((name) => !isUnfinished(name)), unfinished: names.filter(isUnfinished) };
}
