// What the requests about a filled account need to know: who asks, and the IDs of some records.
import { idOf } from "../../server/dist/domain/ids.js";
import { sessionsOf } from "./sessions.mjs";

/** @typedef {import("pg").Client} Client */
/**
 * @typedef {object} World
 * @property {string} accountId
 * @property {() => string} cookie of its owner
 * @property {() => string} portalCookie of one of its affiliates
 * @property {Record<"campaign" | "affiliate" | "conversion" | "endpoint" | "payout" | "externalId", string>} ids of records in the middle
 */

const BUSIEST = "select affiliate_id from affiliations order by code limit 1";

/**
 * @param {Client} db
 * @returns {Promise<World>}
 */
export async function worldOf(db) {
  const account = await one(db, "select id from accounts");
  // Each of them names the account, so that it uses the indexes that the service uses.
  const inAccount = (/** @type {string} */ text) => one(db, text.replace("$1", `account_id = '${account}'`));
  return {
    accountId: idOf("account", account),
    cookie: await sessionsOf(db, await inAccount("select user_id from members where $1")),
    portalCookie: await sessionsOf(db, await one(db, `select user_id from affiliates where id = (${BUSIEST})`)),
    ids: {
      campaign: idOf("campaign", await one(db, "select id from campaigns order by slug limit 1")),
      affiliate: idOf("affiliate", await one(db, BUSIEST)),
      conversion: idOf(
        "conversion",
        await inAccount("select id from conversions where $1 order by created_at desc, id desc limit 1"),
      ),
      endpoint: idOf("endpoint", await one(db, "select id from webhook_endpoints limit 1")),
      payout: idOf(
        "payout",
        await one(db, `select id from payouts where affiliate_id = (${BUSIEST}) order by created_at desc limit 1`),
      ),
      externalId: await inAccount("select external_id from conversions where $1 order by created_at limit 1"),
    },
  };
}

/** @param {Client} db @param {string} text @returns {Promise<string>} */
export async function one(db, text) {
  const { rows } = await db.query({ text, rowMode: "array" });
  return String(rows[0]?.[0]);
}
