import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, lstatSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { launchLog, type DataFolder } from "./data-folder.ts";
import { shellAs, type Identity } from "./os-user.ts";
import { ensureFolderOf, isPrivateFolderOf, makeFolderFor, openOwnLog, readTail, removeTree } from "./owned-folder.ts";
import { withPlainPath } from "./postgres-binaries.ts";

export const PORT = 5432;
export const SUPERUSER = "tributary";

const SOCKET_PATH_MAX_BYTES = 103; // macOS; Linux allows 107
const FALLBACK_SOCKETS = "/tmp/tributary-";
/** What mkdtemp makes of that prefix, and nothing below or beside it. */
const FALLBACK = /^\/tmp\/tributary-[A-Za-z0-9]{6}$/;
const NOBODYS_PID = 2147483646;
// PGPORT, PGDATA, PGOPTIONS and the like of the operator's shell must not reach the server.
const CLEAN_ENV = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export interface Running {
  readonly pid: number;
  readonly socketDir: string;
}

/** initdb into a draft, then one rename: of racing starts one wins, and a folder half made is never used. */
export function initialise(binaries: string, { data, identity }: DataFolder): void {
  if (existsSync(join(data, "PG_VERSION"))) return;
  const draft = makeFolderFor(identity, `${data}-draft-`);
  const options = [
    `--username=${SUPERUSER}`,
    "--auth-local=trust",
    "--auth-host=reject",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
  ];
  const result = withPlainPath(binaries, (plain) =>
    spawnSync(join(plain, "bin/initdb"), ["-D", draft, ...options], {
      ...identity,
      cwd: "/",
      env: CLEAN_ENV,
      encoding: "utf8",
    }),
  );
  try {
    if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr.trim()}`);
    renameSync(draft, data);
  } catch (error) {
    removeTree(draft);
    if (!existsSync(join(data, "PG_VERSION"))) throw error;
  }
}

export interface Launched {
  readonly pid: number | undefined;
  readonly socketDir: string;
  exited(): boolean;
}

interface Launch {
  readonly binaries: string;
  readonly folder: DataFolder;
  readonly socketDir: string;
  readonly settings: readonly string[];
}

/** Starts the server program itself, not pg_ctl: nothing to quote, and no zombie when we are process 1. */
export function launch({ binaries, folder, socketDir, settings }: Launch): Launched {
  const { base, data, log, identity } = folder;
  ensureFolderOf(identity, socketDir);
  const early = openOwnLog(launchLog(base));
  const all = [
    `unix_socket_directories="${socketDir}"`,
    "unix_socket_permissions=0700",
    "listen_addresses=",
    `port=${PORT}`,
    // One file for each day of the week, overwritten a week later.
    "logging_collector=on",
    `log_directory=${log}`,
    "log_filename=postgresql-%a.log",
    "log_rotation_age=1d",
    "log_rotation_size=0",
    "log_truncate_on_rotation=on",
    // Parallel workers share memory through /dev/shm, of which a container has 64 MB.
    "max_parallel_workers_per_gather=0",
    ...settings,
  ];
  const child = spawn(join(binaries, "bin/postgres"), ["-D", data, ...all.flatMap((setting) => ["-c", setting])], {
    ...identity,
    cwd: "/",
    env: CLEAN_ENV,
    detached: true,
    stdio: ["ignore", early, early],
  });
  closeSync(early);
  let failed = false;
  child.on("error", () => {
    failed = true;
  });
  child.unref();
  return { pid: child.pid, socketDir, exited: () => failed || child.exitCode !== null || child.signalCode !== null };
}

/** Reads postmaster.pid: 1 pid, 2 data folder, 3 start, 4 port, 5 socket folder. Undefined while it is not written whole. */
export function readPidFile(data: string): Running | undefined {
  try {
    const lines = (readTail(pidFile(data)) ?? "").split("\n");
    const pid = Number(lines[0]);
    const socketDir = lines[4]?.trim();
    return pid > 0 && socketDir ? { pid, socketDir } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether that process is a server on this data. A pid alone proves nothing: after a reboot it is somebody else's. */
export function isOurServer(data: string, pid: number): boolean {
  if (process.platform === "linux") {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return (words[0]?.endsWith("postgres") ?? false) && words.includes(data);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(data);
}

/**
 * Clears what would keep a server from starting where none runs. PostgreSQL refuses while a process with the pid of the
 * old server lives, so the pid file then names a pid that cannot exist; without the file, PostgreSQL would not look for
 * survivors of the old server.
 */
export function clearLocks({ data, identity }: DataFolder, socketDir: string): void {
  const file = pidFile(data);
  const socketLock = join(socketDir, `.s.PGSQL.${PORT}.lock`);
  // PostgreSQL writes regular files only, and would wait for a pipe.
  for (const path of [file, socketLock])
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) shellAs(identity, 'rm -rf -- "$1"', [path]);
  const found = readPidFile(data);
  if (found === undefined || isOurServer(data, found.pid)) return;
  shellAs(identity, DISOWN, [file, String(found.pid), String(NOBODYS_PID), socketLock]);
}

/** Only where that pid lives: PostgreSQL itself replaces the files of a dead server. */
const DISOWN = `kill -0 "$2" && [ "$(head -n 1 "$1")" = "$2" ] &&
  sed "1s/.*/$3/" <"$1" >"$1.draft" && mv -f -- "$1.draft" "$1" && rm -f -- "$4"`;

/** The fast shutdown: sessions end, everything is written. Sent as the server's user, so that it reaches no other process. */
export function interrupt(identity: Identity, pid: number): void {
  shellAs(identity, 'kill -INT "$1"', [String(pid)]);
}

/**
 * Where the server listens: beside the data if the path is short enough, else where the pid file says. That file belongs
 * to the database's user, so it is believed only about a folder of theirs that nobody else can enter.
 */
export function findSocketDir({ base, identity }: DataFolder, running: Running | undefined): string | undefined {
  const near = join(base, "socket");
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES && !/[",\\]/.test(near);
  if (fits) return near;
  const told = running?.socketDir;
  return told !== undefined && FALLBACK.test(told) && isPrivateFolderOf(identity, told) ? told : undefined;
}

export function makeFallback(identity: Identity): string {
  return makeFolderFor(identity, FALLBACK_SOCKETS);
}

/** As the user who owns it: what else could be behind the name by now is not ours to remove. */
export function removeFallback(identity: Identity, socketDir: string): void {
  if (FALLBACK.test(socketDir)) shellAs(identity, 'rm -rf -- "$1"', [socketDir]);
}

function pidFile(data: string): string {
  return join(data, "postmaster.pid");
}
