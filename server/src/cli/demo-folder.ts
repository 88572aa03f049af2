import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseDataDir, refuseOthersDataDir } from "../db/data-folder.ts";
import { removeTree } from "../db/owned-folder.ts";
import { UnusableDataFolder } from "../db/unusable-data-folder.ts";
import type { SignIn } from "../demo/make-demo.ts";

/** What lies beside the demo's data: that it is a demo, whether it is whole, and how to sign in to it. */
export interface Demo {
  readonly madeUp: true;
  readonly seed: number;
  /** null until the year is whole: a run that was cut short is thrown away. */
  readonly madeAt: string | null;
  readonly signIns: readonly SignIn[];
}

const BESIDE_THE_PROGRAM = fileURLToPath(new URL("../../../demo-data", import.meta.url));
const ROOTS_DEMO_DIR = "/var/lib/tributary-demo";
const MARKER = "demo.json";

/** Never the folder of real data, not even where that is chosen for root. */
export function demoFolder(given: string | undefined): string {
  const folder = given === undefined ? usualFolder() : resolve(given);
  refuseOthersDataDir(folder);
  return folder;
}

function usualFolder(): string {
  return chooseDataDir(undefined, BESIDE_THE_PROGRAM) === BESIDE_THE_PROGRAM ? BESIDE_THE_PROGRAM : ROOTS_DEMO_DIR;
}

/** Undefined where there is nothing yet. A folder with anything else in it is not ours to fill, and never ours to empty. */
export function readDemo(folder: string): Demo | undefined {
  const marker = join(folder, MARKER);
  if (existsSync(marker)) return JSON.parse(readFileSync(marker, "utf8")) as Demo;
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  throw new UnusableDataFolder(`${folder} holds something else than a demo. Choose another folder with --dir.`);
}

export function writeDemo(folder: string, demo: Demo): void {
  // Others must be able to pass through: for root, PostgreSQL runs as somebody else.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, MARKER), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}

/** Only after readDemo has said that it is a demo. The marker goes last: a removal that is cut short is done again. */
export function clearDemoFolder(folder: string): void {
  for (const name of readdirSync(folder)) if (name !== MARKER) removeTree(join(folder, name));
  rmSync(join(folder, MARKER));
}

const PORTS_TRIED = 20;

/** The wanted one, or the next: a demo may run beside the service. */
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
