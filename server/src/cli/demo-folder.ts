import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseDataDir, refuseOthersDataDir } from "../db/data-folder.ts";
import { removeTree } from "../db/owned-folder.ts";
import { UnusableDataFolder } from "../db/unusable-data-folder.ts";
import type { SignIn } from "../demo/make-demo.ts";

/** The marker file in the demo's data folder: whether the demo is complete, and how to sign in to it. */
export interface Demo {
  readonly madeUp: true;
  readonly seed: number;
  /** null until the year is complete: an interrupted run is discarded. */
  readonly madeAt: string | null;
  readonly signIns: readonly SignIn[];
}

const BESIDE_THE_PROGRAM = fileURLToPath(new URL("../../../demo-data", import.meta.url));
const ROOTS_DEMO_DIR = "/var/lib/tributary-demo";
const MARKER = "demo.json";

/** Never the folder of real data, even when root runs the command. */
export function demoFolder(given: string | undefined): string {
  const folder = given === undefined ? usualFolder() : resolve(given);
  refuseOthersDataDir(folder);
  return folder;
}

function usualFolder(): string {
  return chooseDataDir(undefined, BESIDE_THE_PROGRAM) === BESIDE_THE_PROGRAM ? BESIDE_THE_PROGRAM : ROOTS_DEMO_DIR;
}

/** Undefined if the folder is empty or missing. A folder with other content is never filled or emptied. */
export function readDemo(folder: string): Demo | undefined {
  const marker = join(folder, MARKER);
  if (existsSync(marker)) return JSON.parse(readFileSync(marker, "utf8")) as Demo;
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  throw new UnusableDataFolder(`${folder} contains files that are not a demo. Choose another folder with --dir.`);
}

export function writeDemo(folder: string, demo: Demo): void {
  // Other users must be able to pass through: when root runs this, PostgreSQL runs as another user.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, MARKER), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Call only after readDemo has confirmed that it is a demo. The marker is removed last, so an interrupted removal is
 * repeated.
 */
export function clearDemoFolder(folder: string): void {
  for (const name of readdirSync(folder)) if (name !== MARKER) removeTree(join(folder, name));
  rmSync(join(folder, MARKER));
}

const PORTS_TRIED = 20;

/** The wanted port or the next free one: a demo may run alongside the service. */
export async function freePortFrom(wanted: number, host: string): Promise<number> {
  for (let port = wanted; port < wanted + PORTS_TRIED; port += 1) if (await isFree(port, host)) return port;
  return wanted;
}

function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolveWith) => {
    server.once("error", () => resolveWith(false));
    server.listen(port, host, () => server.close(() => resolveWith(true)));
  });
}
