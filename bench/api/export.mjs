// A full export compared with PostgreSQL's own COPY of the same tables, both into files on the same disk.
import { spawn } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { copyOut } from "../../server/dist/db/copy.js";

const EXPORTER = fileURLToPath(new URL("./exporter.mjs", import.meta.url));

/**
 * @typedef {object} ExportFigures
 * @property {number} ratio rows per second of an export, relative to COPY alone
 * @property {number} growthMb by how much the exporting process grew between its first tenth and its end
 * @property {number} rows
 */

/**
 * Alternates, so that other load on the machine affects both equally. The median of the rounds counts.
 * @param {import("../service.mjs").Service} service with its history created
 * @param {{ rounds: number }} length
 * @param {(text: string) => void} say
 * @returns {Promise<ExportFigures>}
 */
export async function measureExport({ connection }, { rounds }, say) {
  const folder = mkdtempSync(join(tmpdir(), "tributary-bench-export-"));
  /** @type {number[]} */
  const ratios = [];
  let growthMb = 0;
  let rows = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const bare = await copyAlone(connection, join(folder, `copy-${round}`));
      const ours = await exportOnce(connection, join(folder, `export-${round}`));
      ratios.push(bare.ms / ours.ms);
      growthMb = Math.max(growthMb, ours.growthMb);
      rows = ours.rows;
      say(
        `COPY alone ${bare.ms.toFixed(0)} ms, export ${ours.ms.toFixed(0)} ms for ${rows} rows; memory grew by ${ours.growthMb.toFixed(0)} MB`,
      );
      rmSync(join(folder, `copy-${round}`), { force: true });
      rmSync(join(folder, `export-${round}`), { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  return { ratio: Math.round(ratio * 1000) / 1000, growthMb: Math.round(growthMb), rows };
}

/**
 * The baseline: every table in storage order, into a file.
 * @param {import("../service.mjs").Service["connection"]} connection
 * @param {string} path
 */
async function copyAlone(connection, path) {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(
    `select relname as name, relkind = 'p' as partitioned from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'`,
  );
  const file = createWriteStream(path);
  const began = performance.now();
  for (const { name, partitioned } of rows)
    for await (const { text } of copyOut(client, `copy ${partitioned ? `(select * from ${name})` : name} to stdout`))
      if (!file.write(text)) await new Promise((resolve) => file.once("drain", () => resolve(undefined)));
  await new Promise((resolve) => file.end(() => resolve(undefined)));
  const ms = performance.now() - began;
  await client.end();
  return { ms };
}

/**
 * In a separate process, to measure its memory alone.
 * @param {import("../service.mjs").Service["connection"]} connection
 * @param {string} path
 * @returns {Promise<{ ms: number, rows: number, growthMb: number }>}
 */
async function exportOnce(connection, path) {
  const child = spawn(process.execPath, [EXPORTER, JSON.stringify(connection), path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  await new Promise((resolve) => child.once("close", resolve));
  return JSON.parse(said);
}
