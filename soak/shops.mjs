// Merchants, each with keys, campaigns, affiliates and a webhook endpoint, created through the service's own routes.
import { send } from "./client.mjs";

const SHOPS = 3;
const KEYS = 5;
const PASSWORD = "correct horse battery";
const EVENTS = ["conversion.created", "conversion.approved", "conversion.rejected", "payout.created"];

/**
 * @typedef {object} Link
 * @property {string} campaignId
 * @property {string} code
 * @property {string[]} clicks the latest ones
 */
/**
 * @typedef {object} Shop
 * @property {string} accountId
 * @property {string} cookie of its owner
 * @property {readonly string[]} keys
 * @property {readonly Link[]} links
 * @property {string} path of its webhook endpoint
 * @property {string[]} conversions the latest ones
 */

/**
 * @param {string} address
 * @param {string} receiver
 * @returns {Promise<Shop[]>}
 */
export async function openShops(address, receiver) {
  const shops = [];
  for (let number = 0; number < SHOPS; number += 1) shops.push(await openShop(address, receiver, number));
  return shops;
}

/**
 * @param {string} address
 * @param {string} receiver
 * @param {number} number
 * @returns {Promise<Shop>}
 */
async function openShop(address, receiver, number) {
  const owner = { name: `Shop ${number}`, email: `owner${number}@shop.example`, password: PASSWORD };
  const signedUp = await ask(address, { path: "/api/session/signup", cookie: "", body: owner });
  const cookie = cookieOf(signedUp);
  const accountId = String(signedUp.body.accounts[0].id);
  const dashboard = (/** @type {string} */ path, /** @type {object} */ body) =>
    ask(address, { path: `/api/dashboard/${accountId}/${path}`, cookie, body });
  const keys = [];
  for (let key = 0; key < KEYS; key += 1)
    keys.push(String((await dashboard("api-keys", { name: `${key}` })).body.secret));
  const path = `/shop-${number}`;
  await dashboard("webhook-endpoints", { url: `${receiver}${path}`, events: EVENTS });
  const [key = ""] = keys;
  const join = (/** @type {string} */ campaignId, /** @type {string} */ name) =>
    joinCampaign(address, { key, campaignId, name: `${name}${number}` });
  // Payouts need conversions that are due immediately; rejecting and restoring needs some that are still on hold.
  const due = await newCampaign(address, key, 0);
  const onHold = await newCampaign(address, key, 7);
  const links = [await join(due, "ada"), await join(due, "ben"), await join(onHold, "cleo")];
  return { accountId, cookie, keys, links, path, conversions: [] };
}

/**
 * @param {string} address
 * @param {string} key
 * @param {number} maturationDays
 */
async function newCampaign(address, key, maturationDays) {
  const body = {
    name: "Sale",
    target_url: "https://shop.example/",
    type: "CPA",
    commission_type: "percentage",
    commission_value: 10,
    maturation_days: maturationDays,
    max_budget: 100_000_000,
  };
  return String((await ask(address, { path: "/v1/campaigns", key, body })).body.campaign.id);
}

/**
 * @param {string} address
 * @param {{ key: string, campaignId: string, name: string }} who
 * @returns {Promise<Link>}
 */
async function joinCampaign(address, { key, campaignId, name }) {
  const email = `${name}@partner.example`;
  const invited = await ask(address, { path: `/v1/campaigns/${campaignId}/affiliates`, key, body: { email } });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const accept = { path: `/api/portal/invitations/${token}/accept`, cookie: "", body: { name, password: PASSWORD } };
  const joined = await ask(address, accept);
  const details = { payout_details: { kind: "iban", iban: "DE89370400440532013000" }, password: PASSWORD };
  await ask(address, { method: "PATCH", path: "/api/portal/profile", cookie: cookieOf(joined), body: details });
  return { campaignId, code: String(joined.body.affiliation.affiliate_code), clicks: [] };
}

/** @param {string} address @param {import("./client.mjs").Asked} asked */
async function ask(address, asked) {
  const answer = await send(address, asked);
  if (answer === "none" || answer === "hung" || answer.status !== 200)
    throw new Error(`${asked.path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** @param {import("./client.mjs").Response} response */
const cookieOf = ({ headers }) => (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]).join("; ");
