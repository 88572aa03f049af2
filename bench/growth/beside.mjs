// Partitions are created and dropped and old records are deleted, while requests continue.
import { clickMonth } from "../../server/dist/domain/click.js";
import { dropOldClicks, makeClickPartitions } from "../../server/dist/usecases/clicks/keep-partitions.js";
import { forgetOld } from "../../server/dist/usecases/installation/forget-old.js";
import { RecordRetention } from "../../server/dist/usecases/webhooks/delete-old-records.js";
import { expireEvents } from "../../server/dist/usecases/webhooks/expire-events.js";
import { servicesOn } from "../money/services.mjs";

/** @typedef {import("../service.mjs").Service} Service */
/** @typedef {{ questions: import("../dashboard/turns.mjs").Question[], key: () => string, campaign: string, code: string }} Asked */

/** Older than everything that the year has, so that a run leaves the year as it was. */
const OLD_DAYS = 800;
const RETENTION_DAYS = 700;
const DAY_MS = 86_400_000;
const ASKED = ["overview", "conversions", "deliveries", "API campaigns/cmp/conversions", `portal overview`];

/**
 * @param {Service} service
 * @param {Asked} asked
 * @param {{ clicks: number, records: number, seconds: number }} size of what is created and deleted in each round
 */
export async function besideLoad(service, asked, { clicks, records, seconds }) {
  const services = servicesOn(service, 4);
  const load = loadOn(service, asked);
  try {
    await load.run(async () => {
      await pause(seconds * 1_000);
    });
    const quiet = load.take();
    await makeOld(service, { clicks, records });
    let rounds = 0;
    await load.run(async () => {
      for (const until = performance.now() + seconds * 1_000; performance.now() < until; rounds += 1) {
        const ahead = { now: () => new Date(Date.now() + (100 + rounds) * 31 * DAY_MS) };
        await makeClickPartitions({ db: services.db, clock: ahead });
        await dropOldClicks(services, RETENTION_DAYS);
        await expireEvents(services, { retentionDays: RETENTION_DAYS });
        await new RecordRetention(services, { retentionDays: RETENTION_DAYS }).run();
        await forgetOld(services);
        await makeOld(service, { clicks, records });
      }
    });
    const working = load.take();
    return { quiet, working, rounds };
  } finally {
    await cleanUp(service);
    await services.db.close();
  }
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads, redirects and orders, one of each kind at a time.
 * @param {Service} service
 * @param {Asked} asked
 */
function loadOn({ address }, { questions, key, campaign, code }) {
  /** @type {number[]} */
  let times = [];
  let refused = 0;
  let orders = 0;
  const send = async (/** @type {string} */ path, /** @type {RequestInit} */ init) => {
    const begun = performance.now();
    const response = await fetch(address + path, { redirect: "manual", ...init });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (response.status >= 500) refused += 1;
    else if (response.status >= 400) throw new Error(`${path}: ${response.status} ${text}`);
  };
  const reads = ASKED.map((name) => {
    const found = questions.find((question) => question.name === name);
    if (!found) throw new Error(`There is no request ${name}.`);
    return () =>
      send(found.path, { headers: found.key ? { authorization: `Bearer ${key()}` } : { cookie: found.cookie() } });
  });
  const order = () => ({
    campaign_id: campaign,
    affiliate_code: code,
    external_id: `growth-${Date.now()}-${(orders += 1)}`,
    amount: 49.99,
    currency: "EUR",
  });
  const kinds = [
    ...reads,
    () => send(`/r/${code}`, {}),
    () =>
      send("/v1/conversions", {
        method: "POST",
        headers: { authorization: `Bearer ${key()}`, "content-type": "application/json" },
        body: JSON.stringify(order()),
      }),
  ];
  return {
    /** Sends until the work is done. @param {() => Promise<void>} work */
    run: async (work) => {
      let isDone = false;
      const sending = Promise.all(
        kinds.map(async (kind) => {
          while (!isDone) await kind();
        }),
      );
      const working = work().finally(() => {
        isDone = true;
      });
      await Promise.all([sending, working]);
    },
    take: () => {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (/** @type {number} */ part) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      const result = { count: sorted.length, refused, p50: at(0.5), p99: at(0.99), longest: at(1) };
      times = [];
      refused = 0;
      return result;
    },
  };
}

/**
 * A month of clicks, and events and refused requests, that are older than their retention.
 * @param {Service} service
 * @param {{ clicks: number, records: number }} size
 */
async function makeOld({ db }, { clicks, records }) {
  const { partition, from, to } = clickMonth(new Date(Date.now() - OLD_DAYS * DAY_MS));
  await db.query(`create table ${partition} (like clicks including all)`);
  await db.query(
    `insert into ${partition} (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at)
    select (left('${from}', 13) || '-7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12))::uuid,
      link.account_id, link.campaign_id, link.id, now() - interval '${OLD_DAYS} days', now()
    from generate_series(1, ${clicks}) n, (select * from affiliations limit 1) link`,
  );
  await db.query(`alter table clicks attach partition ${partition} for values from ('${from}') to ('${to}')`);
  await db.query(
    `insert into events (id, account_id, type, body, created_at)
    select (left('${from}', 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, id, 'webhook.test', repeat('x', 300), now() - interval '${OLD_DAYS} days' from accounts, generate_series(1, ${records})`,
  );
  await db.query(
    `insert into refusals (id, account_id, external_id_hash, reason, refused_at)
    select gen_random_uuid(), id, sha256(n::text::bytea), 'unknown_code', now() - interval '${OLD_DAYS} days' from accounts, generate_series(1, ${records}) n`,
  );
}

/** @param {Service} service */
async function cleanUp({ db }) {
  const { rows } = await db.query(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'clicks'::regclass
    and relname > $1 or relname = $2`,
    [clickMonth(new Date(), 12).partition, clickMonth(new Date(Date.now() - OLD_DAYS * DAY_MS)).partition],
  );
  for (const { name } of rows) await db.query(`drop table ${name}`);
  await db.query(
    `delete from events where account_id in (select id from accounts) and created_at < now() - interval '${RETENTION_DAYS} days'`,
  );
  await db.query(`delete from refusals where refused_at < now() - interval '${RETENTION_DAYS} days'`);
}
