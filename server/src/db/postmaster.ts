import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { giveTo, type DataFolder, type Identity } from "./data-folder.ts";

export const PORT = 5432;
export const SUPERUSER = "tributary";

const SOCKET_PATH_MAX_BYTES = 103; // macOS; Linux allows 107
const FALLBACK_SOCKETS = "/tmp/tributary-";
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
  const draft = mkdtempSync(`${data}-draft-`);
  giveTo(draft, identity);
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
  const result = spawnSync(join(binaries, "bin/initdb"), ["-D", draft, ...options], {
    ...identity,
    cwd: "/",
    env: CLEAN_ENV,
    encoding: "utf8",
  });
  try {
    if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr.trim()}`);
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
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
  const { base, data, identity } = folder;
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  giveTo(socketDir, identity);
  const early = openSync(launchLog(base), "a", 0o600);
  const all = [
    `unix_socket_directories="${socketDir}"`,
    "unix_socket_permissions=0700",
    "listen_addresses=",
    `port=${PORT}`,
    // One file for each day of the week, overwritten a week later.
    "logging_collector=on",
    `log_directory=${join(base, "log")}`,
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

/** What the server says before its log files are open: why it could not start, for instance. */
export function launchLog(base: string): string {
  return join(base, "launch.log");
}

/** Reads postmaster.pid: 1 pid, 2 data folder, 3 start, 4 port, 5 socket folder. Undefined while it is not written whole. */
export function readPidFile(data: string): Running | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
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
 * A server refuses to start while a process with the pid of the old one lives. The file then names a pid that cannot
 * exist; removing it would also lose the server's own check for survivors of the old one.
 */
export function disownPidFile(data: string): void {
  const file = join(data, "postmaster.pid");
  try {
    const [pid, ...rest] = readFileSync(file, "utf8").split("\n");
    const socketDir = rest[3]?.trim();
    if (Number(pid) !== NOBODYS_PID) writeFileSync(file, [NOBODYS_PID, ...rest].join("\n"));
    if (socketDir) rmSync(join(socketDir, `.s.PGSQL.${PORT}.lock`), { force: true });
  } catch {
    // Gone meanwhile: nothing is in the way any more.
  }
}

/** Where the socket lies: beside the data if its path is short enough, else where a crashed server had it, else in /tmp. */
export function chooseSocketDir({ base, data, identity }: DataFolder): string {
  const near = join(base, "socket");
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES && !/[",\\]/.test(near);
  if (fits) return near;
  const before = readPidFile(data)?.socketDir;
  if (before !== undefined && isFallback(before) && isPrivate(before, identity)) return before;
  return mkdtempSync(FALLBACK_SOCKETS);
}

export function removeFallback(socketDir: string): void {
  if (isFallback(socketDir)) rmSync(socketDir, { recursive: true, force: true });
}

function isFallback(socketDir: string): boolean {
  return socketDir.startsWith(FALLBACK_SOCKETS);
}

/** /tmp is everybody's: a folder there is only ours if nobody else could have put it in place. */
function isPrivate(folder: string, identity: Identity): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const owner = identity.uid === undefined ? process.getuid?.() : identity.uid >>> 0;
  return found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}
