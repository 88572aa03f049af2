// CPU time of processes, from the scheduler. Other load on the machine changes it far less than wall time.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * In milliseconds, of all threads that are alive.
 * @param {number} pid
 */
function cpuMs(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const used = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]));
    return used.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Of the server and its backends. Only those that are alive: a benchmark keeps its connections open.
 * @param {string} dataDir
 */
function databaseCpuMs(dataDir) {
  const postmaster = Number(readFileSync(join(dataDir, "postgres/pg18/postmaster.pid"), "utf8").split("\n")[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ");
  return [postmaster, ...children.map(Number)].reduce((sum, pid) => sum + cpuMs(pid), 0);
}

/** In milliseconds. @typedef {{ service: number, database: number, sender: number }} Cpu */

/**
 * In microseconds for each of `count`.
 * @param {Cpu | undefined} before
 * @param {Cpu | undefined} after
 * @param {number} count
 * @returns {Cpu | undefined}
 */
export function cpuSince(before, after, count) {
  if (!before || !after) return undefined;
  const each = (/** @type {keyof Cpu} */ part) => ((after[part] - before[part]) * 1000) / count;
  return { service: each("service"), database: each("database"), sender: each("sender") };
}

/**
 * @param {import("./service.mjs").Service} service
 * @param {number} sender the process that sends
 * @returns {Cpu | undefined} undefined where the system does not tell
 */
export function cpuOf(service, sender) {
  if (process.platform !== "linux") return undefined;
  return { service: cpuMs(service.pid), database: databaseCpuMs(service.dataDir), sender: cpuMs(sender) };
}
