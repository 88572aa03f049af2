import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { uuidOf } from "../server/dist/domain/ids.js";
import { random } from "../server/dist/system/random.js";
import { servicesOn } from "./money/services.mjs";
import { addCampaigns, makeAccount, payBare, withoutIndexes } from "./money/world.mjs";
import { answer, median, round } from "./measure.mjs";
import { startService } from "./service.mjs";

export const about = "a payout batch compared with its bare SQL statement, and tracking with and without sealing";

const AFFILIATES_IN_PART = 100;
const CAMPAIGNS = 30;

/** @param {import("./main.mjs").Options} options */
export async function run({ quick, say }) {
  const size = quick ? { affiliates: 500, conversions: 100 } : { affiliates: 10_000, conversions: 100 };
  // Without background jobs, which would seal and pay during the measurement.
  const service = await startService({ ROLES: "http" });
  try {
    const paid = await payouts(service, size, say);
    const sealed = await seals(service, { rounds: quick ? 5 : 21, count: quick ? 500 : 1_000 }, say);
    return {
      figures: { payout_vs_raw: paid.ratio, rss_mb: paid.rssMb, payouts_wrong: paid.wrong, seal_cost: sealed },
      targets: {
        payout_vs_raw: { rule: /** @type {const} */ ("at least"), limit: 0.5 },
        rss_mb: { rule: /** @type {const} */ ("at most"), limit: 300 },
        payouts_wrong: { rule: /** @type {const} */ ("at most"), limit: 0 },
        seal_cost: { rule: /** @type {const} */ ("at least"), limit: 0.95 },
      },
      notes: ["seal_cost is the rate of tracking with sealing divided by the rate of tracking alone."],
    };
  } finally {
    await service.stop();
  }
}

/**
 * @param {import("pg").Client} db
 * @param {import("../server/dist/usecases/context.js").Services} services
 * @param {{ affiliates: number, conversions: number }} size
 */
async function makeTwo(db, services, size) {
  /** @type {import("../server/dist/domain/ids.js").AccountId[]} */
  const made = [];
  await withoutIndexes(db, "conversions", async () => {
    for (const name of ["ours", "bare"]) made.push(await makeAccount(db, services, { name, ...size }));
  });
  const [ours, bare] = made;
  if (!ours || !bare) throw new Error("An account is missing.");
  return /** @type {const} */ ([ours, bare]);
}

/**
 * Both pay an account of the same size, alternating after every hundred affiliates, so that other load on the machine
 * affects both equally.
 * @param {import("./service.mjs").Service} service
 * @param {{ affiliates: number, conversions: number }} size
 * @param {(text: string) => void} say
 */
async function payouts(service, size, say) {
  const { db, connection, dataDir } = service;
  const services = servicesOn(service, 2);
  say(
    `creating two accounts of ${size.affiliates} affiliates with ${size.affiliates * size.conversions} conversions each`,
  );
  const [ours, bare] = await makeTwo(db, services, size);
  // Not the empty tables: a plan made for an empty table would be kept while it grows.
  await db.query("vacuum analyze users, affiliates, payout_details, ledger_balances, conversions");
  await db.query("checkpoint");
  const batch = random.uuid(new Date());
  await db.query(
    `insert into payout_batches (id, account_id, currency, origin, minimum_minor, as_of, actor, status, created_at)
    values ($1, $2, 'EUR', 'batch', 0, now(), 'bench', 'making', now())`,
    [batch, uuidOf(bare)],
  );
  const { rows } = await db.query("select id from affiliates where account_id = $1 order by id", [uuidOf(bare)]);
  const payer = fork(fileURLToPath(new URL("./money/payer.mjs", import.meta.url)), [
    JSON.stringify([{ connection, dataDir }, ours]),
  ]);
  await answer(payer);
  const spent = { ours: 0, bare: 0 };
  /** @type {number[]} */
  const rss = [];
  for (let part = 0; part * AFFILIATES_IN_PART < rows.length; part += 1) {
    const affiliates = rows.slice(part * AFFILIATES_IN_PART, (part + 1) * AFFILIATES_IN_PART).map(({ id }) => id);
    const turns = [
      async () => {
        const begun = performance.now();
        await payBare(db, { account: uuidOf(bare), batch, affiliates });
        spent.bare += performance.now() - begun;
      },
      async () => {
        payer.send("next");
        const { ms, rssMb } = await answer(payer);
        spent.ours += ms;
        rss.push(rssMb);
      },
    ];
    for (const turn of part % 2 === 0 ? turns : turns.toReversed()) await turn();
    if (part % 10 === 9)
      say(
        `${part + 1} parts: ${(spent.bare / spent.ours).toFixed(2)} of the bare rate, ${Math.max(...rss).toFixed(0)} MB`,
      );
  }
  payer.send("next"); // the last part, which finds no affiliates
  const { status } = await answer(payer);
  payer.kill();
  await services.db.close();
  if (status !== "made") throw new Error("The batch was not created.");
  const wrong = await db.query(
    `select count(*)::int as count from (
      select from payouts p left join lateral (select sum(amount_minor) as minor, count(*) as lines from payout_lines l
        where l.payout_id = p.id) line on true
      where p.account_id = $1 and (p.amount_minor, p.conversions) is distinct from (line.minor, line.lines)
      union all select from conversions where account_id = $1 and payout_id is null
      union all select from affiliates f where account_id = $1 and not exists (select from events e join payouts p
        on p.id = e.subject_id where p.affiliate_id = f.id and e.type = 'payout.created')) wrong`,
    [uuidOf(ours)],
  );
  return { ratio: round(spent.bare / spent.ours), rssMb: Math.round(Math.max(...rss)), wrong: wrong.rows[0].count };
}

/**
 * @param {import("./service.mjs").Service} service
 * @param {{ rounds: number, count: number }} length
 * @param {(text: string) => void} say
 */
async function seals(service, { rounds, count }, say) {
  const { db, connection, dataDir } = service;
  const services = servicesOn(service, 2);
  const account = await makeAccount(db, services, { name: "tracked", affiliates: 20, conversions: 1 });
  await services.db.close();
  const links = await addCampaigns(db, uuidOf(account), CAMPAIGNS);
  const tracker = fork(fileURLToPath(new URL("./money/tracker.mjs", import.meta.url)), [
    JSON.stringify([{ connection, dataDir }, account, links]),
  ]);
  await answer(tracker);
  const msOf = async (/** @type {boolean} */ sealing) => {
    tracker.send({ count, sealing });
    return (await answer(tracker)).ms;
  };
  await msOf(true);
  const ratios = [];
  for (let number = 0; number < rounds; number += 1) {
    // Without, with, with, without: a machine that gets slower or faster meanwhile affects both.
    const first = await msOf(false);
    const sealed = [await msOf(true), await msOf(true)];
    const plain = [first, await msOf(false)];
    ratios.push(sum(plain) / sum(sealed));
    const rate = (/** @type {number[]} */ times) => ((2_000 * count) / sum(times)).toFixed(0);
    say(`${rate(plain)}/s without seals, ${rate(sealed)}/s with`);
  }
  tracker.kill();
  return round(median(ratios));
}

const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);
