import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
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
  let signs = 0;
  worker.on("message", () => (signs += 1));
  // It hears nothing until it has loaded its program.
  await eventually(() => {
    worker.send({ type: "sign of life wanted" });
    expect(signs).toBeGreaterThan(0);
  });
  return worker;
}

test("a process that hangs is noticed, and one that responds is not", async () => {
  const [hanging, healthy] = [await aProcess(), await aProcess()];
  hanging.process.kill("SIGSTOP");
  // On a busy machine, a healthy process may take long to respond.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const silent: string[] = [];
  watch(healthy, { everyMs: 1_000, onSilent: () => silent.push("healthy") });
  watch(hanging, { everyMs: 1_000, onSilent: () => silent.push("hanging") });
  const seconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second += 1) {
      const sign = once(healthy, "message");
      vi.advanceTimersByTime(1_000);
      await sign;
    }
  };
  await seconds(6);
  expect(silent).toEqual([]);
  await seconds(6);
  expect(silent).toEqual(["hanging"]);
});
