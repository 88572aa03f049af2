import { spawnSync } from "node:child_process";
import { UnusableDataFolder } from "./unusable-data-folder.ts";

/** The operating system user that PostgreSQL runs as; empty when that is the user of this process. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

const OWN_USER = "tributary";
/** Exists on every system, so version 0.1 used it for every database that root started. */
const SHARED_USER = "nobody";
const NOBODY: Identity = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** macOS reports nobody as 4294967294; `spawn` takes the signed form, `chown` the unsigned one. */
export function identityOf({ uid, gid }: { uid: number; gid: number }): Identity {
  return { uid: uid | 0, gid: gid | 0 };
}

export function owns({ uid }: Identity, path: { uid: number }): boolean {
  return uid === undefined ? path.uid === process.getuid?.() : path.uid === uid >>> 0;
}

/** PostgreSQL refuses to run as root, so root runs it as the named user, as `tributary`, or as `nobody`. */
export function chooseIdentity(osUser: string | undefined): Identity {
  if (!isRoot()) return {};
  if (osUser === undefined) return findUser(OWN_USER) ?? nobody();
  const found = findUser(osUser);
  if (found === undefined)
    throw new UnusableDataFolder(
      `POSTGRES_OS_USER is ${osUser}, but that user does not exist on this machine. Create it with \`useradd --system ${osUser}\`, or unset the variable.`,
    );
  if (found.uid !== 0) return found;
  throw new UnusableDataFolder("POSTGRES_OS_USER must not be root: PostgreSQL refuses to run as root.");
}

export function nobody(): Identity {
  return findUser(SHARED_USER) ?? NOBODY;
}

export function userName(uid: number): string {
  return shellAs({}, 'id -un -- "$1"', [String(uid)]).stdout.trim() || `user ${uid}`;
}

/** Asks the system instead of /etc/passwd, because users may come from a directory service. */
function findUser(name: string): Identity | undefined {
  const { status, stdout } = shellAs({}, 'id -u -- "$1" && id -g -- "$1"', [name]);
  const [uid = 0, gid = 0] = stdout.split("\n").map(Number);
  return status === 0 ? identityOf({ uid, gid }) : undefined;
}

/**
 * Runs a shell script as that user. Root works in the database user's folders this way, so a link there cannot lead to
 * anything this user could not reach anyway.
 */
export function shellAs(identity: Identity, script: string, args: readonly string[]) {
  return spawnSync("/bin/sh", ["-c", script, "sh", ...args], { ...identity, cwd: "/", encoding: "utf8" });
}
