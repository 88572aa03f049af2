// npm run bench -- NAME… [--json] [--quick] [--OPTION=VALUE]
// Each file bench/NAME.bench.mjs is one benchmark and exports `about` and `run`. Without a name, all but growth run one
// after another. An option such as --data=DIR is for the benchmarks that know it.
import { readdirSync } from "node:fs";

/**
 * @typedef {object} Target
 * @property {"at least" | "at most"} rule
 * @property {number} limit
 */
/**
 * @typedef {object} Outcome
 * @property {Record<string, number>} figures ratios and counts that a target can be set for
 * @property {Record<string, Target>} targets by the key of a figure
 * @property {string[]} [notes] what a reader should know about this run
 */
/**
 * @typedef {object} Options
 * @property {boolean} quick shorter and rougher, to see whether it works at all
 * @property {(text: string) => void} say progress, for people
 * @property {(name: string) => string | undefined} option the value of --NAME=VALUE
 */

const SUFFIX = ".bench.mjs";
/** It needs an hour and 50 GB. */
const ONLY_BY_NAME = "growth";
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${known.join(", ")}.`);
  process.exit(2);
}

/** @type {Record<string, number>} */
const all = {};
let missed = 0;
for (const name of names.length > 0 ? names : known.filter((each) => each !== ONLY_BY_NAME)) {
  /** @type {{ about: string, run: (options: Options) => Promise<Outcome> }} */
  const benchmark = await import(`./${name}${SUFFIX}`);
  console.error(`${name}: ${benchmark.about}`);
  const outcome = await benchmark.run({
    quick: args.includes("--quick"),
    say: (text) => console.error(`  ${text}`),
    option: (key) => args.find((arg) => arg.startsWith(`--${key}=`))?.slice(key.length + 3),
  });
  Object.assign(all, outcome.figures);
  const rows = Object.entries(outcome.figures).map(([key, value]) => row(key, value, outcome.targets[key]));
  missed += rows.filter(({ verdict }) => verdict === "MISSED").length;
  if (!args.includes("--json"))
    for (const { key, value, target, verdict } of rows)
      console.log(`${key.padEnd(28)}${value.padStart(12)}   ${target.padEnd(18)}${verdict}`);
  for (const note of outcome.notes ?? []) console.error(`  ${note}`);
}
if (args.includes("--json")) console.log(JSON.stringify(all));
process.exit(missed > 0 ? 1 : 0);

/**
 * @param {string} key
 * @param {number} value
 * @param {Target | undefined} target
 */
function row(key, value, target) {
  const met = !target || (target.rule === "at least" ? value >= target.limit : value <= target.limit);
  return {
    key,
    value: String(value),
    target: target ? `${target.rule} ${target.limit}` : "",
    verdict: target ? (met ? "ok" : "MISSED") : "",
  };
}
