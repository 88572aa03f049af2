import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import sql, { raw } from "sql-template-tag";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { parseCurrency } from "../../src/domain/values/currency.ts";
import { setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { makeCertificates } from "../deliverer/certificates.ts";
import { Receiver, type Behaviour } from "../deliverer/receiver.ts";
import { ALLOWED } from "../deliverer/sender.ts";
import { build, newFolder, run, start, stop, until, urlOf, type App, type Env } from "../start/processes.ts";
import { SECRET_KEY, startApp, type TestApp } from "../support/app.ts";
import { clockOf } from "../support/twins.ts";
import { ledgerFaults } from "../support/world.ts";
import { advance, aSale, aTestShop, type TestShop } from "./test-world.ts";

const SALES = 5;
const DAY_MS = 86_400_000;

beforeAll(build);

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Fails the first two attempts of each event. While it is silent, retries get no response. */
class Forgetful {
  silent = false;
  unanswered = 0;
  readonly #answered = new Map<string, number>();

  readonly behave: Behaviour = ({ headers }, response) => {
    const id = String(headers["webhook-id"]);
    const before = this.#answered.get(id) ?? 0;
    if (this.silent && before > 0) {
      this.unanswered += 1;
      return;
    }
    this.#answered.set(id, before + 1);
    response.writeHead(before < 2 ? 500 : 200).end();
  };

  /** How many responses each event got. */
  get responses(): number[] {
    return [...this.#answered.values()];
  }
}

/** Locks a row until `release`, so that a process that needs it stops in the middle of its work. */
async function hold({ connection }: TestApp, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("begin");
  await client.query(statement);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

const waitsForLock = async ({ db }: TestApp): Promise<boolean> => {
  const rows = await db.query(sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
};

const count = async ({ db }: TestApp, of: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from ${raw(of)}`);
  return row?.count ?? -1;
};

/** Its sales are a second apart, on the first of a month. */
async function aShopWithWork(app: TestApp, url: string): Promise<TestShop> {
  const shop = await aTestShop(app);
  const { merchant, campaignId } = shop;
  await createEndpoint(merchant.context, { url, events: ["conversion.approved", "payout.created"] });
  const currency = parseCurrency("EUR");
  if (!currency) throw new Error("EUR is unknown.");
  await setSchedule(merchant.context, { currency, day: 15, minimumMinor: 0n });
  const to = noonOnFirstAfter(app.clock.now()).toISOString();
  await merchant.call("POST", "/v1/test/clock", { body: { to } });
  for (let number = 0; number < SALES; number += 1) {
    const { body } = await merchant.call("POST", "/v1/test/affiliates", { body: { campaign_id: campaignId } });
    await aSale({ ...shop, code: body.affiliate.affiliate_code });
    await advance(merchant, "PT1S");
  }
  return shop;
}

const noonOnFirstAfter = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1, 12));

test("kill -9 during an advance: the next one continues from the committed time, and does everything once", async () => {
  const app = await startApp({ WEBHOOK_ALLOWED_NETWORKS: ALLOWED });
  const certificates = makeCertificates();
  const receiver = await new Receiver(certificates.good).listen();
  onTestFinished(async () => {
    await receiver.close();
    await app.close();
  });
  const caFile = join(newFolder(), "ca.pem");
  writeFileSync(caFile, certificates.ca);
  const env: Env = {
    DATABASE_URL: urlOf(app.connection),
    SECRET_KEY: SECRET_KEY.toString("hex"),
    WEBHOOK_ALLOWED_NETWORKS: ALLOWED,
    NODE_EXTRA_CA_CERTS: caFile,
  };
  // Real processes have real clocks.
  app.clock.set(new Date());
  const forgetful = new Forgetful();
  const { merchant } = await aShopWithWork(app, receiver.behave("/hook", forgetful.behave));
  const sold = await clockOf(app, merchant.accountId);
  const approvedAt = Array.from({ length: SALES }, (_, sale) => after(sold, 7 * DAY_MS - (SALES - sale) * 1_000));
  const [firstAt = sold, , thirdAt = sold] = approvedAt;
  const paidAt = new Date(Date.UTC(sold.getUTCFullYear(), sold.getUTCMonth(), 15));
  const to = after(paidAt, DAY_MS);

  const advanceBy = ({ address }: App) =>
    fetch(`${address}/v1/test/clock`, {
      method: "POST",
      headers: { authorization: `Bearer ${merchant.key}`, "content-type": "application/json" },
      body: JSON.stringify({ to: to.toISOString() }),
    });
  const killDuring = async (moment: () => Promise<boolean> | boolean, committed: Date) => {
    const server = await start(env);
    const asked = advanceBy(server).catch(() => "gone");
    await until(async () => ((await moment()) ? true : undefined));
    server.signal("SIGKILL");
    await server.ended;
    expect(await asked).toBe("gone");
    expect(await clockOf(app, merchant.accountId)).toEqual(committed);
  };
  const settled = async (release: () => Promise<void>) => {
    await release();
    await until(async () => ((await waitsForLock(app)) ? undefined : true));
    expect(await ledgerFaults(app)).toEqual([]);
  };

  // The third of five approvals, when the webhooks of the first two have been attempted.
  const third = "select id from conversions order by matures_at offset 2 limit 1";
  const approvals = await hold(app, `select id from conversions where id = (${third}) for update`);
  await killDuring(async () => (await waitsForLock(app)) && (await count(app, "delivery_attempts")) === 2, thirdAt);
  await settled(approvals);
  expect(await count(app, "conversions where status = 'approved'")).toBe(2);

  // The first retry, on its way to the receiver.
  forgetful.silent = true;
  await killDuring(() => forgetful.unanswered === 1, after(firstAt, 60_000));
  forgetful.silent = false;
  expect(await count(app, "conversions where status = 'approved'")).toBe(SALES);
  expect(await count(app, "delivery_attempts")).toBe(SALES);
  expect(await ledgerFaults(app)).toEqual([]);
  // Leases of a dead process expire after a minute, for which nobody needs to wait here.
  await app.db.query(sql`update delivery_slots set expires_at = '-infinity'`);

  // The batch of the schedule.
  const batch = await hold(app, "select id from conversions order by id limit 1 for update");
  await killDuring(() => waitsForLock(app), paidAt);
  await settled(batch);
  expect(await app.db.query(sql`select origin, status from payout_batches`)).toEqual([
    { origin: "monthly", status: "making" },
  ]);

  const last = await start(env);
  const ended = await advanceBy(last);
  expect([ended.status, await ended.json()]).toMatchObject([200, { clock: { now: to.toISOString() } }]);
  await stop(last);

  expect(await app.db.query(sql`select status, created_at from payout_batches`)).toEqual([
    { status: "made", created_at: paidAt },
  ]);
  const [paid] = await app.db.query(sql`
    select count(*)::int as payouts, count(distinct affiliate_id)::int as people, sum(amount_minor)::int as minor
    from payouts where account_id = ${uuidOf(merchant.accountId)}`);
  expect(paid).toEqual({ payouts: SALES, people: SALES, minor: SALES * 1_000 });
  const approved = await app.db.query<{ at: Date }>(
    sql`
    select at from conversion_transitions where action = 'approve' order by at`,
  );
  expect(approved.map(({ at }) => at)).toEqual(approvedAt);

  const deliveries = await app.db.query(sql`
    select d.event_type, d.status, d.attempts, count(*)::int as deliveries, sum(recorded.attempts)::int as recorded
    from deliveries d cross join lateral (
      select count(*) as attempts from delivery_attempts a where a.delivery_id = d.id) recorded
    group by 1, 2, 3 order by 1`);
  const each = { status: "delivered", attempts: 3, deliveries: SALES, recorded: 3 * SALES };
  expect(deliveries).toEqual([
    { event_type: "conversion.approved", ...each },
    { event_type: "payout.created", ...each },
  ]);
  expect(forgetful.responses).toEqual(Array(2 * SALES).fill(3));
  expect(receiver.received).toHaveLength(2 * SALES * 3 + 1);
  const { exitCode, stdout } = await run(["verify"], env);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("The ledger is consistent.")]);
});
