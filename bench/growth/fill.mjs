// Fills an installation with a year of one account. Each slice commits together with its mark, so that an interrupted fill
// continues where it stopped, and a filled installation is used as it is.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readConfig } from "../../server/dist/config.js";
import { copyIn } from "../../server/dist/db/copy.js";
import { connect } from "../../server/dist/db/database.js";
import { startEmbeddedPostgres } from "../../server/dist/db/embedded-postgres.js";
import { migrate } from "../../server/dist/db/migrate.js";
import { clickMonth } from "../../server/dist/domain/click.js";
import { idOf } from "../../server/dist/domain/ids.js";
import { secretKeyOf } from "../../server/dist/installation.js";
import { random } from "../../server/dist/system/random.js";
import { makePeople } from "../dashboard/world.mjs";
import { removeKeys, restoreKeys } from "./definitions.mjs";
import { Figures } from "./figures.mjs";
import { CLICK_COLUMNS, clicksOf, orderTables } from "./order-tables.mjs";
import { SEAL_COLUMNS, sealRows } from "./seal-table.mjs";
import { storyTables } from "./story-tables.mjs";
import { totalTables } from "./total-tables.mjs";
import { Year } from "./year.mjs";

/** @typedef {import("pg").Client} Client */
/** @typedef {{ conversions: number, clicks: number }} Size */

// A table that is emptied and filled in one transaction is not logged at this level, and its rows need no vacuum. Nothing is
// flushed before the end: after a crash of the machine, delete the folder.
const SETTINGS = [
  "wal_level=minimal",
  "max_wal_senders=0",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "autovacuum=off",
  "shared_buffers=512MB",
  "work_mem=256MB",
  "maintenance_work_mem=1GB",
  "max_wal_size=4GB",
  "checkpoint_timeout=1h",
];

/** What a table needs besides its copied rows. @type {Record<string, string>} */
const REST = {
  events: `insert into events (id, account_id, type, subject_id, seq, created_at)
    select (lpad(to_hex((extract(epoch from joined_at) * 1000)::int8), 12, '0') || '7' || substr(md5(id::text), 1, 3) || '8'
      || substr(md5(id::text), 4, 15))::uuid, account_id, 'affiliate.joined', id, 1, joined_at from affiliations`,
  deliveries: `insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, attempts, due_at, created_at, ended_at)
    select e.id, e.account_id, w.id, e.id, e.type, 'delivered', 1, e.created_at, e.created_at, e.created_at
    from events e cross join webhook_endpoints w where e.type = 'affiliate.joined'`,
  payouts: `insert into payout_tallies (account_id, batch_id, status, method, formats, payouts, amount_minor)
    select account_id, batch_id, status, method, formats, count(*), sum(amount_minor) from payouts group by 1, 2, 3, 4, 5`,
  conversion_totals: `insert into campaign_budgets (campaign_id, account_id, spent_minor)
    select c.id, c.account_id, coalesce(sum(t.commission_minor), 0) from campaigns c
    left join conversion_totals t on t.scope_id = c.id and t.day = '-infinity' and t.status <> 'rejected'
      and t.commission_currency = c.currency
    where c.max_budget_minor is not null group by c.id, c.account_id`,
};

const FILLINGS = [
  ...totalTables,
  ...orderTables,
  ...storyTables,
  { table: "seals", columns: SEAL_COLUMNS, rows: sealRows },
];

/**
 * @param {string} dataDir
 * @param {Size} size
 * @param {(text: string) => void} say
 */
export async function fill(dataDir, size, say) {
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  // The service refuses data without a secret.
  secretKeyOf(read.config);
  const server = await startEmbeddedPostgres({ base: join(dataDir, "postgres"), role: "tool", settings: SETTINGS });
  const client = new pg.Client(server.connection);
  try {
    await client.connect();
    const { rows } = await client.query("select to_regclass('growth.size') is null as is_new");
    // Later migrations wait for the service: they may need an index that is removed while the fill goes on.
    if (rows[0].is_new) await createSchema(server.connection);
    const lock = await client.query("select pg_try_advisory_lock(hashtext('growth')) as taken");
    if (!lock.rows[0].taken) throw new Error(`Another run fills ${dataDir}.`);
    await fillSlices(client, size, say);
    await client.query("checkpoint");
  } finally {
    await client.end();
    await server.release();
  }
  spawnSync("sync", ["--file-system", dataDir]);
}

/** @param {import("../../server/dist/db/database.js").Connection} connection */
async function createSchema(connection) {
  const db = connect(connection, { onIdleError: () => {}, max: 1, statementTimeoutMs: 0 });
  await migrate(db);
  await db.close();
}

/**
 * @param {Client} db
 * @param {Size} size
 * @param {(text: string) => void} say
 */
async function fillSlices(db, size, say) {
  await db.query("create schema if not exists growth");
  await db.query("create table if not exists growth.size (conversions int8, clicks int8, ends_at int8)");
  await db.query("create table if not exists growth.slices (name text primary key, done_at timestamptz default now())");
  await db.query("set session_replication_role = replica");
  const endsAt = await sizeOf(db, size);
  const { rows } = await db.query("select name from growth.slices");
  const done = new Set(rows.map(({ name }) => name));
  /** @param {string} name @param {() => Promise<unknown>} work */
  const slice = async (name, work) => {
    if (done.has(name)) return;
    const begun = performance.now();
    await db.query("begin");
    await work();
    await db.query("insert into growth.slices (name) values ($1)", [name]);
    await db.query("commit");
    say(`${name} (${((performance.now() - begun) / 1_000).toFixed(0)} s)`);
  };
  await slice("people", async () => {
    await makePeople(db, random.uuid(new Date()), random.uuid(new Date()));
    await db.query("update affiliations set joined_at = joined_at - interval '1 year'");
  });
  const year = new Year({ ...size, endsAt }, await peopleOf(db));
  await fillClicks(db, year, slice);
  const tables = FILLINGS.map(({ table }) => table);
  await slice("keys removed", () => removeKeys(db, tables));
  /** @type {Figures | undefined} */
  let figures;
  for (const { table, columns, rows: rowsOf } of FILLINGS)
    await slice(table, async () => {
      figures ??= new Figures(year);
      await db.query(`truncate ${table}`);
      await copyIn(db, `copy ${table} (${columns}) from stdin (format binary, freeze)`, rowsOf(year, figures));
      if (REST[table] !== undefined) await db.query(REST[table]);
    });
  await restoreKeys(db, say);
  if (done.has("statistics")) return;
  await db.query("vacuum analyze");
  await slice("statistics", async () => {});
}

/**
 * When the year ends: now, or when the fill was started.
 * @param {Client} db
 * @param {Size} size
 * @returns {Promise<number>}
 */
async function sizeOf(db, size) {
  const { rows } = await db.query("select * from growth.size");
  const [found] = rows;
  if (!found) {
    const endsAt = Date.now();
    await db.query("insert into growth.size values ($1, $2, $3)", [size.conversions, size.clicks, endsAt]);
    return endsAt;
  }
  if (Number(found.conversions) !== size.conversions || Number(found.clicks) !== size.clicks)
    throw new Error(
      `This folder has ${found.conversions} conversions and ${found.clicks} clicks. Delete it, or choose another one with --data=DIR.`,
    );
  return Number(found.ends_at);
}

/**
 * One month at a time. A partition is filled before it is attached.
 * @param {Client} db
 * @param {Year} year
 * @param {(name: string, work: () => Promise<unknown>) => Promise<void>} slice
 */
async function fillClicks(db, year, slice) {
  const end = new Date(year.size.endsAt);
  const months = Array.from({ length: 13 }, (_, back) => clickMonth(end, back - 12));
  for (const { partition, from, to, endsAt } of months)
    await slice(partition, async () => {
      const startsAt = Date.UTC(endsAt.getUTCFullYear(), endsAt.getUTCMonth() - 1, 1);
      await db.query(`create table ${partition} (like clicks including defaults including constraints)`);
      const rows = clicksOf(year, { from: startsAt, to: endsAt.getTime() });
      await copyIn(db, `copy ${partition} (${CLICK_COLUMNS}) from stdin (format binary, freeze)`, rows);
      await db.query(`alter table ${partition} add primary key (id)`);
      await db.query(`alter table clicks attach partition ${partition} for values from ('${from}') to ('${to}')`);
    });
}

/**
 * @param {Client} db
 * @returns {Promise<import("./year.mjs").People>}
 */
async function peopleOf(db) {
  const bytes = (/** @type {string} */ uuid) => Buffer.from(uuid.replaceAll("-", ""), "hex");
  const ids = async (/** @type {string} */ text) => (await db.query(text)).rows.map(({ id }) => String(id));
  const campaigns = await ids("select id from campaigns order by slug");
  const affiliates = await ids("select id from affiliates order by id");
  const { rows } = await db.query("select id, campaign_id, affiliate_id from affiliations order by code");
  const [account = "", owner = "", endpoint = ""] = [
    ...(await ids("select id from accounts")),
    ...(await ids("select user_id as id from members")),
    ...(await ids("select id from webhook_endpoints")),
  ];
  const campaignBytes = campaigns.map(bytes);
  const affiliateBytes = affiliates.map(bytes);
  const links = rows.map((row) => {
    const [campaignNumber, affiliateNumber] = [
      campaigns.indexOf(row.campaign_id),
      affiliates.indexOf(row.affiliate_id),
    ];
    const campaign = /** @type {Buffer} */ (campaignBytes[campaignNumber]);
    const affiliate = /** @type {Buffer} */ (affiliateBytes[affiliateNumber]);
    return { id: bytes(row.id), campaign, affiliate, campaignNumber, affiliateNumber };
  });
  return {
    account: bytes(account),
    owner: idOf("user", owner),
    endpoint: bytes(endpoint),
    links,
    campaigns: campaignBytes,
    affiliates: affiliateBytes,
  };
}
