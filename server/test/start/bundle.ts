import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("bundle.mjs", import.meta.url));
const LOADER = fileURLToPath(new URL("load.cjs", import.meta.url));
/** The compiler notes the state of all sources in the first two. */
const INPUTS = ["sdk/dist/.tsbuildinfo", "server/dist/.tsbuildinfo", "package-lock.json"];
const FINISHED = /^[\da-f]{16}$/;

/** The compiled program in one file. Its folder changes with the program, so the file of another state is never used. */
export function bundleOf(root: string): string {
  const hash = createHash("sha256").update(root);
  for (const path of [SCRIPT, LOADER, ...INPUTS.map((each) => join(root, each))]) hash.update(readFileSync(path));
  const all = join(root, "server/dist/bundle");
  const name = hash.digest("hex").slice(0, 16);
  const folder = join(all, name);
  const file = join(folder, "main.cjs");
  if (existsSync(file)) return file;
  mkdirSync(all, { recursive: true });
  const old = readdirSync(all).filter((each) => FINISHED.test(each) && each !== name);
  for (const each of old) rmSync(join(all, each), { recursive: true, force: true });
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft);
  execFileSync(process.execPath, [SCRIPT, join(draft, "program.cjs")], { stdio: "pipe" });
  copyFileSync(LOADER, join(draft, "main.cjs"));
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another worker may have finished the same by now.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(file)) throw error;
  }
  return file;
}
