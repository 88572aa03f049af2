// Runs test files in a copy and says what became of them.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * @typedef {object} Failure
 * @property {string} file
 * @property {string} title
 * @property {string} text the error, with its stack
 */
/**
 * @typedef {object} TestRun
 * @property {Failure[]} failures of named tests
 * @property {Failure[]} broken files that could not be loaded or set up
 * @property {number} passed
 * @property {boolean} isComplete false: the run was cut off, or left no report
 * @property {string} output for people, when nothing else explains the result
 */
/**
 * @typedef {object} Report as Vitest's JSON reporter writes it
 * @property {{
 *   name: string, status: string, message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] | null }[]
 * }[]} testResults
 */

const LIMIT_MS = 600_000;

/**
 * @param {string} folder
 * @param {{ tests: readonly string[], title?: string | undefined, bail?: number }} chosen bail: end after so many failures
 * @returns {Promise<TestRun>}
 */
export async function runTests(folder, { tests, title, bail = 0 }) {
  const reportFile = join(folder, "sabotage-report.json");
  rmSync(reportFile, { force: true });
  const args = ["run", ...tests, "--reporter=json", `--outputFile=${reportFile}`, `--bail=${bail}`];
  if (title !== undefined) args.push("--testNamePattern", title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const output = await vitest(folder, args);
  if (!existsSync(reportFile)) return { failures: [], broken: [], passed: 0, isComplete: false, output };
  const { testResults } = /** @type {Report} */ (JSON.parse(readFileSync(reportFile, "utf8")));
  const named = testResults.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
  return {
    failures: named
      .filter((test) => test.status === "failed")
      .map((test) => ({
        file: relative(folder, test.file),
        title: test.fullName.trim(),
        text: (test.failureMessages ?? []).join("\n"),
      })),
    broken: testResults
      .filter((file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"))
      .map((file) => ({ file: relative(folder, file.name), title: "", text: file.message })),
    passed: named.filter((test) => test.status === "passed").length,
    isComplete: true,
    output,
  };
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** For when the run itself is stopped. */
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
