// Inserts accounts with many affiliates and withdrawable conversions directly into the database, because the benchmark
// only measures paying them.
import { idOf, uuidOf } from "../../server/dist/domain/ids.js";
import { random } from "../../server/dist/system/random.js";

/** @typedef {import("pg").Client} Client */
/** @typedef {import("../../server/dist/usecases/context.js").Services} Services */

/**
 * @param {Client} db
 * @param {Services} services
 * @param {{ name: string, affiliates: number, conversions: number }} size conversions of each affiliate
 * @returns {Promise<import("../../server/dist/domain/ids.js").AccountId>}
 */
export async function makeAccount(db, services, { name, affiliates, conversions }) {
  const now = new Date();
  const accountId = idOf("account", random.uuid(now));
  const account = uuidOf(accountId);
  const campaign = random.uuid(now);
  await db.query("begin");
  // Skips foreign key checks, which take long and do not matter for data that is only paid.
  await db.query("set local session_replication_role = replica");
  await db.query("insert into accounts (id, name, plan, created_at) values ($1, $2, 'pro', now())", [account, name]);
  await db.query(
    `insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value,
      currency, attribution_window_days, maturation_days, created_at, updated_at)
    values ($1, $2, 'Benchmark', 'benchmark', 'https://shop.example/', 'CPA', 'active', 'public', 'percentage', 100000, 'EUR', 30, 0, now(), now())`,
    [campaign, account],
  );
  const people = Array.from({ length: affiliates }, () => ({
    user: idOf("user", random.uuid(now)),
    affiliate: random.uuid(now),
  }));
  const users = people.map(({ user }) => uuidOf(user));
  const ids = people.map(({ affiliate }) => affiliate);
  const details = people.map(({ user }) =>
    services.payoutDetailsBox.seal(
      JSON.stringify({ kind: "iban", holder: "Somebody", iban: "DE89370400440532013000", bic: null }),
      user,
    ),
  );
  await db.query(
    `insert into users (id, email, email_folded, name, password_hash, created_at)
    select id, id || '@bench.example', id || '@bench.example', 'Somebody', '-', now() from unnest($1::uuid[]) id`,
    [users],
  );
  await db.query(
    `insert into payout_details (user_id, kind, hint, details_encrypted, changed_at)
    select id, 'iban', '3000', sealed, now() from unnest($1::uuid[], $2::bytea[]) given (id, sealed)`,
    [users, details],
  );
  await db.query(
    `insert into affiliates (id, account_id, user_id, created_at)
    select id, $1, user_id, now() from unnest($2::uuid[], $3::uuid[]) affiliate (id, user_id)`,
    [account, ids, users],
  );
  await db.query(
    `insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
    select id, $1, $2, id, substr(md5(id::text), 1, 10), 'active', now() from unnest($3::uuid[]) id`,
    [account, campaign, ids],
  );
  // Orders are mixed: those of one affiliate are not adjacent.
  await db.query(
    `insert into conversions (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
      commission_minor, commission_currency, status, created_at, matures_at, approved_at, seq, attributed_by, commission_type,
      commission_value, rule_currency)
    select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5($4::text || n), 1, 15))::uuid,
      $1::uuid, $2::uuid, id, id, $4::text || n, 10000, 'EUR', 1000 + n % 77, 'EUR', 'approved', to_timestamp(ms / 1000.0),
      to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0), 2, 'code', 'percentage', 100000, 'EUR'
    from (select n, ($5::int8 + n * 10) as ms, ($3::uuid[])[1 + n % $6] as id from generate_series(1, $6::int * $7::int) n) orders`,
    [
      account,
      campaign,
      ids,
      `${name}-`,
      now.getTime() - affiliates * conversions * 10 - 1_000,
      affiliates,
      conversions,
    ],
  );
  await db.query(
    `insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
    select account_id, 'payable', affiliate_id, 'EUR', sum(commission_minor) from conversions
    where account_id = $1 group by account_id, affiliate_id`,
    [account],
  );
  await db.query("commit");
  return accountId;
}

/**
 * Fills a table without its indexes and recreates them afterwards, which takes a fraction of the time for a million
 * rows.
 * @param {Client} db
 * @param {string} table
 * @param {() => Promise<void>} fill
 */
export async function withoutIndexes(db, table, fill) {
  const { rows } = await db.query(
    `select n.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class n on n.oid = i.indexrelid
    where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await fill();
  for (const { text } of rows) await db.query(text);
}

/**
 * The baseline: only the statement that a payout comes down to. No ledger, history, events or payee accounts.
 * @param {Client} db
 * @param {{ account: string, batch: string, affiliates: string[] }} part
 */
export async function payBare(db, { account, batch, affiliates }) {
  await db.query(
    `with payee as (select affiliate_id, payout_id from unnest($3::uuid[], $4::uuid[]) payee (affiliate_id, payout_id)),
    pick as materialized (
      select id, affiliate_id from conversions where account_id = $1 and affiliate_id = any($3::uuid[])
        and commission_currency = 'EUR' and status = 'approved' and payout_id is null and commission_minor > 0
        and greatest(matures_at, approved_at) <= now() order by id for update),
    claimed as (
      update conversions c set payout_id = payee.payout_id from pick join payee on payee.affiliate_id = pick.affiliate_id
      where c.account_id = $1 and c.id = pick.id and c.payout_id is null
      returning c.id, c.affiliate_id, c.payout_id, c.commission_minor),
    written as (
      insert into payout_lines (payout_id, account_id, conversion_id, amount_minor)
      select payout_id, $1::uuid, id, commission_minor from claimed)
    insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor,
      conversions, claw_backs, status, seq, method, formats, account_hint, created_at)
    select payout_id, $1, $2, affiliate_id, 'EUR', sum(commission_minor), sum(commission_minor), 0, count(*), 0, 'created', 1,
      'iban', '{csv,sepa}', '', now()
    from claimed group by payout_id, affiliate_id`,
    [account, batch, affiliates, affiliates.map(() => random.uuid(new Date()))],
  );
}

/**
 * Adds campaigns with all affiliates in each: orders of a single campaign would wait for its budget instead of the
 * machine.
 * @param {Client} db
 * @param {string} account
 * @param {number} campaigns
 * @returns {Promise<{ campaign: string, code: string }[]>}
 */
export async function addCampaigns(db, account, campaigns) {
  await db.query(
    `insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value,
      currency, attribution_window_days, maturation_days, created_at, updated_at)
    select gen_random_uuid(), $1, 'Campaign ' || n, 'campaign-' || n, 'https://shop.example/', 'CPA', 'active', 'public',
      'percentage', 100000, 'EUR', 30, 7, now(), now() from generate_series(1, $2::int) n`,
    [account, campaigns],
  );
  await db.query(
    `insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
    select gen_random_uuid(), c.account_id, c.id, f.id, substr(md5(c.id::text || f.id), 1, 10), 'active', now()
    from campaigns c join affiliates f on f.account_id = c.account_id where c.account_id = $1 and c.slug like 'campaign-%'`,
    [account],
  );
  const { rows } = await db.query(
    `select n.campaign_id, n.code from affiliations n join campaigns c on c.id = n.campaign_id
    where n.account_id = $1 and c.slug like 'campaign-%' order by md5(n.code)`,
    [account],
  );
  return rows.map((row) => ({ campaign: idOf("campaign", row.campaign_id), code: row.code }));
}
