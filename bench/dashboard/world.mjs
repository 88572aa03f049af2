// A year of one account, inserted directly into the database, because the benchmark only measures reads. Everything
// that lists and charts read exists in proportion: conversions in all states with their totals, clicks, events and
// deliveries, payouts with their lines, claims, balances, audit entries. Data that only detail pages show (history,
// transfers) is missing.
import { clickMonth } from "../../server/dist/domain/click.js";
import { random } from "../../server/dist/system/random.js";
import { withoutIndexes } from "../money/world.mjs";
import { one, worldOf } from "./world-of.mjs";

/** @typedef {import("pg").Client} Client */
/** @typedef {import("./world-of.mjs").World} World */

const CAMPAIGNS = 20;
const AFFILIATES = 500;
const DAYS = 365;

/**
 * @param {Client} db
 * @param {{ conversions: number, clicks: number }} size
 * @returns {Promise<World>}
 */
export async function makeWorld(db, { conversions, clicks }) {
  const account = random.uuid(new Date());
  const owner = random.uuid(new Date());
  await db.query("set session_replication_role = replica");
  await db.query("set synchronous_commit = off");
  // IDs contain their time, like the service's own.
  await db.query(`create function pg_temp.id_at(at timestamptz, noise text default md5(random()::text)) returns uuid language sql as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::int8), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid $$`);
  await makePeople(db, account, owner);
  await withoutIndexes(db, "conversions", async () => {
    await makeConversions(db, account, conversions);
    await makePayouts(db, account);
  });
  await makeClicks(db, account, clicks);
  await makeTotals(db);
  await withoutIndexes(db, "events", () => makeEvents(db));
  await withoutIndexes(db, "deliveries", () => makeDeliveries(db));
  await makeTraces(db, account, conversions);
  await db.query("vacuum analyze");
  await db.query("checkpoint");
  return worldOf(db);
}

/** Picks the affiliation of a record: one in twenty goes to the first, so that its lists fill a page at either size. */
const position = (/** @type {string} */ of) =>
  `case when ${of}.n % 20 = 0 then 1 else 1 + (('x' || substr(${of}.noise, 1, 7))::bit(28)::int % $3::int) end`;

/** The number of affiliations. Passed as a number, so that the planner can use a hash join. */
const affiliationCount = async (/** @type {Client} */ db) => Number(await one(db, "select count(*) from affiliations"));

/** @param {Client} db @param {string} account @param {string} owner */
export async function makePeople(db, account, owner) {
  await db.query("insert into accounts (id, name, plan, created_at) values ($1, 'Benchmark', 'pro', now())", [account]);
  await db.query(
    `insert into users (id, email, email_folded, name, password_hash, created_at)
    values ($1, 'owner@bench.example', 'owner@bench.example', 'Owner', '-', now())`,
    [owner],
  );
  await db.query(
    "insert into members (account_id, user_id, role, created_at) values ($1, $2, 'owner', now() - interval '1 year')",
    [account, owner],
  );
  await db.query(
    `insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value,
      currency, attribution_window_days, maturation_days, max_budget_minor, created_at, updated_at)
    select gen_random_uuid(), $1, 'Campaign ' || n, 'campaign-' || lpad(n::text, 3, '0'), 'https://shop.example/', 'CPA', 'active',
      'public', 'percentage', 100000, 'EUR', 30, 14, case when n % 2 = 0 then 1000000000000 end, now() - n * interval '1 day', now()
    from generate_series(1, ${CAMPAIGNS}) n`,
    [account],
  );
  await db.query(
    `with person as (insert into users (id, email, email_folded, name, password_hash, created_at)
        select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'Affiliate ' || n, '-', now()
        from generate_series(1, ${AFFILIATES}) n returning id, name),
      details as (insert into payout_details (user_id, kind, hint, details_encrypted, changed_at)
        select id, 'iban', '3000', '', now() from person),
      affiliate as (insert into affiliates (id, account_id, user_id, created_at)
        select gen_random_uuid(), $1::uuid, id, now() from person returning id)
    insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
    select gen_random_uuid(), $1, c.id, f.id, substr(md5(c.id::text || f.id), 1, 10), 'active', now() - f.n * interval '1 hour'
    from (select id, row_number() over () as n from affiliate) f
    join (select id, row_number() over (order by slug) as n from campaigns) c on c.n in (1 + f.n % ${CAMPAIGNS}, 1 + f.n / 7 % ${CAMPAIGNS})`,
    [account],
  );
  await db.query(
    `insert into invitations (id, account_id, campaign_id, email, email_folded, token_hash, created_at, expires_at, accepted_at)
    select gen_random_uuid(), n.account_id, n.campaign_id, n.code || '@x.example', n.code || '@x.example', sha256(n.code::bytea),
      joined_at, joined_at + interval '7 days', case when random() < 0.9 then joined_at end from affiliations n`,
  );
  await db.query(
    `insert into webhook_endpoints (id, account_id, url, events, secret_encrypted, created_at)
    values (gen_random_uuid(), $1, 'https://hooks.shop.invalid/', '{}', '', now())`,
    [account],
  );
}

/** Most of the last two weeks are pending. Most older ones are approved, and those older than 60 days are paid. */
/** @param {Client} db @param {string} account @param {number} count */
async function makeConversions(db, account, count) {
  await db.query(
    `insert into conversions (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
      commission_minor, commission_currency, status, created_at, matures_at, approved_at, rejected_at, seq, attributed_by,
      commission_type, commission_value, rule_currency, warning_signs, payout_id)
    select pg_temp.id_at(at, noise),
      link.account_id, link.campaign_id, link.affiliate_id, link.id, 'order-' || n, 1000 + n % 9000, currency,
      (1000 + n % 9000) / 10, currency, status, at, at + interval '14 days',
      case when status = 'approved' then least(at + interval '3 days', at + (now() - at) / 2) end,
      case when status = 'rejected' then least(at + interval '3 days', at + (now() - at) / 2) end,
      1, 'code', 'percentage', 100000, 'EUR',
      case when n % 100 < 30 then '{code_without_click}' when n % 100 = 98 then '{fast_conversion}'
        when n % 200 = 99 then '{shared_address}' when n % 200 = 199 then '{code_and_click_disagree}' else '{}' end::text[],
      case when status = 'approved' and at < date_trunc('month', now() - interval '60 days')
        then md5(link.affiliate_id::text || currency || date_trunc('month', at))::uuid end
    from (
      select n, md5(n::text) as noise, case when n % 10 = 3 then 'USD' else 'EUR' end as currency,
        now() - (1 - n::float8 / $1) * interval '${DAYS} days' as at,
        case when n > $1 * (1 - 14.0 / ${DAYS}) and n % 3 > 0 then 'pending' when n % 20 < 2 then 'rejected'
          when n % 50 = 7 then 'pending' else 'approved' end as status
      from generate_series(1, $1::int) n) orders
    join (select id, account_id, campaign_id, affiliate_id, row_number() over (order by code) as position
      from affiliations where account_id = $2) link
      on link.position = ${position("orders")}`,
    [count, account, await affiliationCount(db)],
  );
}

/** @param {Client} db @param {string} account @param {number} count */
async function makeClicks(db, account, count) {
  const now = new Date();
  for (const { partition, from, to } of Array.from({ length: 13 }, (_, back) => clickMonth(now, -back)))
    await db.query(
      `create table if not exists ${partition} partition of clicks for values from ('${from}') to ('${to}')`,
    );
  await db.query(
    `insert into clicks (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at)
    select pg_temp.id_at(at, noise),
      link.account_id, link.campaign_id, link.id, at, at + interval '30 days'
    from (select n, md5(n::text) as noise, now() - (1 - n::float8 / $1) * interval '${DAYS} days' as at
      from generate_series(1, $1::int) n) click
    join (select id, account_id, campaign_id, affiliate_id, row_number() over (order by code) as position
      from affiliations where account_id = $2) link
      on link.position = ${position("click")}`,
    [count, account, await affiliationCount(db)],
  );
}

/** In the order in which the service would have written them: rows of the same day are adjacent. */
/** @param {Client} db */
async function makeTotals(db) {
  await db.query(
    `insert into conversion_totals (scope_id, day, status, currency, commission_currency, conversions, revenue_minor, commission_minor)
    select scope_id, day, status, currency, commission_currency, count(*), sum(amount_minor), sum(commission_minor)
    from conversions cross join lateral (values (campaign_id), (affiliation_id)) s (scope_id)
    cross join lateral (values ('-infinity'::date), ((created_at at time zone 'UTC')::date)) d (day)
    group by 1, 2, 3, 4, 5 order by min(created_at)`,
  );
  await db.query(
    `insert into affiliate_days (account_id, affiliate_id, currency, day, conversions, revenue_minor, commission_minor, clicked)
    select account_id, affiliate_id, currency, (created_at at time zone 'UTC')::date, count(*), sum(amount_minor), sum(commission_minor),
      count(*) filter (where attributed_by = 'click')
    from conversions where status <> 'rejected' group by 1, 2, 3, 4 order by min(created_at)`,
  );
  await db.query(
    `insert into campaign_days (account_id, campaign_id, currency, day, conversions, revenue_minor, commission_minor, waiting, waiting_minor, clicked)
    select account_id, campaign_id, currency, (created_at at time zone 'UTC')::date, count(*), sum(amount_minor), sum(commission_minor),
      count(*) filter (where status = 'pending'), coalesce(sum(commission_minor) filter (where status = 'pending'), 0),
      count(*) filter (where attributed_by = 'click')
    from conversions where status <> 'rejected' group by 1, 2, 3, 4 order by min(created_at)`,
  );
  await db.query(
    `insert into click_totals (scope_id, day, clicks)
    select scope_id, day, count(*) from clicks cross join lateral (values (campaign_id), (affiliation_id)) s (scope_id)
    cross join lateral (values ('-infinity'::date), ((clicked_at at time zone 'UTC')::date)) d (day)
    group by 1, 2 order by min(clicked_at)`,
  );
  await db.query(
    `insert into campaign_budgets (campaign_id, account_id, spent_minor)
    select c.id, c.account_id, coalesce(sum(t.commission_minor), 0) from campaigns c
    left join conversion_totals t on t.scope_id = c.id and t.day = '-infinity' and t.status <> 'rejected'
      and t.commission_currency = c.currency
    where c.max_budget_minor is not null group by c.id, c.account_id`,
  );
}

/** One per affiliate, currency and month; the latest are still unpaid. */
/** @param {Client} db @param {string} account */
async function makePayouts(db, account) {
  await db.query(
    `create temp table paid as
    select payout_id, affiliate_id, currency, date_trunc('month', created_at) as month, sum(commission_minor) as minor,
      count(*) as conversions from conversions where payout_id is not null group by 1, 2, 3, 4`,
  );
  await db.query(
    `insert into payout_batches (id, account_id, currency, origin, minimum_minor, as_of, actor, status, created_at, made_at)
    select gen_random_uuid(), $1, currency, 'batch', 0, month, 'bench', 'made', month + interval '2 months', month + interval '2 months' from (
      select distinct currency, month from paid) batch`,
    [account],
  );
  await db.query(
    `insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor, conversions,
      claw_backs, status, seq, method, formats, account_hint, created_at, settled_at, paid_on)
    select payout_id, $1, b.id, affiliate_id, p.currency, minor, minor, 0, conversions, 0, 'paid', 2, 'iban', '{csv}', '3000',
      b.created_at, b.created_at, b.created_at::date
    from paid p join payout_batches b on b.currency = p.currency and b.as_of = p.month`,
    [account],
  );
  await db.query(
    `insert into payout_tallies (account_id, batch_id, status, method, formats, payouts, amount_minor)
    select account_id, batch_id, status, method, formats, count(*), sum(amount_minor) from payouts group by 1, 2, 3, 4, 5`,
  );
  await db.query(
    `insert into payout_lines (payout_id, account_id, conversion_id, amount_minor)
    select payout_id, account_id, id, commission_minor from conversions where payout_id is not null`,
  );
  await db.query(
    `insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
    select account_id, case when status = 'pending' then 'pending' when payout_id is null then 'payable' else 'paid' end, affiliate_id,
      currency, sum(commission_minor) from conversions where status <> 'rejected' group by 1, 2, 3, 4`,
  );
  // Balances in both currencies at either size, because their number grows with the affiliates and not with history.
  await db.query(
    `insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
    select account_id, 'payable', id, currency, 1 from affiliates cross join unnest('{EUR,USD}'::text[]) currency
    on conflict do nothing`,
  );
}

/** @param {Client} db */
async function makeEvents(db) {
  await db.query(
    `insert into events (id, account_id, type, subject_id, seq, body, created_at)
    select pg_temp.id_at(at), account_id, type, id, e.seq, case when at > now() - interval '30 days' then '{}' end, at
    from conversions cross join lateral (values ('conversion.created', 1, created_at),
      ('conversion.approved', 2, approved_at), ('conversion.rejected', 2, rejected_at)) e (type, seq, at) where at is not null
    union all select pg_temp.id_at(joined_at), account_id, 'affiliate.joined', id, 1, null, joined_at from affiliations
    order by 7`,
  );
}

/** @param {Client} db */
async function makeDeliveries(db) {
  await db.query(
    `insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, attempts, due_at, created_at, ended_at)
    select pg_temp.id_at(e.created_at), e.account_id, w.id, e.id, e.type, case when random() < 0.001 then 'failed' else 'delivered' end, 1,
      e.created_at, e.created_at, e.created_at from events e cross join webhook_endpoints w`,
  );
  await db.query(
    `insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, status_code, manual, overtaken)
    select pg_temp.id_at(created_at), id, account_id, created_at, 20, 200, false, false from deliveries`,
  );
}

/** Claims and the audit log. Open claims and the busiest affiliate's claims fill a page at either size. */
/** @param {Client} db @param {string} account @param {number} count of conversions */
async function makeTraces(db, account, count) {
  await db.query(
    `insert into claims (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, approximate_time, state, finding,
      finding_text, asked_at, opened_at, answered_at, answer)
    select pg_temp.id_at(created_at), account_id, campaign_id, affiliate_id, affiliation_id, external_id || '-x', created_at,
      case when row_number() over () % 100 = 0 or row_number() over () <= 60 then 'open' else 'answered' end, 'unknown', 'Nothing is known of it.', created_at, created_at, created_at, 'No.'
    from (
      select *, row_number() over (partition by affiliation_id = $2 order by id) as number from conversions
    ) conversion where number <= case when affiliation_id = $2 then 60 else $1::int / 50 end order by created_at`,
    [count, await one(db, "select id from affiliations order by code limit 1")],
  );
  await db.query(
    `insert into audit_entries (id, account_id, at, actor, action, subject_kind, subject_id, before, after)
    select pg_temp.id_at(approved_at), $1, approved_at, 'system', 'conversion.approved', 'conversion', id, '{"status":"pending"}',
      '{"status":"approved"}' from conversions where status = 'approved' order by approved_at`,
    [account],
  );
}
