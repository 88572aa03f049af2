import { spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The major version of the binaries that we ship; a data folder belongs to one major version. */
export const MAJOR = 18;
export const ROOTS_DATA_DIR = "/var/lib/tributary";

/** Whom the server runs as; empty when that is simply us. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** A data folder that cannot be used as it is; the message says what to do. */
export class UnusableDataFolder extends Error {
  override readonly name = "UnusableDataFolder";
}

export interface DataFolder {
  /** What PostgreSQL's owner owns: data, sockets, logs, a copy of the binaries if needed. */
  readonly base: string;
  readonly data: string;
  readonly identity: Identity;
}

/**
 * Without DATA_DIR the data lies beside the program. PostgreSQL refuses to run as root, so root lends it another user,
 * who cannot enter a clone under /root: then the usual place of a system service is taken.
 */
export function chooseDataDir(explicit: string | undefined, beside: string): string {
  if (explicit !== undefined) return resolve(explicit);
  if (!isRoot() || canEnter(nearestExisting(beside), identityFor(beside))) return beside;
  return ROOTS_DATA_DIR;
}

export function prepareDataFolder(wanted: string): DataFolder {
  try {
    // A recursive mkdir gives its mode to every parent it makes, and others must be able to pass through those.
    mkdirSync(dirname(wanted), { recursive: true, mode: 0o755 });
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const base = realpathSync(wanted);
    const identity = identityFor(base);
    if (identity.uid !== undefined) giveTo(base, identity);
    if (!canEnter(base, identity)) throw new UnusableDataFolder(cannotEnter(base));
    const data = join(base, `pg${MAJOR}`);
    refuseOtherVersion(base, data);
    return { base, data, identity };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM"))
      throw new UnusableDataFolder(
        `${wanted} belongs to another user (${error.message}). Start Tributary as the user who started it before, or set DATA_DIR to a folder of your own.`,
        { cause: error },
      );
    throw error;
  }
}

export function giveTo(path: string, identity: Identity): void {
  if (identity.uid === undefined) return;
  // macOS writes nobody as -2, and chown wants the unsigned form.
  chownSync(path, identity.uid >>> 0, (identity.gid ?? identity.uid) >>> 0);
}

/** What killed starts left behind. Only the app that holds this folder calls it; a rival still at work fails softly. */
export function sweepDrafts(base: string): void {
  for (const name of readdirSync(base))
    if (/^(pg\d+|binaries)-draft-/.test(name)) rmSync(join(base, name), { recursive: true, force: true });
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root: root lends it the folder's owner, or nobody. */
function identityFor(path: string): Identity {
  if (!isRoot()) return {};
  const owner = statIfThere(path);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find((fields) => fields[0] === "nobody");
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) };
}

/** Asked of the system rather than computed from modes: access lists and mount options count too. */
function canEnter(folder: string, identity: Identity): boolean {
  const result = spawnSync("/bin/sh", ["-c", 'cd -- "$0"', folder], { ...identity, cwd: "/", stdio: "ignore" });
  return result.status === 0;
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

function cannotEnter(base: string): string {
  return isRoot()
    ? `PostgreSQL does not run as root, and the user it runs as cannot enter ${base}. Set DATA_DIR to a folder that others can pass through, for example ${ROOTS_DATA_DIR}.`
    : `${base} cannot be entered by this user. Set DATA_DIR to a folder of your own.`;
}

function refuseOtherVersion(base: string, data: string): void {
  const stored = existsSync(join(data, "PG_VERSION"))
    ? readFileSync(join(data, "PG_VERSION"), "utf8").trim()
    : readdirSync(base)
        .map((name) => /^pg(\d+)$/.exec(name)?.[1])
        .find((major) => major !== undefined && existsSync(join(base, `pg${major}`, "PG_VERSION")));
  if (stored === undefined || stored === String(MAJOR)) return;
  throw new UnusableDataFolder(
    `The data in ${base} was written by PostgreSQL ${stored}, and this version of Tributary brings ${MAJOR}. ` +
      "With the version of Tributary that wrote it, run `npx tributary export`, then `npx tributary import` with this one into an empty DATA_DIR. " +
      "Where the import says that the export is of another version, run `npx tributary move --to` a PostgreSQL of your own with the old one, and start this one on that.",
  );
}

function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
