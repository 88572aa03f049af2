import { tmpdir } from "node:os";
import { join } from "node:path";
import { foldConversions } from "../server/dist/usecases/conversions/fold-conversions.js";
import { addUpMaturedCommission } from "../server/dist/usecases/payouts/add-up-matured.js";
import { growthOf, growthText } from "./dashboard/turns.mjs";
import { besideLoad } from "./growth/beside.mjs";
import { fill } from "./growth/fill.mjs";
import { askedOf } from "./growth/questions.mjs";
import { round } from "./measure.mjs";
import { servicesOn } from "./money/services.mjs";
import { startService } from "./service.mjs";

export const about =
  "every read of dashboard, portal and API with 10,000 conversions and with 10,000,000, and requests while old records are deleted";

const LIMIT = 1.3;
const SMALL = { conversions: 10_000, clicks: 100_000 };

/** @param {import("./main.mjs").Options} options */
export async function run({ quick, say, option }) {
  const conversions = Number(option("conversions") ?? (quick ? 100_000 : 10_000_000));
  const clicks = Number(option("clicks") ?? 10 * conversions);
  const folder = option("data") ?? join(tmpdir(), `tributary-growth-${conversions}`);
  say(`the filled databases are kept in ${folder}`);
  const folders = { small: join(folder, "small"), large: join(folder, "large") };
  await fill(folders.small, SMALL, (text) => say(`small: ${text}`));
  await fill(folders.large, { conversions, clicks }, (text) => say(`large: ${text}`));
  if (option("only") === "fill") return { figures: {}, targets: {} };
  // Without the worker, which would delete what becomes old while the folder is kept.
  const env = { ROLES: "http,redirector" };
  const small = await startService(env, folders.small);
  const large = await startService(env, folders.large);
  try {
    await catchUp(small);
    await catchUp(large);
    const asked = { small: await askedOf(small.db), large: await askedOf(large.db) };
    const growth = await measured(
      { service: small, questions: asked.small.questions },
      { service: large, questions: asked.large.questions },
      Number(option("rounds") ?? (quick ? 11 : 31)),
    );
    for (const question of growth) say(growthText(question));
    const beside = await besideLoad(large, asked.large, {
      clicks: quick ? 100_000 : 1_000_000,
      records: quick ? 5_000 : 20_000,
      seconds: quick ? 10 : 30,
    });
    const text = (/** @type {typeof beside.quiet} */ { count, p50, p99, longest }) =>
      `${count} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`;
    return {
      figures: {
        growth_worst: round(growth[0]?.ratio ?? 0),
        growth_cpu_worst: round(Math.max(...growth.map(({ cpu }) => cpu))),
        growth_over_limit: growth.filter(({ ratio }) => ratio > LIMIT).length,
        questions: growth.length,
        beside_refused: beside.quiet.refused + beside.working.refused,
        beside_longest_ms: Math.round(beside.working.longest),
      },
      targets: {
        growth_worst: { rule: /** @type {const} */ ("at most"), limit: LIMIT },
        growth_cpu_worst: { rule: /** @type {const} */ ("at most"), limit: LIMIT },
        beside_refused: { rule: /** @type {const} */ ("at most"), limit: 0 },
        beside_longest_ms: { rule: /** @type {const} */ ("at most"), limit: 1_000 },
      },
      notes: [
        `growth_worst is ${growth[0]?.name}.`,
        `Before deleting: ${text(beside.quiet)}.`,
        `While ${beside.rounds} rounds created and dropped partitions and deleted old records: ${text(beside.working)}.`,
      ],
    };
  } finally {
    await small.stop();
    await large.stop();
  }
}

/**
 * What is over the limit is measured again and three times as long: a single pause of a shared machine can take a request over it.
 * @param {import("./dashboard/turns.mjs").Side} small
 * @param {import("./dashboard/turns.mjs").Side} large
 * @param {number} rounds
 */
async function measured(small, large, rounds) {
  const first = await growthOf(small, large, { rounds });
  const over = first.filter(({ ratio }) => ratio > LIMIT).map(({ index }) => index);
  const again = await growthOf(small, large, { rounds: 3 * rounds, only: over });
  return [...first.filter(({ index }) => !over.includes(index)), ...again].sort((a, b) => b.ratio - a.ratio);
}

/**
 * What a worker does all the time. The last run left orders that nobody has added to the totals.
 * @param {import("./service.mjs").Service} service
 */
async function catchUp(service) {
  const services = servicesOn(service, 1);
  while (await foldConversions(services));
  await addUpMaturedCommission(services);
  await services.db.close();
  await service.db.query("vacuum analyze matured_sums, conversion_deltas");
}
