// The baseline: the same statements as behind a request, sent directly through pg, each after the result of the one
// before. They are recorded while the use case runs once per order, in transactions that are rolled back, and then
// replayed as fast as possible.
import { createHash } from "node:crypto";
import pg from "pg";
import { types } from "../../server/dist/db/types.js";
import { parseCurrency } from "../../server/dist/domain/values/currency.js";
import { getCampaign } from "../../server/dist/usecases/campaigns/get-campaign.js";
import { listConversions } from "../../server/dist/usecases/conversions/list-conversions.js";
import { trackConversion } from "../../server/dist/usecases/conversions/track-conversion.js";
import { recordRefund } from "../../server/dist/usecases/refunds/record-refund.js";
import { servicesOn } from "../money/services.mjs";

/** @typedef {import("../history.mjs").History["links"][0]} Link */
/** @typedef {{ kind: "track" | "refund" | "get" | "list", links: Link[], prefix: string }} Task */
/** @typedef {pg.QueryConfig | string} Statement */

const [service, accountId, connections] = JSON.parse(process.argv[2] ?? "");

/** @type {Statement[]} */
let written = [];
const recorder = new pg.Client({ ...service.connection, types });
await recorder.connect();
/** @type {Promise<unknown>} */
let last = Promise.resolve();
/** One after another, even if the service would send several together. @param {Statement} statement */
function run(statement) {
  const ran = last.then(() => recorder.query(statement));
  last = ran.catch(() => {});
  return ran;
}
/** @param {import("sql-template-tag").Sql} statement */
function record({ text, values }) {
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
  const prepared = { name, text, values };
  written.push(prepared);
  return run(prepared).then(({ rows }) => rows);
}
const BEGIN = "begin isolation level read committed";
/** @param {(tx: import("../../server/dist/db/database.js").Tx) => Promise<unknown>} work */
async function transaction(work) {
  written.push(BEGIN);
  await run(BEGIN);
  /** @type {Promise<unknown>[]} */
  const deferred = [];
  /** @type {unknown} */
  const tx = {
    query: record,
    /** @type {import("../../server/dist/db/database.js").Tx["defer"]} */
    defer: (statement) => void deferred.push(record(statement)),
    tell: () => {},
  };
  const result = await work(/** @type {import("../../server/dist/db/database.js").Tx} */ (tx));
  await Promise.all(deferred);
  written.push("commit");
  await run("rollback");
  return result;
}

const services = servicesOn(service, 1);
const db = /** @type {import("../../server/dist/db/database.js").Db} */ ({
  ...services.db,
  query: record,
  /** @param {(db: { query: typeof record }) => Promise<unknown>} work */
  together: (work) => work({ query: record }),
  transaction,
});
const context = { ...services, db, accountId, actor: "system", origin: null, role: /** @type {const} */ ("owner") };
const EUR = parseCurrency("EUR");
const clients = Array.from({ length: connections }, () => new pg.Client(service.connection));
await Promise.all(clients.map((client) => client.connect()));

/** @param {Task} task */
async function runTask({ kind, links, prefix }) {
  if (!EUR) throw new Error("No EUR.");
  const amount = { minor: 4_999n, currency: EUR };
  const calls = {
    track: (/** @type {Link} */ link, /** @type {number} */ number) =>
      trackConversion(context, {
        campaignId: link.campaignId,
        clickId: undefined,
        affiliateCode: link.code,
        externalId: `${prefix}-${number}`,
        amount,
      }),
    refund: (/** @type {Link} */ _, /** @type {number} */ number) =>
      recordRefund(context, {
        of: { externalId: `${prefix}-${number}` },
        source: "api",
        externalId: `refund-${prefix}-${number}`,
        amount: 10,
        currency: undefined,
        items: null,
        reason: null,
      }),
    get: (/** @type {Link} */ link) => getCampaign(context, link.campaignId),
    list: (/** @type {Link} */ { campaignId }) =>
      listConversions(context, { campaignId, affiliateId: undefined, status: undefined, limit: 50, offset: 0 }),
  };
  /** @type {Statement[][]} */
  const scripts = [];
  for (const [number, link] of links.entries()) {
    written = [];
    await calls[kind](link, number);
    scripts.push(written);
  }
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let script = scripts[next++]; script; script = scripts[next++])
        for (const statement of script) await client.query(statement);
    }),
  );
  return { ms: performance.now() - begun, statements: scripts[0]?.length };
}
process.on("message", (/** @type {Task} */ task) => void runTask(task).then((result) => process.send?.(result)));
process.send?.("ready");
