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
/** Exactly what mkdtemp creates from that prefix. */
const FALLBACK = /^\/tmp\/tributary-[A-Za-z0-9]{6}$/;
const NOBODYS_PID = 2147483646;
// PGPORT, PGDATA, PGOPTIONS and similar variables of the operator's shell must not reach the server.
const CLEAN_ENV = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export interface Running {
  readonly pid: number;
  readonly socketDir: string;
}

/**
 * Runs initdb in a draft, then renames it: one of several concurrent starts wins, and a half-finished folder is never
 * used.
 */
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

/** Starts the server program itself, not pg_ctl: no quoting is needed, and no zombie remains when we are process 1. */
export function launch({ binaries, folder, socketDir, settings }: Launch): Launched {
  const { base, data, log, identity } = folder;
  ensureFolderOf(identity, socketDir);
  const early = openOwnLog(launchLog(base));
  const all = [
    `unix_socket_directories="${socketDir}"`,
    "unix_socket_permissions=0700",
    "listen_addresses=",
    `port=${PORT}`,
    // One file per day of the week, overwritten a week later.
    "logging_collector=on",
    `log_directory=${log}`,
    "log_filename=postgresql-%a.log",
    "log_rotation_age=1d",
    "log_rotation_size=0",
    "log_truncate_on_rotation=on",
    // Parallel workers share memory through /dev/shm, which is limited to 64 MB in a container.
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

/** Reads postmaster.pid: 1 pid, 2 data folder, 3 start, 4 port, 5 socket folder. Undefined until it is complete. */
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

/**
 * Whether that process is a server on this data. A pid alone proves nothing: after a reboot it may belong to another
 * process.
 */
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
 * Removes what would keep a server from starting although none runs. PostgreSQL refuses to start while a process with
 * the old server's pid is alive, so the pid file gets a pid that cannot exist. Without the file, PostgreSQL would not
 * look for surviving processes of the old server.
 */
export function clearLocks({ data, identity }: DataFolder, socketDir: string): void {
  const file = pidFile(data);
  const socketLock = join(socketDir, `.s.PGSQL.${PORT}.lock`);
  // PostgreSQL writes only regular files here. Reading a pipe would block.
  for (const path of [file, socketLock])
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) shellAs(identity, 'rm -rf -- "$1"', [path]);
  const found = readPidFile(data);
  if (found === undefined || isOurServer(data, found.pid)) return;
  shellAs(identity, DISOWN, [file, String(found.pid), String(NOBODYS_PID), socketLock]);
}

/** Only if that pid is alive: PostgreSQL itself replaces the files of a dead server. */
const DISOWN = `kill -0 "$2" && [ "$(head -n 1 "$1")" = "$2" ] &&
  sed "1s/.*/$3/" <"$1" >"$1.draft" && mv -f -- "$1.draft" "$1" && rm -f -- "$4"`;

/**
 * Fast shutdown: sessions end, everything is written. Sent as the server's user, so that it cannot hit another user's
 * process.
 */
export function interrupt(identity: Identity, pid: number): void {
  shellAs(identity, 'kill -INT "$1"', [String(pid)]);
}

/**
 * The server's socket folder: next to the data if the path is short enough, otherwise as named in the pid file. The
 * database's user can edit that file, so it is trusted only for a folder of theirs that nobody else can enter.
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

/** Runs as the folder's owner, because the name may lead somewhere else by now. */
export function removeFallback(identity: Identity, socketDir: string): void {
  if (FALLBACK.test(socketDir)) shellAs(identity, 'rm -rf -- "$1"', [socketDir]);
}

function pidFile(data: string): string {
  return join(data, "postmaster.pid");
}
