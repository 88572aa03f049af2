import { readFileSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
const GIB = 2 ** 30;
/** The data of all servers that run at the same time takes up to 3 GiB. */
const NEEDED = 8 * GIB;

/**
 * Keeps the tests' files in memory if there is enough of it. They create and delete hundreds of databases, each with
 * hundreds of files, which costs a disk up to a minute per run. An existing TMPDIR is kept.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = MEMORY;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const available = Number(/MemAvailable: +(\d+) kB/.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024;
    return bavail * bsize >= NEEDED && available >= NEEDED && isExecutable();
  } catch {
    return false; // not Linux
  }
}

/** Copies of PostgreSQL's programs are started from there. */
function isExecutable() {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === MEMORY);
  return mount !== undefined && !mount.includes("noexec");
}
