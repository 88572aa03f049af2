import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("bundle.mjs", import.meta.url));
/** The compiler notes the state of all sources in the first two. */
const INPUTS = ["sdk/dist/.tsbuildinfo", "server/dist/.tsbuildinfo", "package-lock.json"];

/** The compiled program in one file. Its name changes with the program, so the file of another state is never used. */
export function bundleOf(root: string): string {
  const hash = createHash("sha256").update(root);
  for (const path of [SCRIPT, ...INPUTS.map((each) => join(root, each))]) hash.update(readFileSync(path));
  const folder = join(root, "server/dist/bundle");
  const name = `${hash.digest("hex").slice(0, 16)}.js`;
  const file = join(folder, name);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Another worker may have finished the same file by now.
  const old = readdirSync(folder).filter((each) => each.endsWith(".js") && each !== name);
  for (const each of old) rmSync(join(folder, each), { force: true });
  const draft = join(folder, `${name}.${process.pid}`);
  execFileSync(process.execPath, [SCRIPT, draft], { stdio: "pipe" });
  renameSync(draft, file);
  return file;
}
