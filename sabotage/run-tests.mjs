// Runs test files in a copy and reports the results.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { REPORT } from "./reporter.mjs";

/**
 * @typedef {import("./reporter.mjs").Report & { isComplete: boolean, output: string }} TestRun
 * isComplete: false if the run was interrupted · output: for people, if nothing else explains the result
 */

const LIMIT_MS = 600_000;

/**
 * @param {string} folder
 * @param {{ tests: readonly string[], title?: string | undefined, bail?: number }} chosen bail: stop after this many failures
 * @returns {Promise<TestRun>}
 */
export async function runTests(folder, { tests, title, bail = 0 }) {
  const reportFile = join(folder, REPORT);
  rmSync(reportFile, { force: true });
  const args = ["run", ...tests, "--reporter=./sabotage/reporter.mjs", `--bail=${bail}`];
  if (title !== undefined) args.push("--testNamePattern", title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const output = await vitest(folder, args);
  if (!existsSync(reportFile)) return { failures: [], broken: [], passed: 0, isComplete: false, output };
  const report = /** @type {import("./reporter.mjs").Report} */ (JSON.parse(readFileSync(reportFile, "utf8")));
  return { ...report, isComplete: true, output };
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Used when the run itself is stopped. */
export function stopTests() {
  for (const child of running) child.kill("SIGTERM");
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function vitest(folder, args) {
  const program = join(folder, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (output = (output + chunk).slice(-20_000)));
  const timer = setTimeout(() => child.kill("SIGTERM"), LIMIT_MS);
  return new Promise((resolve) => {
    child.once("close", () => {
      clearTimeout(timer);
      running.delete(child);
      resolve(output);
    });
  });
}
