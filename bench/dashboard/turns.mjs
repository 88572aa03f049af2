import { cpuOf } from "../cpu.mjs";
import { median } from "../measure.mjs";

/** The first requests open connections and create plans. */
const WARM_UP = 3;

/** @typedef {{ name: string, path: string, cookie: () => string, key?: () => string }} Question */
/** @typedef {{ service: import("../service.mjs").Service, questions: Question[] }} Side */
/**
 * @typedef {object} Growth
 * @property {string} name
 * @property {number} index of the question
 * @property {number} smallMs
 * @property {number} largeMs
 * @property {number} ratio
 * @property {number} cpu the ratio of the CPU time of the service and its database
 */

/**
 * Alternates each request between both sizes, so that other load on the machine affects both equally. Worst first.
 * @param {Side} small
 * @param {Side} large
 * @param {{ rounds: number, only?: number[] }} which
 * @returns {Promise<Growth[]>}
 */
export async function growthOf(small, large, { rounds, only }) {
  const measured = [];
  for (const [index, question] of small.questions.entries()) {
    if (only && !only.includes(index)) continue;
    const other = large.questions[index];
    if (other?.name !== question.name) throw new Error("The two sizes have different requests.");
    const of = { small: sideOf(small.service, question), large: sideOf(large.service, other) };
    const sides = [of.small, of.large];
    await takeTurns(sides, WARM_UP);
    for (const side of sides) side.forget();
    await takeTurns(sides, rounds);
    const [[smallMs, smallCpu], [largeMs, largeCpu]] = [of.small.result(), of.large.result()];
    const ratios = { ratio: largeMs / smallMs, cpu: largeCpu / smallCpu };
    measured.push({ name: question.name, index, smallMs, largeMs, ...ratios });
  }
  return measured.sort((a, b) => b.ratio - a.ratio);
}

/** @param {ReturnType<typeof sideOf>[]} sides @param {number} rounds */
async function takeTurns(sides, rounds) {
  for (let number = 0; number < rounds; number += 1)
    for (const side of number % 2 === 0 ? sides : sides.toReversed()) await side.ask();
}

/** @param {import("../service.mjs").Service} service @param {Question} question */
function sideOf(service, question) {
  /** @type {number[]} */
  let times = [];
  /** @type {number[]} */
  let cpu = [];
  const used = () => {
    const { service: own = 0, database = 0 } = cpuOf(service, process.pid) ?? {};
    return own + database;
  };
  return {
    ask: async () => {
      const before = used();
      times.push(await msOf(service.address, question));
      cpu.push(used() - before);
    },
    forget: () => {
      times = [];
      cpu = [];
    },
    result: () => /** @type {[number, number]} */ ([median(times), median(cpu)]),
  };
}

/** @param {string} address @param {Omit<Question, "name">} question */
export async function msOf(address, { path, cookie, key }) {
  const begun = performance.now();
  const headers = key === undefined ? { cookie: cookie() } : { authorization: `Bearer ${key()}` };
  const answer = await fetch(address + path, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return performance.now() - begun;
}

/** @param {Growth} growth */
export const growthText = ({ ratio, smallMs, largeMs, cpu, name }) =>
  `${ratio.toFixed(2).padStart(6)} ×  ${smallMs.toFixed(1).padStart(6)} → ${largeMs.toFixed(1).padStart(6)} ms  (CPU ${cpu.toFixed(2)} ×)  ${name}`;
