import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyBinaries } from "../../src/db/postgres-binaries.ts";
import { pathOf } from "../support/programs.ts";
import { build, newFolder } from "./processes.ts";

/** What the package with PostgreSQL has, except that the program is plain text. */
function aPackage(text: string): string {
  const native = newFolder();
  mkdirSync(join(native, "bin"));
  writeFileSync(join(native, "bin/postgres"), text);
  writeFileSync(join(native, "pg-symlinks.json"), "[]");
  return native;
}

test("a copy of the programs stays if it was put there while a concurrent start looked for one", async () => {
  build();
  const copy = join(newFolder(), "binaries-18");
  const source = new URL("../../dist/db/postgres-binaries.js", import.meta.url).href;
  const script = `console.log(process.pid);
    (await import(${JSON.stringify(source)})).copyBinaries(${JSON.stringify(aPackage("slow"))}, ${JSON.stringify(copy)});`;
  // Stops the process at the moment when it has seen that there is no copy.
  const stopping = ["-P", copy, "-e", "trace=statx", "-e", "inject=statx:signal=SIGSTOP:when=1"];
  const program = [process.execPath, "--input-type=module", "--eval", script];
  const slow = spawn(pathOf("strace"), [...stopping, ...program], { stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(slow, "exit");
  const [pid] = (await once(slow.stdout, "data")) as [Buffer];
  let trace = "";
  slow.stderr.on("data", (part: Buffer) => (trace += String(part)));
  await expect.poll(() => trace).toMatch(/ENOENT[^]*stopped by SIGSTOP/);

  copyBinaries(aPackage("fast"), copy);
  process.kill(Number(pid), "SIGCONT");
  expect((await exit)[0]).toBe(0);
  expect(readFileSync(join(copy, "bin/postgres"), "utf8")).toBe("fast");
});
