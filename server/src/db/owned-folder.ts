import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "./database-unavailable.ts";
import { identityOf, isRoot, nobody, owns, shellAs, userName, type Identity } from "./os-user.ts";
import { UnusableDataFolder } from "./unusable-data-folder.ts";

// Root trusts names only in folders that root owns. It hands a folder to the database's user on creation and changes
// nothing inside afterwards, because a folder's owner can place a link to anything there.

const { O_APPEND, O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const ROOTS_MODE = 0o711;
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
const STICKY = 0o1000;
const SMALL_FILE_MAX_BYTES = 4_096;

/** When run as root, rejects a folder that another user could replace with a link. */
export function refuseFolderOfOthers(folder: string): void {
  if (!isRoot()) return;
  // Root runs this program, so it already trusts the program's owner.
  const trusted = new Set([0, statSync(fileURLToPath(import.meta.url)).uid]);
  const { uid, mode } = statSync(folder);
  if (uid !== 0)
    throw new UnusableDataFolder(
      `${folder} belongs to ${userName(uid)}, but Tributary is running as root. Run it as ${userName(uid)}, or set DATA_DIR to a folder that root owns.`,
    );
  refuseWritable(folder, mode, GROUP_WRITES | OTHERS_WRITE);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const found = statSync(above);
    if (!trusted.has(found.uid))
      throw new UnusableDataFolder(
        `${folder} is in ${above}, which belongs to ${userName(found.uid)}, but Tributary is running as root. Set DATA_DIR to a folder that root owns, for example /var/lib/tributary.`,
      );
    refuseWritable(above, found.mode, OTHERS_WRITE);
  }
}

function refuseWritable(folder: string, mode: number, writers: number): void {
  if ((mode & writers) === 0 || (mode & STICKY) !== 0) return;
  throw new UnusableDataFolder(`Other users can write to ${folder}. Run \`chmod go-w\` on it.`);
}

/**
 * Makes root the owner of a folder, so that nobody else can replace its contents. Version 0.1 gave it to `nobody`.
 * Works on the descriptor, so it changes the folder that was checked even if the name has been redirected since.
 */
export function claimFolder(folder: string): { tookOver: boolean } {
  const handle = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const found = fstatSync(handle);
    const tookOver = found.uid !== 0;
    if (tookOver && !owns(nobody(), found))
      throw new UnusableDataFolder(
        `${folder} belongs to ${userName(found.uid)}, but Tributary is running as root. Run it as ${userName(found.uid)}, or make root the owner of this folder only: \`chown root\`.`,
      );
    if (tookOver) fchownSync(handle, 0, 0);
    fchmodSync(handle, ROOTS_MODE);
    return { tookOver };
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a folder for the database's user unless it exists. It starts as a draft, so nobody finds it before it has its
 * owner.
 */
export function ensureFolderOf(identity: Identity, path: string): void {
  if (identity.uid === undefined) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return;
  }
  if (isFolderOf(identity, path)) return;
  refuseLink(path);
  const draft = makeFolderFor(identity, `${path}-draft-`);
  try {
    renameSync(draft, path);
  } catch (error) {
    removeTree(draft);
    if (!isFolderOf(identity, path))
      throw new UnusableDataFolder(`${path} does not belong to the database's user. Remove it and start again.`, {
        cause: error,
      });
  }
}

/**
 * Creates a folder, named as mkdtemp does, that the database's user owns. The owner changes while the folder is
 * certainly empty.
 */
export function makeFolderFor({ uid, gid }: Identity, prefix: string): string {
  const folder = mkdtempSync(prefix);
  if (uid !== undefined) lchownSync(folder, uid >>> 0, (gid ?? uid) >>> 0);
  return folder;
}

function isFolderOf(identity: Identity, path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && owns(identity, found);
}

/** Whether only that user can enter the folder, and nobody else can have created it. */
export function isPrivateFolderOf(identity: Identity, path: string): boolean {
  return isFolderOf(identity, path) && (lstatSync(path).mode & 0o077) === 0;
}

export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new UnusableDataFolder(
      `${path} is a symbolic link. When running as root, Tributary does not follow links there. Find out who created it, remove it and start again.`,
    );
}

/** Removes leftovers of killed starts and earlier versions. The next start retries what cannot be removed now. */
export function sweep(folder: string, isLitter: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isLitter))
    try {
      removeTree(join(folder, name));
    } catch {
      // Another process is working on it, or its owner prevents the removal.
    }
}

/**
 * Removes a tree. Root leaves other users' folders to their owners: a link swapped in meanwhile could lead anywhere.
 */
export function removeTree(path: string): void {
  if (!isRoot()) return rmSync(path, { recursive: true, force: true });
  try {
    const found = lstatSync(path);
    if (!found.isDirectory()) return unlinkSync(path);
    if (found.uid === 0) for (const name of readdirSync(path)) removeTree(join(path, name));
    else shellAs(identityOf(found), 'rm -rf -- "$1"', [path]);
    rmdirSync(path);
  } catch (error) {
    // Another start that lost the same race has removed it, or its owner did if it was in /tmp.
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Opens our log for appending. Root rejects anything but a regular file, because the database's user may have replaced
 * it.
 */
export function openOwnLog(path: string): number {
  if (!isRoot()) return openSync(path, "a", 0o600);
  refuseLink(path);
  const handle = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  const found = fstatSync(handle);
  if (found.isFile() && found.uid === 0 && found.nlink === 1) return handle;
  closeSync(handle);
  throw new UnusableDataFolder(`${path} is not a log that Tributary wrote. Remove it and start again.`);
}

/**
 * The last bytes of a file in another user's folder, or undefined if the file is missing. Follows no links and does not block on
 * pipes.
 */
export function readTail(path: string, maxBytes = SMALL_FILE_MAX_BYTES): string | undefined {
  const handle = openIfThere(path);
  if (handle === undefined) return undefined;
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) throw notRegular(path);
    const bytes = Buffer.alloc(maxBytes);
    return bytes.toString("utf8", 0, readSync(handle, bytes, { position: Math.max(0, found.size - maxBytes) }));
  } finally {
    closeSync(handle);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw code === "ELOOP" ? notRegular(path) : error;
  }
}

function notRegular(path: string): UnusableDataFolder {
  return new UnusableDataFolder(`${path} is not a regular file. Restore it from a backup and start again.`);
}
