import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, rename, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const WRITING = ".clicks";
const REPLAYING = ".replaying";
const NAME = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.clicks|\.replaying)$/;

/** The file that this process appends to. */
export class Segment {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #inode: bigint;
  #bytes = 0;

  private constructor(path: string, file: FileHandle, inode: bigint) {
    this.#path = path;
    this.#file = file;
    this.#inode = inode;
  }

  static async create(folder: string): Promise<Segment> {
    const path = join(folder, `${randomUUID()}${WRITING}`);
    const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    await flushNames(folder);
    return new Segment(path, file, (await file.stat({ bigint: true })).ino);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Returns true if the bytes are on disk and a replay will find them. Any process may take a segment at any time: it
   * renames the file first and reads it then. If the file still has its name after the flush, the bytes will be read.
   */
  async append(bytes: Buffer): Promise<boolean> {
    // A full disk may take a part without an error.
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, at);
      if (bytesWritten === 0) throw new Error("The disk took no more bytes.");
      at += bytesWritten;
    }
    await this.#file.datasync();
    this.#bytes += bytes.length;
    const found = await lstat(this.#path, { bigint: true }).catch(() => undefined);
    return found?.ino === this.#inode;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** A segment that is being replayed. A process that dies leaves it to the next one. */
export interface TakenSegment {
  readonly id: string;
  readonly path: string;
}

/** Takes the segment with this name, or returns undefined if another process was faster or it is none. */
export async function takeSegment(folder: string, name: string): Promise<TakenSegment | undefined> {
  const [, id, state] = NAME.exec(name) ?? [];
  if (id === undefined) return undefined;
  const path = join(folder, `${id}${REPLAYING}`);
  if (state === WRITING)
    try {
      await rename(join(folder, name), path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  return { id, path };
}

export const isSegment = (name: string): boolean => NAME.test(name);

/** Follows no links and does not block on pipes. */
export async function readSegment({ path }: TakenSegment): Promise<Buffer | undefined> {
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Keeps a file that cannot be read to its end, for the operator. */
export const quarantine = ({ path }: TakenSegment): Promise<void> => rename(path, `${path}.damaged`);

export async function removeSegment({ path }: TakenSegment): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Without it, the file's name may not survive a power failure. */
async function flushNames(folder: string): Promise<void> {
  const handle = await open(folder, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
