import { uuidOf } from "../../server/dist/domain/ids.js";
import { median, round } from "../measure.mjs";

/** @typedef {import("../history.mjs").History["links"][0]} Link */
/** @typedef {import("./client.mjs").Call} Call */

const CUSTOMERS = 500;
const PLAN = {
  base: { type: "percentage", value: 10 },
  repeat: { pay: "limited", months: 12 },
  tiers: { measure: "conversions", period: "month", steps: [{ from: 11, pay: { type: "percentage", value: 12 } }] },
};

/**
 * Orders under a plan that counts those of the customer and the affiliate, compared with orders without a plan. Half of
 * the campaigns get the plan, and both halves take turns.
 * @param {{ db: import("pg").Client, history: import("../history.mjs").History }} stage
 * @param {{ rounds: number, calls: number }} length
 * @param {{ send: (calls: Call[]) => Promise<import("./client.mjs").Result>, say: (text: string) => void }} by
 */
export async function measurePlans({ db, history }, { rounds, calls }, { send, say }) {
  const campaigns = [...new Set(history.links.map(({ campaignId }) => campaignId))];
  const planned = new Set(campaigns.filter((_, index) => index % 2 === 1));
  await givePlan(db, [...planned].map(uuidOf));
  /** @type {number[]} */
  const ratios = [];
  let refused = 0;
  for (let at = 0; at <= rounds; at += 1) {
    const rates = [];
    for (const counts of [false, true]) {
      const links = history.links.filter(({ campaignId }) => planned.has(campaignId) === counts);
      const orders = Array.from({ length: calls }, (_, n) => {
        const link = /** @type {Link} */ (links[(n * 31) % links.length]);
        return orderOf(link, `plans-${at}-${counts}-${n}`, counts ? { customer_id: `customer-${n % CUSTOMERS}` } : {});
      });
      const sent = await send(orders);
      refused += sent.refused;
      rates.push((1_000 * calls) / sent.ms);
    }
    const [plain = 1, counting = 0] = rates;
    say(`counting_vs_plain ${counting.toFixed(0)}/s of ${plain.toFixed(0)}/s: ${(counting / plain).toFixed(2)}`);
    // The first round warms both up.
    if (at > 0) ratios.push(counting / plain);
  }
  if (refused > 0) throw new Error(`${refused} requests were rejected.`);
  return { counting_vs_plain: round(median(ratios)) };
}

/**
 * @param {import("pg").Client} db
 * @param {string[]} campaigns
 */
async function givePlan(db, campaigns) {
  await db.query(
    `with made as (
      insert into plans (id, account_id, campaign_id, scope_id, source, version, body, currency, actor, created_at)
      select gen_random_uuid(), account_id, id, id, 'campaign', 1, $2, currency, 'system', now() from campaigns where id = any($1)
      returning id, campaign_id
    ) update campaigns set plan_id = made.id from made where campaigns.id = made.campaign_id`,
    [campaigns, JSON.stringify(PLAN)],
  );
}

/**
 * @param {Link} link
 * @param {string} order
 * @param {{ customer_id?: string }} more
 * @returns {Call}
 */
function orderOf({ campaignId, code }, order, more) {
  const body = {
    campaign_id: campaignId,
    affiliate_code: code,
    external_id: order,
    amount: 49.99,
    currency: "EUR",
    ...more,
  };
  return { method: "POST", path: "/v1/conversions", body: JSON.stringify(body) };
}
