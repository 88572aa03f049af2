import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../../scripts/ensure-programs.mjs", import.meta.url));

/** The path of a program, installed if possible; otherwise fails and says what to install. */
export function pathOf(program: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--paths", program], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim();
}
