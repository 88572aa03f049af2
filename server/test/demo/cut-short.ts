import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Env } from "../start/processes.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Starts creating a demo, and is killed as soon as it reports the first month. */
export async function beginDemo(dir: string, env: Env): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, "demo", "--make", "--dir", dir], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  await Promise.race([new Promise((resolve) => child.stderr.once("data", resolve)), gone]);
  child.kill("SIGKILL");
  await gone;
}
