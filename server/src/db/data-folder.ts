import { existsSync, mkdirSync, readdirSync, realpathSync, lstatSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { chooseIdentity, identityOf, isRoot, shellAs, userName, type Identity } from "./os-user.ts";
import { claimFolder, ensureFolderOf, readTail, refuseFolderOfOthers, refuseLink } from "./owned-folder.ts";
import { UnusableDataFolder } from "./unusable-data-folder.ts";

/** The major version of the binaries that we ship; a data folder belongs to one major version. */
export const MAJOR = 18;
export const ROOTS_DATA_DIR = "/var/lib/tributary";

export interface DataFolder {
  /**
   * Holds the data, logs, sockets and, if needed, a copy of the binaries. Owned by root when root starts PostgreSQL.
   */
  readonly base: string;
  readonly data: string;
  readonly log: string;
  /** Who owns the data and runs PostgreSQL. */
  readonly identity: Identity;
}

/**
 * By default the data is stored next to the program. Root runs PostgreSQL as another user who cannot enter a clone
 * under /root, so the data then goes where system services keep theirs.
 */
export function chooseDataDir(explicit: string | undefined, beside: string, osUser?: string): string {
  if (explicit !== undefined) return resolve(explicit);
  if (!isRoot() || canEnter(nearestExisting(beside), chooseIdentity(osUser))) return beside;
  return ROOTS_DATA_DIR;
}

/** When run as root, rejects a DATA_DIR in which another user could replace the files that root reads and writes. */
export function refuseOthersDataDir(dataDir: string): void {
  if (existsSync(dataDir)) refuseFolderOfOthers(realpathSync(dataDir));
}

export function prepareDataFolder(wanted: string, osUser?: string): DataFolder {
  try {
    // A recursive mkdir applies its mode to every parent it creates, and other users must be able to pass through
    // those.
    mkdirSync(dirname(wanted), { recursive: true, mode: 0o755 });
    refuseOthersDataDir(dirname(wanted));
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const base = realpathSync(wanted);
    refuseOthersDataDir(dirname(base));
    if (isRoot()) claim(base);
    const data = join(base, `pg${MAJOR}`);
    const identity = identityFor(data, osUser);
    if (!canEnter(base, identity)) throw new UnusableDataFolder(cannotEnter(base));
    refuseOtherVersion(base, data);
    const log = join(base, "log");
    ensureFolderOf(identity, log);
    return { base, data, log, identity };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM"))
      throw new UnusableDataFolder(
        `${wanted} belongs to another user (${error.message}). Start Tributary as the user who started it before, or set DATA_DIR to a folder that you own.`,
        { cause: error },
      );
    throw error;
  }
}

/** The server's output before its log files are open, for example why it could not start. */
export function launchLog(base: string): string {
  return join(base, "launch.log");
}

/** Before root owned the folder, another user could have replaced the one file that root writes to with a link. */
function claim(base: string): void {
  if (claimFolder(base).tookOver) rmSync(launchLog(base), { force: true });
}

/** Existing data keeps its owner, whatever user would be chosen for new data. */
function identityFor(data: string, osUser: string | undefined): Identity {
  const chosen = chooseIdentity(osUser);
  if (!isRoot()) return chosen;
  refuseLink(data);
  const found = lstatSync(data, { throwIfNoEntry: false });
  if (found === undefined) return chosen;
  if (found.uid === 0)
    throw new UnusableDataFolder(
      `${data} belongs to root, and PostgreSQL refuses to run as root. Restore it with its owner (\`cp -a\`), or change its owner with \`chown -R\`.`,
    );
  const owner = identityOf(found);
  if (osUser !== undefined && owner.uid !== chosen.uid)
    throw new UnusableDataFolder(
      `${data} belongs to ${userName(found.uid)}, but POSTGRES_OS_USER is ${osUser}. Unset the variable, or move the data to an empty DATA_DIR with \`npx --no tributary export\` and \`npx --no tributary import\`.`,
    );
  return owner;
}

/** Asks the system instead of computing from modes, because access lists and mount options count too. */
function canEnter(folder: string, identity: Identity): boolean {
  return shellAs(identity, 'cd -- "$1"', [folder]).status === 0;
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

function cannotEnter(base: string): string {
  return isRoot()
    ? `PostgreSQL does not run as root, and its user has no access to ${base}. Set DATA_DIR to a folder that other users can pass through, for example ${ROOTS_DATA_DIR}.`
    : `This user has no access to ${base}. Set DATA_DIR to a folder that you own.`;
}

function refuseOtherVersion(base: string, data: string): void {
  const stored =
    versionOf(data) ??
    readdirSync(base)
      .filter((name) => /^pg\d+$/.test(name))
      .map((name) => versionOf(join(base, name)))
      .find((version) => version !== undefined);
  if (stored === undefined || stored === String(MAJOR)) return;
  throw new UnusableDataFolder(
    `The data in ${base} was written by PostgreSQL ${stored}, but this version of Tributary includes ${MAJOR}. ` +
      "Run `npx --no tributary export` with the version of Tributary that wrote it, then `npx --no tributary import` with this one into an empty DATA_DIR. " +
      "If the import rejects the export because of its version, run `npx --no tributary move --to` your own PostgreSQL with the old version, and start this one on that.",
  );
}

function versionOf(data: string): string | undefined {
  const text = readTail(join(data, "PG_VERSION"));
  return text === undefined ? undefined : (/^\d+/.exec(text)?.[0] ?? "of an unknown version");
}
