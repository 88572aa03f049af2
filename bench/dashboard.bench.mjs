import pg from "pg";
import { parseId } from "../server/dist/domain/ids.js";
import { readAccountOverview } from "../server/dist/usecases/overview/read-overview.js";
import { PORTAL, questionsOf } from "./dashboard/questions.mjs";
import { firstVisit } from "./dashboard/first-visit.mjs";
import { growthOf, growthText, msOf } from "./dashboard/turns.mjs";
import { makeWorld } from "./dashboard/world.mjs";
import { servicesOn } from "./money/services.mjs";
import { median, round } from "./measure.mjs";
import { startService } from "./service.mjs";

export const about =
  "every list and chart of the dashboard with 10,000 and 1,000,000 conversions, the overview compared with its bare queries, and the size of the first script";

const CONNECTIONS = 8;

/** @param {import("./main.mjs").Options} options */
export async function run({ quick, say }) {
  const sizes = quick
    ? { small: { conversions: 2_000, clicks: 10_000 }, large: { conversions: 40_000, clicks: 200_000 } }
    : { small: { conversions: 10_000, clicks: 100_000 }, large: { conversions: 1_000_000, clicks: 5_000_000 } };
  const small = await startService();
  const large = await startService();
  try {
    say(`filling ${sizes.small.conversions} and ${sizes.large.conversions} conversions`);
    const worlds = { small: await makeWorld(small.db, sizes.small), large: await makeWorld(large.db, sizes.large) };
    const growth = await growthOf(
      { service: small, questions: questionsOf(worlds.small) },
      { service: large, questions: questionsOf(worlds.large) },
      { rounds: quick ? 15 : 61 },
    );
    for (const question of growth) say(growthText(question));
    const overview = await overviewAgainstRaw(large, worlds.large, { rounds: quick ? 3 : 9, count: quick ? 50 : 200 });
    const { accountId, cookie } = worlds.small;
    const visit = await firstVisit({ address: small.address, accountId, cookie: cookie() });
    const [worst] = growth.filter(({ name }) => !name.startsWith(PORTAL));
    const [worstOfPortal] = growth.filter(({ name }) => name.startsWith(PORTAL));
    return {
      figures: {
        growth_worst: round(worst?.ratio ?? 0),
        overview_vs_raw: round(overview),
        requests_first: visit.requests,
        js_kb_first: visit.scriptKb,
        lcp_ms_slow4g: visit.lcpMs,
        cls_worst: visit.clsWorst,
        portal_growth_worst: round(worstOfPortal?.ratio ?? 0),
        questions: growth.length,
        rss_mb: Math.round(large.rssMb()),
      },
      targets: {
        growth_worst: { rule: /** @type {const} */ ("at most"), limit: 1.5 },
        overview_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.5 },
        requests_first: { rule: /** @type {const} */ ("at most"), limit: 15 },
        cls_worst: { rule: /** @type {const} */ ("at most"), limit: 0.05 },
        js_kb_first: { rule: /** @type {const} */ ("at most"), limit: 180 },
        rss_mb: { rule: /** @type {const} */ ("at most"), limit: 250 },
      },
      notes: [
        `cls_worst is that of ${visit.clsPage}.`,
        `growth_worst is ${worst?.name}; in the affiliate portal it is ${worstOfPortal?.name}.`,
      ],
    };
  } finally {
    await small.stop();
    await large.stop();
  }
}

/**
 * Compares overviews over HTTP with the same number of query sets sent directly through pg. They alternate and use the
 * same number of connections.
 * @param {import("./service.mjs").Service} service
 * @param {import("./dashboard/world.mjs").World} world
 * @param {{ rounds: number, count: number }} length
 */
async function overviewAgainstRaw(service, { accountId, cookie }, { rounds, count }) {
  const statements = await statementsOf(service, accountId);
  const pool = new pg.Pool({ ...service.connection, max: 2 * CONNECTIONS });
  const path = `/api/dashboard/${accountId}/overview`;
  const overHttp = () => msOf(service.address, { path, cookie });
  const bare = async () => {
    for (const together of statements) await Promise.all(together.map((statement) => pool.query(statement)));
  };
  /** @param {() => Promise<unknown>} work */
  const timeOf = async (work) => {
    const begun = performance.now();
    let left = count;
    const worker = async () => {
      for (; left > 0;) {
        left -= 1;
        await work();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return performance.now() - begun;
  };
  await timeOf(overHttp);
  await timeOf(bare);
  const ratios = [];
  for (let number = 0; number < rounds; number += 1) {
    const [first, second] = [await timeOf(bare), await timeOf(overHttp)];
    ratios.push((first + (await timeOf(bare))) / (second + (await timeOf(overHttp))));
  }
  await pool.end();
  return median(ratios);
}

/**
 * The overview's queries, recorded while it runs. Concurrent queries stay grouped.
 * @param {import("./service.mjs").Service} service
 * @param {string} account
 */
async function statementsOf(service, account) {
  const services = servicesOn(service, 4);
  const accountId = parseId("account", account);
  if (!accountId) throw new Error("No account.");
  /** @type {{ name: string, text: string, values: unknown[] }[][]} */
  const groups = [];
  let inFlight = 0;
  let number = 0;
  /** @type {typeof services.db.query} */
  const query = async (statement) => {
    if (inFlight === 0) groups.push([]);
    inFlight += 1;
    number += 1;
    groups.at(-1)?.push({ name: `bare-${number}`, text: statement.text, values: [...statement.values] });
    try {
      return await services.db.query(statement);
    } finally {
      inFlight -= 1;
    }
  };
  const db = { ...services.db, query };
  await readAccountOverview({ ...services, db, accountId, actor: "system", origin: null, role: "owner" }, {});
  await services.db.close();
  return groups;
}
