// Every list and chart of the dashboard and the portal, unfiltered and with each filter.

/** The name prefix of the portal's requests. */
export const PORTAL = "portal ";

/**
 * @param {import("./world.mjs").World} world
 * @returns {{ name: string, path: string, cookie: () => string }[]}
 */
export function questionsOf({ accountId, cookie, portalCookie, ids }) {
  const week = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const days = (/** @type {number} */ count) => `from=${dayBefore(count - 1)}&to=${dayBefore(0)}`;
  const dashboard = [
    "overview",
    `overview?${days(7)}`,
    `overview?${days(90)}`,
    "overview?currency=USD",
    "pulse",
    "setup",
    "campaigns",
    "campaigns?status=active",
    "campaigns?search=gn+1",
    "campaigns?sort=-clicks",
    `campaigns/${ids.campaign}`,
    `campaigns/${ids.campaign}/affiliates`,
    "affiliates",
    "affiliates?status=active",
    "affiliates?search=iliate+12",
    `affiliates?campaign_id=${ids.campaign}`,
    `affiliates/${ids.affiliate}`,
    "affiliates/by-person",
    "affiliates/by-person?status=pending",
    "affiliates/by-person?sort=-revenue",
    "affiliates?sort=-clicks",
    `affiliates/${ids.affiliate}/numbers?${days(90)}`,
    `campaigns/${ids.campaign}/numbers?${days(90)}`,
    "invitations",
    "invitations?state=open",
    "invitations?state=accepted",
    "conversions",
    "conversions?status=pending",
    "conversions?status=approved",
    "conversions?status=rejected",
    `conversions?campaign_id=${ids.campaign}`,
    `conversions?campaign_id=${ids.campaign}&status=pending`,
    `conversions?affiliate_id=${ids.affiliate}`,
    `conversions?affiliate_id=${ids.affiliate}&status=approved`,
    "conversions?warning_sign=any",
    "conversions?warning_sign=fast_conversion",
    "conversions?warning_sign=code_without_click",
    "conversions?status=pending&warning_sign=any",
    `conversions?from=${week}`,
    "conversions?status=pending&warning_sign=none",
    `conversions?external_id=${ids.externalId}`,
    "conversions?sort=created",
    "conversions?sort=-amount",
    "conversions?sort=amount",
    "conversions?sort=-commission",
    "conversions?sort=-amount&status=approved",
    `conversions?sort=-commission&affiliate_id=${ids.affiliate}`,
    `conversions?external_id=${ids.externalId.slice(0, 2)}`,
    `conversions?external_id=${ids.externalId.replace(/\D/g, "")}`,
    `claims?external_id=${ids.externalId.slice(0, 2)}`,
    `conversions/${ids.conversion}`,
    "claims",
    "claims?state=open",
    "claims?sort=order",
    "api-keys",
    "refused-calls",
    "webhook-endpoints",
    "deliveries",
    "deliveries?sort=created",
    "deliveries?status=failed",
    "deliveries?status=delivered",
    `deliveries?endpoint_id=${ids.endpoint}`,
    "deliveries?event_type=conversion.created",
    "deliveries?event_type=conversion.approved",
    "deliveries?event_type=affiliate.joined",
    `deliveries?from=${week}`,
    "balances",
    "balances?sort=-payable",
    "balances?state=payable",
    "balances/summary",
    "balances?currency=EUR",
    "balances/ageing",
    `balances/maturing?affiliate_id=${ids.affiliate}`,
    "payouts",
    "payouts?status=paid",
    "payouts?sort=-amount",
    `payouts?affiliate_id=${ids.affiliate}`,
    `payouts/${ids.payout}`,
    `payouts/${ids.payout}/lines`,
    "payout-batches",
    "claw-backs",
    "claw-backs?sort=-amount",
    "audit-log",
    "audit-log?sort=at",
    "audit-log?action=conversion.approved",
  ].map((path) => ({ name: short(path), path: `/api/dashboard/${accountId}/${path}`, cookie }));
  const portal = [
    "overview",
    `overview?${days(90)}`,
    "earnings",
    "campaigns",
    "conversions",
    "conversions?status=approved",
    "conversions?sort=-commission",
    "balances",
    "payouts",
    "payouts?sort=-amount",
    "claims",
  ].map((path) => ({ name: `${PORTAL}${short(path)}`, path: `/api/portal/${path}`, cookie: portalCookie }));
  return [...dashboard, ...portal];
}

const dayBefore = (/** @type {number} */ days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** @param {string} path without its variable IDs and times */
const short = (path) => path.replaceAll(/(cmp|aff|conv|whe|po)_\w+/g, "$1").replaceAll(/T[\d:.]+Z/g, "");
