import { createHash, randomBytes, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A folder that is being written. It is a draft next to its final path until it is complete and on disk. */
export interface FolderDraft {
  file(name: string): Promise<FileDraft>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

export interface FileDraft {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<FileDigest>;
}

export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** A folder to read from. */
export interface FolderReader {
  readonly path: string;
  names(): Promise<string[]>;
  text(name: string): Promise<string>;
  pages(name: string): AsyncGenerator<Buffer, void>;
}

const PAGE_BYTES = 262_144;

export class FolderTaken extends Error {
  override readonly name = "FolderTaken";
}

/** Readable only by its owner, because it contains names and addresses. */
export async function draftFolder(path: string): Promise<FolderDraft> {
  refuseTaken(path);
  await mkdir(dirname(path), { recursive: true });
  const draft = join(dirname(path), `${basename(path)}.draft-${randomBytes(4).toString("hex")}`);
  await mkdir(draft, { mode: 0o700 });
  return {
    file: async (name) => fileDraft(await open(join(draft, name), "wx", 0o600)),
    finish: async () => {
      await flush(draft);
      // Otherwise an empty folder of that name would be silently replaced.
      refuseTaken(path);
      await rename(draft, path);
      await flush(dirname(path));
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

export function folderReader(path: string): FolderReader {
  return {
    path,
    names: async () => (await readdir(path)).sort(),
    text: (name) => readFile(join(path, name), "utf8"),
    pages: (name) => pagesOf(join(path, name)),
  };
}

function fileDraft(handle: FileHandle): FileDraft {
  const hash: Hash = createHash("sha256");
  let bytes = 0;
  return {
    write: async (page) => {
      hash.update(page);
      bytes += page.length;
      await handle.writeFile(page);
    },
    end: async () => {
      await handle.sync();
      await handle.close();
      return { bytes, sha256: hash.digest("hex") };
    },
  };
}

async function* pagesOf(path: string): AsyncGenerator<Buffer, void> {
  const handle = await open(path, "r");
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PAGE_BYTES), 0, PAGE_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** A file name is durable once its folder is synced. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function refuseTaken(path: string): void {
  if (existsSync(path)) throw new FolderTaken(`${path} already exists. Choose another folder with --to.`);
}
