import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { measureExport } from "./api/export.mjs";
import { measurePlans } from "./api/plans.mjs";
import { makeHistory } from "./history.mjs";
import { answer, median, round } from "./measure.mjs";
import { startService } from "./service.mjs";

export const about = "API requests compared with their bare SQL statements, and their growth with the amount of data";

const CONNECTIONS = 64;
/** The same as in the service. */
const DATABASE_CONNECTIONS = 20;
const SMALL = { conversions: 10_000, clicks: 100_000 };
const LARGE = { conversions: 1_000_000, clicks: 5_000_000 };

/** @typedef {import("./service.mjs").Service & { history: import("./history.mjs").History, keysUsed: number }} Stage */

/** @param {import("./main.mjs").Options} options */
export async function run({ quick, say }) {
  const services = /** @type {const} */ ([await startService(), await startService()]);
  try {
    const [small, large] = [
      await stageOf(services[0], SMALL, say),
      await stageOf(services[1], quick ? { conversions: 50_000, clicks: 200_000 } : LARGE, say),
    ];
    const rates = await measureRates(small, quick ? { rounds: 2, calls: 500 } : { rounds: 7, calls: 2_000 }, say);
    const snapshot = await measureSnapshot(small, quick ? { rounds: 3, calls: 500 } : { rounds: 8, calls: 2_000 }, say);
    const growth = await measureGrowth(
      small,
      large,
      quick ? { times: 100, before: 500 } : { times: 400, before: 2_000 },
    );
    for (const [name, value] of Object.entries(growth)) say(`${name.padEnd(36)} × ${value.toFixed(2)}`);
    const plans = await measurePlans(small, quick ? { rounds: 2, calls: 500 } : { rounds: 7, calls: 2_000 }, {
      send: (calls) => send(small, { calls }),
      say,
    });
    const exported = await measureExport(large, { rounds: quick ? 1 : 3 }, say);
    const [worst = "", growthWorst = 0] = Object.entries(growth).toSorted(([, a], [, b]) => b - a)[0] ?? [];
    return {
      figures: {
        ...rates,
        ...snapshot,
        ...plans,
        growth_worst: round(growthWorst),
        export_vs_copy: exported.ratio,
        export_grown_mb: exported.growthMb,
        rss_mb: Math.round(Math.max(small.rssMb(), large.rssMb())),
      },
      targets: {
        track_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.75 },
        refund_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.6 },
        track_hot_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.7 },
        counting_vs_plain: { rule: /** @type {const} */ ("at least"), limit: 0.7 },
        get_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.65 },
        list_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.65 },
        growth_worst: { rule: /** @type {const} */ ("at most"), limit: 1.5 },
        export_vs_copy: { rule: /** @type {const} */ ("at least"), limit: 0.5 },
        rss_mb: { rule: /** @type {const} */ ("at most"), limit: 250 },
        refused: { rule: /** @type {const} */ ("at most"), limit: 0 },
      },
      notes: [
        `${worst} grows most.`,
        "Each raw statement waits for the one before it; the service sends several together.",
        "track_hot_vs_raw: all orders belong to one campaign. track_hot_vs_spread: compared with orders of all campaigns. track_hot_in_snapshot: the same while another connection holds a snapshot, as a backup does, compared with before.",
      ],
    };
  } finally {
    for (const service of services) await service.stop();
  }
}

/**
 * @param {import("./service.mjs").Service} service
 * @param {{ conversions: number, clicks: number }} size
 * @param {(text: string) => void} say
 * @returns {Promise<Stage>}
 */
async function stageOf(service, size, say) {
  say(`storing ${size.conversions} conversions and ${size.clicks} clicks`);
  return { ...service, history: await makeHistory(service.db, size), keysUsed: 0 };
}

/**
 * Alternates, so that other load on the machine affects both equally. The median of the rounds counts.
 * @param {Stage} stage
 * @param {{ rounds: number, calls: number }} length
 * @param {(text: string) => void} say
 */
async function measureRates(stage, { rounds, calls }, say) {
  const { connection, dataDir, history } = stage;
  const bare = fork(script("bare"), [
    JSON.stringify([{ connection, dataDir }, history.accountId, DATABASE_CONNECTIONS]),
  ]);
  await answer(bare);
  const { links } = history;
  const hot = links.filter(({ campaignId }) => campaignId === links[0]?.campaignId);
  const kinds = /** @type {const} */ ([
    { key: "track_vs_raw", kind: "track", links },
    { key: "refund_vs_raw", kind: "refund", links },
    { key: "track_hot_vs_raw", kind: "track", links: hot },
    { key: "get_vs_raw", kind: "get", links },
    { key: "list_vs_raw", kind: "list", links },
  ]);
  /** @type {Record<string, number[]>} */
  const ratios = { track_vs_raw: [], refund_vs_raw: [], track_hot_vs_raw: [], get_vs_raw: [], list_vs_raw: [] };
  /** @type {number[]} */
  const hotOfSpread = [];
  let refused = 0;
  for (let round = 0; round <= rounds; round += 1) {
    /** @type {Record<string, number>} */
    const took = {};
    for (const { key, kind, links: among } of kinds) {
      const chosen = Array.from({ length: calls }, (_, n) => /** @type {Link} */ (among[(n * 31) % among.length]));
      // Refunds are of the orders that were tracked just before.
      const orders = `${kind === "refund" ? "track_vs_raw" : key}-${round}`;
      bare.send({ kind, links: chosen, prefix: `bare-${orders}` });
      const { ms: bareMs } = await answer(bare);
      const sent = await send(stage, { calls: chosen.map((link, n) => callOf(kind, link, `${orders}-${n}`)) });
      refused += sent.refused;
      say(
        `${key.padEnd(18)}${perSecond(calls, sent.ms)}/s of ${perSecond(calls, bareMs)}/s: ${(bareMs / sent.ms).toFixed(2)}`,
      );
      // The first round warms both up.
      if (round > 0) ratios[key]?.push(bareMs / sent.ms);
      took[key] = sent.ms;
    }
    if (round > 0) hotOfSpread.push((took["track_vs_raw"] ?? 0) / (took["track_hot_vs_raw"] ?? 1));
  }
  bare.kill();
  return {
    ...Object.fromEntries(Object.entries(ratios).map(([key, values]) => [key, round(median(values))])),
    track_hot_vs_spread: round(median(hotOfSpread)),
    refused,
  };
}

/**
 * Orders of one campaign before a snapshot is opened, and after many more while it stays open: the last three rounds count.
 * @param {Stage} stage
 * @param {{ rounds: number, calls: number }} length
 * @param {(text: string) => void} say
 */
async function measureSnapshot(stage, { rounds, calls }, say) {
  const { links } = stage.history;
  const hot = links.filter(({ campaignId }) => campaignId === links[0]?.campaignId);
  let sent = 0;
  const trackSome = async () => {
    const chosen = Array.from({ length: calls }, (_, n) => /** @type {Link} */ (hot[(n * 31) % hot.length]));
    const { ms, refused } = await send(stage, {
      calls: chosen.map((link) => callOf("track", link, `snapshot-${(sent += 1)}`)),
    });
    if (refused > 0) throw new Error(`${refused} requests were rejected.`);
    return calls / ms;
  };
  const before = [await trackSome(), await trackSome(), await trackSome()];
  const backup = new pg.Client(stage.connection);
  await backup.connect();
  await backup.query("begin isolation level repeatable read");
  await backup.query("select from campaigns");
  /** @type {number[]} */
  const during = [];
  for (let n = 0; n < rounds; n += 1) during.push(await trackSome());
  await backup.end();
  const ratios = during.map((rate) => rate / median(before));
  say(`track_hot_in_snapshot ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`);
  return { track_hot_in_snapshot: round(median(ratios.slice(-3))) };
}

/** @typedef {import("./history.mjs").History["links"][0]} Link */
/**
 * @param {"track" | "refund" | "get" | "list"} kind
 * @param {Link} link
 * @param {string} order
 * @returns {import("./api/client.mjs").Call}
 */
function callOf(kind, { campaignId, code }, order) {
  if (kind === "get") return { method: "GET", path: `/v1/campaigns/${campaignId}` };
  if (kind === "list") return { method: "GET", path: `/v1/campaigns/${campaignId}/conversions` };
  if (kind === "refund") {
    const refund = { conversion_external_id: order, external_id: `refund-${order}`, amount: 10 };
    return { method: "POST", path: "/v1/refunds", body: JSON.stringify(refund) };
  }
  const body = { campaign_id: campaignId, affiliate_code: code, external_id: order, amount: 49.99, currency: "EUR" };
  return { method: "POST", path: "/v1/conversions", body: JSON.stringify(body) };
}

/**
 * One request at a time, alternating between both. Both are warmed up first until Node has compiled their code, because
 * only one of them has been under load yet.
 * @param {Stage} small
 * @param {Stage} large
 * @param {{ times: number, before: number }} length
 */
async function measureGrowth(small, large, { times, before }) {
  /** @type {Record<string, (link: Link, n: number) => import("./api/client.mjs").Call>} */
  const calls = {
    "GET campaign": (link) => callOf("get", link, ""),
    "list campaigns": () => ({ method: "GET", path: "/v1/campaigns" }),
    "list affiliates": ({ campaignId }) => ({ method: "GET", path: `/v1/campaigns/${campaignId}/affiliates` }),
    "list conversions": (link) => callOf("list", link, ""),
    "list conversions by status": ({ campaignId }) => ({
      method: "GET",
      path: `/v1/campaigns/${campaignId}/conversions?status=pending`,
    }),
    "list conversions by affiliate": ({ campaignId, affiliateId }) => ({
      method: "GET",
      path: `/v1/campaigns/${campaignId}/conversions?affiliate_id=${affiliateId}&limit=25`,
    }),
    track: (link, n) => callOf("track", link, `growth-${n}`),
  };
  /** @type {Record<string, number>} */
  const growth = {};
  let refused = 0;
  for (const [name, call] of Object.entries(calls)) {
    /** @type {[number[], number[]]} */
    const durations = [[], []];
    for (const stage of [small, large])
      refused += (await send(stage, { calls: someOf(stage, call, { from: times, count: before }) })).refused;
    for (let from = 0; from < times; from += PART)
      for (const [which, stage] of [small, large].entries()) {
        const sent = await send(stage, { calls: someOf(stage, call, { from, count: PART }), connections: 1 });
        durations[which]?.push(...sent.durations);
        refused += sent.refused;
      }
    growth[name] = median(durations[1]) / median(durations[0]);
  }
  if (refused > 0) throw new Error(`${refused} requests were rejected.`);
  return growth;
}

const PART = 20;
/**
 * @param {Stage} stage
 * @param {(link: Link, n: number) => import("./api/client.mjs").Call} call
 * @param {{ from: number, count: number }} which
 */
const someOf = ({ history: { links } }, call, { from, count }) =>
  Array.from({ length: count }, (_, n) =>
    call(/** @type {Link} */ (links[((from + n) * 31) % links.length]), from + n),
  );

/** @type {import("node:child_process").ChildProcess | undefined} */
let client;
/**
 * @param {Stage} stage
 * @param {{ calls: import("./api/client.mjs").Call[], connections?: number }} load
 * @returns {Promise<import("./api/client.mjs").Result>}
 */
async function send(stage, { calls, connections = CONNECTIONS }) {
  if (!client) {
    client = fork(script("client"));
    client.unref();
    client.channel?.unref();
  }
  const needed = Math.ceil(calls.length / 100);
  const keys = stage.history.keys.slice(stage.keysUsed, stage.keysUsed + needed);
  stage.keysUsed += needed;
  client.send({ address: stage.address, keys, calls, connections });
  return answer(client);
}

const script = (/** @type {string} */ name) => fileURLToPath(new URL(`./api/${name}.mjs`, import.meta.url));
const perSecond = (/** @type {number} */ count, /** @type {number} */ ms) =>
  ((1_000 * count) / ms).toFixed(0).padStart(6);
