import pg from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idOf, uuidOf } from "../../src/domain/ids.ts";
import { build, start, stop, until, urlOf, type App } from "../start/processes.ts";
import { SECRET_KEY, startApp, type TestApp } from "../support/app.ts";
import { ledgerFaults, type Merchant } from "../support/world.ts";
import { aCrowd } from "./crowd.ts";
import { aTill, earnApproved, type Paid, type Till } from "./till.ts";

const CROWD = 108;

let app: TestApp;
let till: Till;
let crowd: Paid[];
/** It completed the batch; the second test kills it while it imports the batch's results. */
let next: App;
let cookie: string;

beforeAll(async () => {
  build();
  app = await startApp();
  // Everything has matured by the clock of a real process.
  till = await aTill(app, { maturation_days: 0 });
  crowd = await aCrowd(till, CROWD);
  for (const [number, person] of crowd.entries()) await earnApproved(till, person, 100 + number);
});
afterAll(() => app.close());

const processFor = ({ connection }: TestApp): Promise<App> =>
  start({ DATABASE_URL: urlOf(connection), SECRET_KEY: SECRET_KEY.toString("hex"), BASE_URL: "http://tributary.test" });

async function signIn({ address }: App, { email, password }: Merchant): Promise<string> {
  const answer = await fetch(`${address}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ email, password }),
  });
  return answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
}

interface Sent {
  readonly cookie: string;
  readonly path: string;
  /** Text is sent as CSV. */
  readonly body: object | string;
}

function post(app: App, merchant: Merchant, { cookie, path, body }: Sent) {
  const [type, content] = typeof body === "string" ? ["text/csv", body] : ["application/json", JSON.stringify(body)];
  return fetch(`${app.address}/api/dashboard/${merchant.accountId}/${path}`, {
    method: "POST",
    headers: { "content-type": type, "sec-fetch-site": "same-origin", cookie },
    body: content,
  });
}

interface Held {
  /** True while a process waits for this row. Others may wait for each other for a moment: a job and a batch, for example. */
  isAwaited(): Promise<boolean>;
  release(): Promise<void>;
}

/** Locks a row until `release`, so that a process that needs it stops in the middle of its work. */
async function hold({ connection, db }: TestApp, statement: string): Promise<Held> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("begin");
  const { rows } = await client.query<{ holder: number }>("select pg_backend_pid() as holder");
  await client.query(statement);
  return {
    isAwaited: async () => {
      const waiting = await db.query(sql`
        select pid from pg_stat_activity
        where datname = current_database() and ${rows[0]?.holder}::int = any (pg_blocking_pids(pid))`);
      return waiting.length > 0;
    },
    release: async () => {
      await client.query("rollback");
      await client.end();
    },
  };
}

/** Statements of a killed process run on until they return something. */
const untilNobodyWaits = (app: TestApp): Promise<true> =>
  until(async () => {
    const waiting = await app.db.query(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return waiting.length > 0 ? undefined : true;
  });

const payoutsIn = async ({ db }: TestApp): Promise<number> => {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from payouts`);
  return row?.count ?? -1;
};

test("kill -9 during a batch: finished payouts are complete, and the next start pays the rest, each once", async () => {
  const first = await processFor(app);
  cookie = await signIn(first, till.merchant);
  // An affiliate of the second part: by then the first hundred are paid.
  const ids = crowd.map(({ id }) => uuidOf(id)).toSorted();
  const held = await hold(app, `select id from conversions where affiliate_id = '${ids[104]}' for update`);
  const asked = post(first, till.merchant, { cookie, path: "payout-batches", body: { currency: "EUR" } }).catch(
    () => "gone",
  );
  await until(async () => ((await held.isAwaited()) ? true : undefined));
  expect(await payoutsIn(app)).toBe(100);
  first.signal("SIGKILL");
  await first.ended;
  expect(await asked).toBe("gone");
  await held.release();
  await untilNobodyWaits(app);
  expect(await payoutsIn(app)).toBe(100);
  expect(await app.db.query(sql`select status from payout_batches`)).toEqual([{ status: "making" }]);
  expect(await ledgerFaults(app)).toEqual([]);
  next = await processFor(app);
  await until(async () => {
    const [batch] = await app.db.query<{ status: string }>(sql`select status from payout_batches`);
    return batch?.status === "made" ? true : undefined;
  });
  const [sums] = await app.db.query(sql`
    select count(*)::int as payouts, count(distinct affiliate_id)::int as people, sum(amount_minor)::int as minor from payouts`);
  expect(sums).toEqual({ payouts: CROWD, people: CROWD, minor: CROWD * 100 + ((CROWD - 1) * CROWD) / 2 });
  expect(await ledgerFaults(app)).toEqual([]);
});

test("kill -9 during an import: nothing is applied, and importing the same file again applies everything", async () => {
  const rows = await app.db.query<{ id: string }>(sql`select id from payouts order by id`);
  const payouts = rows.map(({ id }) => idOf("payout", id));
  const csv = [
    "payout_id,status",
    ...payouts.map((id, number) => `${id},${number % 3 === 0 ? "failed" : "paid"}`),
  ].join("\n");
  // By then the history of the payouts is written, but not the balances of one of them.
  const held = await hold(
    app,
    `select balance_minor from ledger_balances where kind = 'in_payout' and owner_id =
    (select affiliate_id from payouts order by id desc limit 1) for update`,
  );
  const asked = post(next, till.merchant, { cookie, path: "payout-imports", body: csv }).catch(() => "gone");
  await until(async () => ((await held.isAwaited()) ? true : undefined));
  next.signal("SIGKILL");
  await next.ended;
  expect(await asked).toBe("gone");
  await held.release();
  await untilNobodyWaits(app);
  expect(await app.db.query(sql`select distinct status from payouts`)).toEqual([{ status: "created" }]);
  expect(await ledgerFaults(app)).toEqual([]);
  const last = await processFor(app);
  const again = await post(last, till.merchant, { cookie, path: "payout-imports", body: csv });
  expect(await again.json()).toMatchObject({ changes: CROWD, unchanged: 0, refused: 0 });
  await stop(last);
  const settled = await app.db.query(
    sql`select status, count(*)::int as count from payouts group by status order by status`,
  );
  expect(settled).toEqual([
    { status: "failed", count: 36 },
    { status: "paid", count: 72 },
  ]);
  expect(await ledgerFaults(app)).toEqual([]);
});
