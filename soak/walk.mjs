// npm run walk -- [STEPS]
// The random walk over the ledger (server/test/payouts/sequences.test.ts) with far more steps than npm test runs. It
// prints its progress to stderr and stops at the first fault. The result has the steps that were asked for, the
// duration and the number of faults.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** With fewer, not every result would occur. */
const FEWEST = 5_000;
const steps = Number(process.argv[2] ?? 1_000_000);
if (!(Number.isInteger(steps) && steps >= FEWEST)) {
  console.error(`npm run walk -- STEPS takes a whole number of at least ${FEWEST}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "tributary-walk-"));
try {
  const report = join(folder, "report.json");
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [vitest, "run", "server/test/payouts/sequences.test.ts", ...reporters], {
    cwd: resolve(import.meta.dirname, ".."),
    // oxlint-disable-next-line node/no-process-env -- the tests get the environment of this command
    env: { ...process.env, TRIBUTARY_STEPS: String(steps) },
    // Vitest's output goes to stderr, so that stdout contains only the result.
    stdio: ["ignore", 2, 2],
  });
  // npm and the terminal also send the signal to the tests, which then end on their own.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
  const code = await new Promise((done) => child.once("close", done));
  // An interrupted run writes no report.
  if (existsSync(report)) {
    const { seconds, faults } = outcomeOf(report);
    console.log(`| steps | seconds | faults |\n| --- | --- | --- |\n| ${steps} | ${seconds} | ${faults} |`);
    process.exitCode = code === 0 && faults === 0 ? 0 : 1;
  } else {
    console.error("The walk ended without a result.");
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} report */
function outcomeOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  /** @type {{ status: string, duration: number }[]} */
  const [walk] = testResults[0]?.assertionResults ?? [];
  if (!walk) throw new Error("The walk did not run.");
  return { seconds: Math.round(walk.duration / 1000), faults: walk.status === "passed" ? 0 : 1 };
}
