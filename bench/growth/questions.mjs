// Every read of the dashboard, the portal and the API: those of the dashboard's benchmark, single records, deep pages, and
// the API.
import { idOf } from "../../server/dist/domain/ids.js";
import { random } from "../../server/dist/system/random.js";
import { PORTAL, questionsOf, short } from "../dashboard/questions.mjs";
import { one, worldOf } from "../dashboard/world-of.mjs";

/** @typedef {import("pg").Client} Client */
/** @typedef {import("../dashboard/turns.mjs").Question} Question */

/** Lists that are shorter in the small account are asked for as many rows as it has. */
const PAGE = 25;
const KEYS = 500;

/**
 * @param {Client} db
 * @returns {Promise<{ questions: Question[], key: () => string, campaign: string, code: string }>}
 */
export async function askedOf(db) {
  await db.query("delete from sessions");
  const world = await worldOf(db);
  const { accountId, cookie, portalCookie, ids } = world;
  const key = await keysOf(db);
  const more = await moreIds(db);
  const dashboard = [
    `campaigns/${ids.campaign}/tracking`,
    `campaigns/${ids.campaign}/coupons`,
    `affiliates/${ids.affiliate}/coupons`,
    `conversions/${ids.conversion}/refunds`,
    `deliveries/${more.delivery}`,
    `claims/${more.claim}`,
    `payout-batches/${more.batch}`,
    "payout-batches/preview?currency=EUR",
    "payout-settings",
    "audit-log/choices",
    "unattributed-orders",
    "connectors",
    "members",
    // As deep as the small account goes. The dashboard ends at 10,000.
    `conversions?offset=9900`,
    `conversions?status=approved&offset=7500`,
    `conversions?campaign_id=${ids.campaign}&offset=300`,
    `conversions?affiliate_id=${ids.affiliate}&offset=300`,
    `conversions?sort=-amount&offset=9900`,
    `conversions?warning_sign=any&offset=3000`,
    `deliveries?offset=1000`,
    `deliveries?event_type=conversion.created&offset=600`,
    `audit-log?offset=2000`,
    `payouts?offset=2000`,
    `claims?offset=100`,
  ].map((path) => ({ name: short(path), path: `/api/dashboard/${accountId}/${path}`, cookie }));
  const portal = [
    `campaigns/${more.ownCampaign}`,
    `conversions/${more.ownConversion}`,
    "conversions?offset=300",
    `payouts/${more.ownPayout}`,
    `payouts/${more.ownPayout}/lines?limit=25`,
    `balances/maturing?affiliate_id=${ids.affiliate}`,
    "profile",
  ].map((path) => ({ name: `${PORTAL}${short(path)}`, path: `/api/portal/${path}`, cookie: portalCookie }));
  const campaign = `campaigns/${ids.campaign}`;
  const of = `affiliate_id=${ids.affiliate}`;
  const own = `campaigns/${more.ownCampaign}`;
  const api = [
    "campaigns",
    campaign,
    `${campaign}/affiliates`,
    `${campaign}/conversions`,
    `${campaign}/conversions?status=pending`,
    `${campaign}/conversions?status=approved`,
    `${own}/conversions?${of}`,
    `${own}/conversions?${of}&status=approved`,
    `${campaign}/conversions?offset=300`,
    `${campaign}/coupons`,
    `${campaign}/groups`,
    `conversions/${ids.conversion}/refunds`,
  ].map((path) => ({ name: `API ${short(path)}`, path: `/v1/${path}`, cookie, key }));
  // The API has no limit, so the last page is a hundred times as deep in a hundred times as large an account.
  const last = (/** @type {string} */ name, /** @type {string} */ path, /** @type {number} */ total) => ({
    name: `API ${name}, last page`,
    path: `/v1/${path}offset=${Math.max(0, total - PAGE)}&limit=${PAGE}`,
    cookie,
    key,
  });
  const deepest = [
    last("conversions of a campaign", `${campaign}/conversions?`, more.inCampaign),
    last("approved conversions of a campaign", `${campaign}/conversions?status=approved&`, more.approvedInCampaign),
    last("conversions of an affiliate", `${own}/conversions?${of}&`, more.ofAffiliate),
  ];
  return {
    questions: [...questionsOf(world), ...dashboard, ...portal, ...api, ...deepest],
    key,
    ...more.load,
  };
}

/**
 * Where orders and clicks go. Codes have no 0 and no 1.
 * @param {Client} db
 */
async function loadOf(db) {
  const { rows } = await db.query(
    "select code, campaign_id from affiliations where code !~ '[01]' order by code limit 1",
  );
  return { code: String(rows[0].code), campaign: idOf("campaign", rows[0].campaign_id) };
}

/** @param {Client} db */
async function moreIds(db) {
  const account = await one(db, "select id from accounts");
  const busiest = "select id from affiliations order by code limit 1";
  const affiliate = "select affiliate_id from affiliations order by code limit 1";
  const campaign = "select id from campaigns order by slug limit 1";
  const counted = async (/** @type {string} */ scope, status = "") =>
    Number(
      await one(
        db,
        `select coalesce(sum(conversions), 0) from conversion_totals where scope_id = (${scope}) and day = '-infinity' ${status}`,
      ),
    );
  return {
    delivery: idOf(
      "delivery",
      await one(db, `select id from deliveries where account_id = '${account}' order by created_at desc limit 1`),
    ),
    claim: idOf("claim", await one(db, "select id from claims limit 1")),
    batch: idOf("batch", await one(db, "select id from payout_batches order by created_at desc limit 1")),
    ownCampaign: idOf("campaign", await one(db, `select campaign_id from affiliations where id = (${busiest})`)),
    ownConversion: idOf(
      "conversion",
      await one(
        db,
        `select id from conversions where affiliation_id = (${busiest}) order by created_at desc, id desc limit 1`,
      ),
    ),
    ownPayout: idOf(
      "payout",
      await one(db, `select id from payouts where affiliate_id = (${affiliate}) order by created_at desc limit 1`),
    ),
    load: await loadOf(db),
    inCampaign: await counted(campaign),
    approvedInCampaign: await counted(campaign, "and status = 'approved'"),
    ofAffiliate: await counted(busiest),
  };
}

/**
 * Rotates through many keys: one key may send 100 requests a minute.
 * @param {Client} db
 */
async function keysOf(db) {
  const keys = Array.from({ length: KEYS }, () => random.apiKey("live"));
  await db.query("delete from refused_calls");
  await db.query("delete from api_keys");
  await db.query(
    `insert into api_keys (id, account_id, name, key_hash, prefix, last_four, created_at)
    select gen_random_uuid(), a.id, 'Benchmark', sha256(convert_to(secret, 'UTF8')), 'sk_live_', right(secret, 4), now()
    from accounts a, unnest($1::text[]) secret`,
    [keys],
  );
  let next = 0;
  return () => String(keys[(next += 1) % KEYS]);
}
