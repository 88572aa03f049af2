// The compiled program as a process, and its figures from the kernel.
import { spawn } from "node:child_process";
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../server/dist/cli/main.js", import.meta.url));

/** @typedef {Readonly<{ [name: string]: string }>} Env */
/**
 * @typedef {object} Program
 * @property {number} pid
 * @property {Promise<boolean>} ready whether it became ready; false if it ended instead
 * @property {Promise<number | string | null>} ended exit code or signal
 * @property {() => string} printed
 * @property {(signal: NodeJS.Signals) => void} signal
 */

/**
 * @param {readonly string[]} args
 * @param {Env} env
 * @param {string} log a file for its stderr
 * @returns {Program}
 */
export function run(args, env, log) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.pipe(createWriteStream(log, { flags: "a" }));
  let printed = "";
  /** @type {Promise<number | string | null>} */
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
  /** @type {Promise<boolean>} */
  const ready = new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
      // A failed start also prints one line.
      if (printed.endsWith("\n")) resolve(!printed.includes('"error"'));
    });
    void ended.then(() => resolve(false));
  });
  return { pid: child.pid ?? 0, ready, ended, printed: () => printed, signal: (signal) => void child.kill(signal) };
}

/** @param {number} pid */
export function sample(pid) {
  const rssKb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return { rssMb: rssKb / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/**
 * The embedded server of a data folder, if it is running: a pid file alone proves nothing.
 * @param {string} dataDir
 */
export function postmasterOf(dataDir) {
  try {
    const data = join(dataDir, "postgres/pg18");
    const [pid = "", , , , socketDir = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return words[0]?.endsWith("postgres") && words.includes(data) ? { pid: Number(pid), socketDir } : undefined;
  } catch {
    return undefined;
  }
}
