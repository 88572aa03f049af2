// npm run sabotage -- [--only NAME]… [--promise P3]… [--list] [--explain] [--no-baseline]
// Breaks a copy of the source on purpose, one small edit at a time, and expects a test to fail each time.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Later, run as runCommand } from "../scripts/command.mjs";
import { NoLongerApplies } from "./apply.mjs";
import { Copy } from "./copy.mjs";
import { edits, promises } from "./edits/index.mjs";
import { runTests, stopTests } from "./run-tests.mjs";
import { judge } from "./verdict.mjs";

/** @typedef {import("./edits/index.mjs").Edit} Edit */
/** @typedef {import("./verdict.mjs").Verdict & { edit: Edit, seconds: number }} Row */

const AT_ONCE = Math.min(2, availableParallelism());

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    promise: { type: "string", multiple: true, default: [] },
    /** Print the edits without running anything. */
    list: { type: "boolean", default: false },
    /** Also print the error of the test that caught an edit. */
    explain: { type: "boolean", default: false },
    /** Skip the check that the tests pass without the edit, while writing one. */
    "no-baseline": { type: "boolean", default: false },
  },
});

const chosen = choose();
if (options.list) list();
else process.exitCode = (await buildPages()) ? await run() : 1;

/** @returns {readonly Edit[]} */
function choose() {
  const unknown = [
    ...options.only.filter((name) => !edits.some((edit) => edit.name === name)),
    ...options.promise.filter((promise) => !(promise in promises)),
  ];
  if (unknown.length > 0) {
    console.error(`Unknown edit or promise: ${unknown.join(", ")}. npm run sabotage -- --list shows all of them.`);
    process.exit(2);
  }
  if (options.only.length + options.promise.length === 0) return edits;
  return edits.filter(({ name, promise }) => options.only.includes(name) || options.promise.includes(promise));
}

function list() {
  console.log("| promise | edit | what is broken |\n| --- | --- | --- |");
  for (const { promise, name, breaks } of chosen) console.log(`| ${promise} | ${name} | ${breaks} |`);
}

/** Some tests expect them. */
async function buildPages() {
  console.error("Building.");
  const output = new Later();
  const passed = await runCommand("npm run build", output.print);
  if (!passed) output.show();
  return passed;
}

/** @returns {Promise<number>} the exit code */
async function run() {
  const waiting = [...chosen];
  const copies = Array.from({ length: Math.min(AT_ONCE, chosen.length) }, () => new Copy());
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => {
      waiting.length = 0;
      stopTests();
    });
  try {
    if (!options["no-baseline"] && copies[0] && !(await passesUnedited(copies[0]))) return 1;
    /** @type {Row[]} */
    const rows = [];
    await Promise.all(
      copies.map(async (copy) => {
        for (let edit = waiting.shift(); edit; edit = waiting.shift()) rows.push(await sabotage(copy, edit));
      }),
    );
    return report(rows);
  } finally {
    for (const copy of copies) copy.remove();
  }
}

/**
 * A test that fails without the edit proves nothing about it.
 * @param {Copy} copy
 */
async function passesUnedited(copy) {
  const tests = [...new Set(chosen.flatMap((edit) => edit.tests))].sort();
  console.error(`Running ${tests.length} test files unedited.`);
  const { failures, broken, isComplete, output } = await runTests(copy.folder, { tests });
  for (const { file, title, text } of [...failures, ...broken])
    console.error(`Fails without any edit: ${file} > ${title}\n${text}`);
  if (!isComplete) console.error(`The tests did not finish:\n${output}`);
  return isComplete && failures.length + broken.length === 0;
}

/**
 * @param {Copy} copy
 * @param {Edit} edit
 * @returns {Promise<Row>}
 */
async function sabotage(copy, edit) {
  const startedMs = performance.now();
  const verdict = await copy
    .sabotaged(edit, async () => judge(edit, await runTests(copy.folder, { ...edit, bail: 1 })))
    .catch((/** @type {unknown} */ error) => {
      if (!(error instanceof NoLongerApplies)) throw error;
      return { isCaught: false, by: "NO LONGER APPLIES", detail: error.message };
    });
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.error(`${verdict.isCaught ? "caught" : "MISSED"} ${edit.promise} ${edit.name} (${seconds} s)`);
  if (!verdict.isCaught || options.explain) console.error(`  ${verdict.by}\n${verdict.detail}\n`);
  return { edit, seconds, ...verdict };
}

/**
 * @param {readonly Row[]} rows
 * @returns {number}
 */
function report(rows) {
  console.log("| promise | edit | caught by | seconds |\n| --- | --- | --- | --- |");
  for (const edit of chosen) {
    const row = rows.find((each) => each.edit === edit);
    console.log(
      `| ${edit.promise} | ${edit.name} | ${row?.by.replaceAll("|", "\\|") ?? "not run"} | ${row?.seconds ?? 0} |`,
    );
  }
  const caught = rows.filter(({ isCaught }) => isCaught).length;
  console.log(`\n${chosen.length} edits, ${caught} caught, ${chosen.length - caught} missed`);
  return caught === chosen.length ? 0 : 1;
}
