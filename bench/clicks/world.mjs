// Inserts accounts, campaigns and links directly into the database, because the benchmark only measures following them.

/** @typedef {import("pg").Client} Client */

export const CAMPAIGNS = 20;
export const LINKS = 2_048;

/**
 * @param {Client} db
 * @returns {Promise<string[]>} the paths of all links
 */
export async function makeLinks(db) {
  await db.query(`
    insert into accounts (id, name, plan, created_at) values (gen_random_uuid(), 'Benchmark', 'pro', now());
    insert into users (id, email, email_folded, name, password_hash, created_at)
      select gen_random_uuid(), n || '@bench.example', n || '@bench.example', 'Affiliate ' || n, '-', now() from generate_series(1, ${LINKS}) n;
    insert into affiliates (id, account_id, user_id, created_at) select gen_random_uuid(), a.id, u.id, now() from accounts a, users u;
    insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value, currency,
        attribution_window_days, maturation_days, created_at, updated_at)
      select gen_random_uuid(), a.id, 'Campaign ' || n, 'campaign-' || n, 'https://shop.example/landing/' || n, 'CPA', 'active', 'public',
        'percentage', 100000, 'EUR', 30, 7, now(), now() from accounts a, generate_series(1, ${CAMPAIGNS}) n;
    insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
      select gen_random_uuid(), f.account_id, c.id, f.id, 'link' || lpad(f.n::text, 6, '0'), 'active', now()
      from (select *, row_number() over () as n from affiliates) f
      join (select *, row_number() over () as n from campaigns) c on c.n = 1 + f.n % ${CAMPAIGNS}`);
  const { rows } = await db.query("select '/r/' || code as path from affiliations order by random()");
  return rows.map((row) => row.path);
}

/**
 * Clicks of the last months, including this one, as if they had been followed one after another.
 * @param {Client} db
 * @param {number} count
 */
export async function fillClicks(db, count) {
  const { clickMonth } = await import("../../server/dist/domain/click.js");
  const now = new Date();
  const months = Array.from({ length: 5 }, (_, back) => clickMonth(now, -back));
  for (const { partition, from, to } of months)
    await db.query(
      `create table if not exists ${partition} partition of clicks for values from ('${from}') to ('${to}')`,
    );
  const firstMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 4, 1);
  await db.query(
    `insert into clicks (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at, sub, address_hash)
      select (lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid,
        link.account_id, link.campaign_id, link.id, to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0) + interval '30 days',
        null, decode(noise, 'hex')
      from (select i, md5(i::text) as noise, ($1::int8 + i * ($2::int8 - $1::int8) / $3::int8) as ms from generate_series(1, $3::int8) i) click
      join (select *, row_number() over () as n from affiliations) link on link.n = 1 + i % ${LINKS}`,
    [firstMs, now.getTime(), count],
  );
  await db.query("vacuum analyze clicks");
}

/**
 * Leaves WAL files for PostgreSQL to recycle, as after hours of use. A new database creates a file every second or two,
 * and all clicks wait for it.
 * @param {Client} db
 */
export async function ageLog(db) {
  await db.query(
    "select pg_logical_emit_message(false, 'benchmark', repeat('x', 1000000)) from generate_series(1, 1000)",
  );
  await db.query("checkpoint");
}
