import { spawnSync } from "node:child_process";
import { program } from "./server.ts";

/** Compiles before the workers start, because two compilers must not write to the same folder. */
export default function build(): void {
  // Every start builds what is stale first, and this one ends there.
  const { status } = spawnSync(process.execPath, [program, "start", "--help"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`The build ended with ${String(status)}.`);
}
