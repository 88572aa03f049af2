import cluster, { type Worker } from "node:cluster";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { watch } from "../../src/process-watch.ts";
import { eventually } from "../support/eventually.ts";
import { build, newFolder } from "./processes.ts";

const COMPILED = new URL("../../dist/process-watch.js", import.meta.url);

beforeAll(() => {
  build();
  const program = join(newFolder(), "program.mjs");
  writeFileSync(program, `import { showLife } from ${JSON.stringify(COMPILED.href)};\nshowLife();\n`);
  cluster.setupPrimary({ exec: program, execArgv: [] });
});

async function aProcess(): Promise<Worker> {
  const worker = cluster.fork();
  onTestFinished(() => void worker.process.kill("SIGKILL"));
  await new Promise((resolve) => worker.once("online", resolve));
  return worker;
}

test("a process that hangs is noticed, and one that responds is not", async () => {
  const [hanging, healthy] = [await aProcess(), await aProcess()];
  const silent: string[] = [];
  let signs = 0;
  healthy.on("message", () => (signs += 1));
  watch(healthy, { everyMs: 20, onSilent: () => silent.push("healthy") });
  await eventually(() => expect(signs).toBeGreaterThan(1));
  hanging.process.kill("SIGSTOP");
  watch(hanging, { everyMs: 200, onSilent: () => silent.push("hanging") });
  await eventually(() => expect(silent).toContain("hanging"));
  const before = signs;
  await eventually(() => expect(signs).toBeGreaterThan(before + 1));
  expect(silent).toEqual(["hanging"]);
});
