// An account with history: campaigns, affiliates, clicks and conversions of the last months, inserted directly into the
// database together with the totals that the service would have kept.
import { clickMonth } from "../server/dist/domain/click.js";
import { idOf } from "../server/dist/domain/ids.js";
import { random } from "../server/dist/system/random.js";
import { withoutIndexes } from "./money/world.mjs";

/** @typedef {import("pg").Client} Client */
/**
 * @typedef {object} History
 * @property {import("../server/dist/domain/ids.js").AccountId} accountId
 * @property {{ campaignId: import("../server/dist/domain/ids.js").CampaignId, affiliateId: import("../server/dist/domain/ids.js").AffiliateId, code: string }[]} links every affiliate in every campaign
 * @property {string[]} keys API keys of the account
 */

export const CAMPAIGNS = 20;
export const AFFILIATES = 200;
const KEYS = 8_000;
const MONTHS = 4;

/**
 * @param {Client} db
 * @param {{ conversions: number, clicks: number }} size
 * @returns {Promise<History>}
 */
export async function makeHistory(db, size) {
  await makePeople(db);
  await makeClicks(db, size.clicks);
  await withoutIndexes(db, "conversions", () => makeConversions(db, size.conversions));
  await makeTotals(db);
  const keys = await makeKeys(db);
  await db.query("vacuum analyze");
  await db.query("checkpoint");
  const account = await db.query("select id from accounts");
  const links = await db.query("select campaign_id, affiliate_id, code from affiliations order by code");
  return {
    accountId: idOf("account", account.rows[0].id),
    links: links.rows.map((row) => ({
      campaignId: idOf("campaign", row.campaign_id),
      affiliateId: idOf("affiliate", row.affiliate_id),
      code: row.code,
    })),
    keys,
  };
}

/** @param {Client} db */
async function makePeople(db) {
  await db.query(`
    insert into accounts (id, name, plan, created_at) values (gen_random_uuid(), 'Benchmark', 'pro', now());
    insert into users (id, email, email_folded, name, password_hash, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'Affiliate ' || n, '-', now() from generate_series(1, ${AFFILIATES}) n;
    insert into affiliates (id, account_id, user_id, created_at) select gen_random_uuid(), a.id, u.id, now() from accounts a, users u;
    insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value, currency,
        attribution_window_days, maturation_days, created_at, updated_at)
      select gen_random_uuid(), a.id, 'Campaign ' || n, 'campaign-' || n, 'https://shop.example/' || n, 'CPA', 'active', 'public',
        'percentage', 100000, 'EUR', 30, 7, now() - n * interval '1 day', now() from accounts a, generate_series(1, ${CAMPAIGNS}) n;
    insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
      select gen_random_uuid(), f.account_id, c.id, f.id, translate(substr(md5(c.id::text || f.id), 1, 10), '01', 'xy'), 'active', now()
      from affiliates f, campaigns c`);
}

/** Evenly spaced times from the first day of the earliest month until now; the ID of a row contains its time. */
const moments = (/** @type {string} */ count) => `
  (select n, md5(n::text) as noise, (first + n * (extract(epoch from now()) * 1000 - first) / ${count})::int8 as ms
    from generate_series(1, ${count}::int8) n,
      (select extract(epoch from date_trunc('month', now(), 'UTC') - interval '${MONTHS - 1} months') * 1000 as first) span)`;
const idAt = "(lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid";
const numberedLinks = "(select *, row_number() over (order by code) - 1 as number from affiliations)";

/**
 * @param {Client} db
 * @param {number} count
 */
async function makeClicks(db, count) {
  const now = new Date();
  for (let back = 0; back < MONTHS; back += 1) {
    const { partition, from, to } = clickMonth(now, -back);
    await db.query(
      `create table if not exists ${partition} partition of clicks for values from ('${from}') to ('${to}')`,
    );
  }
  await db.query(
    `insert into clicks (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash)
    select ${idAt}, link.account_id, link.campaign_id, link.id, to_timestamp(ms / 1000.0),
      to_timestamp(ms / 1000.0) + interval '30 days', null, decode(noise, 'hex')
    from ${moments("$1")} click join ${numberedLinks} link on link.number = n % ${CAMPAIGNS * AFFILIATES}`,
    [count],
  );
}

/**
 * Six in ten approved, three pending, one rejected; one in twenty is flagged.
 * @param {Client} db
 * @param {number} count
 */
async function makeConversions(db, count) {
  await db.query("begin");
  // Skips foreign key checks, which take long and do not matter for data that is only read.
  await db.query("set local session_replication_role = replica");
  await db.query(
    `insert into conversions (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
      commission_minor, commission_currency, status, created_at, matures_at, approved_at, rejected_at, seq, attributed_by,
      commission_type, commission_value, rule_currency, warning_signs)
    select ${idAt}, link.account_id, link.campaign_id, link.affiliate_id, link.id, 'past-' || n, 1000 + n % 9000, 'EUR',
      100 + n % 900, 'EUR', sale.status, at, at + interval '7 days', case when sale.status = 'approved' then at + interval '1 day' end,
      case when sale.status = 'rejected' then at + interval '1 day' end, case when sale.status = 'pending' then 1 else 2 end, 'code',
      'percentage', 100000, 'EUR', case when n % 20 = 7 then '{fast_conversion}'::text[] else '{}' end
    from (select *, to_timestamp(ms / 1000.0)::timestamptz(3) as at,
      case when n % 10 < 6 then 'approved' when n % 10 < 9 then 'pending' else 'rejected' end as status from ${moments("$1")} moment) sale
    join ${numberedLinks} link on link.number = (n * 7919) % ${CAMPAIGNS * AFFILIATES}`,
    [count],
  );
  await db.query("commit");
}

/** @param {Client} db */
async function makeTotals(db) {
  const day = (/** @type {string} */ column) => `(${column} at time zone 'UTC')::date`;
  for (const scope of ["campaign_id", "affiliation_id"])
    for (const of of ["'-infinity'::date", "day"]) {
      await db.query(
        `insert into conversion_totals (scope_id, day, status, currency, commission_currency, conversions, revenue_minor, commission_minor)
        select ${scope}, ${of}, status, 'EUR', 'EUR', count(*), sum(amount_minor), sum(commission_minor)
        from (select *, ${day("created_at")} as day from conversions) c group by 1, 2, 3`,
      );
      await db.query(
        `insert into click_totals (scope_id, day, clicks)
        select ${scope}, ${of}, count(*) from (select *, ${day("clicked_at")} as day from clicks) c group by 1, 2`,
      );
    }
  await db.query(
    `insert into campaign_days (account_id, campaign_id, currency, day, conversions, revenue_minor, commission_minor, waiting, waiting_minor, clicked)
    select account_id, campaign_id, 'EUR', ${day("created_at")}, count(*), sum(amount_minor), sum(commission_minor),
      count(*) filter (where status = 'pending'), coalesce(sum(commission_minor) filter (where status = 'pending'), 0),
      count(*) filter (where attributed_by = 'click')
    from conversions where status <> 'rejected' group by 1, 2, 4`,
  );
  await db.query(
    `insert into affiliate_days (account_id, affiliate_id, currency, day, conversions, revenue_minor, commission_minor, clicked)
    select account_id, affiliate_id, 'EUR', ${day("created_at")}, count(*), sum(amount_minor), sum(commission_minor),
      count(*) filter (where attributed_by = 'click')
    from conversions where status <> 'rejected' group by 1, 2, 4`,
  );
  await db.query(
    `insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
    select account_id, case status when 'approved' then 'payable' else 'pending' end, affiliate_id, 'EUR', sum(commission_minor)
    from conversions where status <> 'rejected' group by 1, 2, 3
    union all
    select account_id, 'campaign', campaign_id, 'EUR', -sum(commission_minor) from conversions where status <> 'rejected' group by 1, 3`,
  );
}

/**
 * Each may send 100 requests a minute, so the load needs many.
 * @param {Client} db
 */
async function makeKeys(db) {
  const keys = Array.from({ length: KEYS }, () => random.apiKey("live"));
  await db.query(
    `insert into api_keys (id, account_id, name, key_hash, prefix, last_four, created_at)
    select gen_random_uuid(), a.id, 'Benchmark', sha256(convert_to(secret, 'UTF8')), 'sk_live_', right(secret, 4), now()
    from accounts a, unnest($1::text[]) secret`,
    [keys],
  );
  return keys;
}
