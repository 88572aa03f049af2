// The service as operators run it: a separate process, with an embedded database in its own folder.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort } from "../scripts/free-port.mjs";

const PROGRAM = fileURLToPath(new URL("../server/dist/cli/main.js", import.meta.url));

/**
 * @typedef {object} Service
 * @property {string} address
 * @property {number} pid
 * @property {pg.Client} db
 * @property {import("../server/dist/db/database.js").Connection} connection of its database
 * @property {string} dataDir
 * @property {() => number} rssMb
 * @property {() => Promise<void>} stop
 */

/**
 * @param {Record<string, string>} env
 * @param {string} [kept] a data folder that stays when the service stops
 * @returns {Promise<Service>}
 */
export async function startService(env = {}, kept) {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "tributary-bench-")) : undefined;
  if (folder !== undefined) chmodSync(folder, 0o755);
  const dataDir = kept ?? join(String(folder), "data");
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, "start", "--json"], {
    env: {
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      // Benchmarks compare one process with the bare machine.
      PROCESSES: "1",
      // The load comes from a single account.
      API_REQUESTS_PER_MINUTE: "1000000",
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await Promise.race([
    new Promise((resolve) => child.stdout.once("data", resolve)),
    ended.then(() => Promise.reject(new Error("The service did not start."))),
  ]);
  const host = readFileSync(join(dataDir, "postgres/pg18/postmaster.pid"), "utf8").split("\n")[4];
  const connection = {
    ...(host === undefined ? {} : { host }),
    port: 5432,
    user: "tributary",
    database: "tributary",
    ssl: false,
  };
  const db = new pg.Client(connection);
  await db.connect();
  const pid = child.pid ?? 0;
  return {
    address: `http://127.0.0.1:${port}`,
    pid,
    db,
    connection,
    dataDir,
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
    stop: async () => {
      await db.end();
      child.kill("SIGTERM");
      await ended;
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
