import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Db } from "../../src/db/database.ts";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { aPartner, aTill, earn, type Paid, type Till } from "../payouts/till.ts";
import { currency } from "../domain/samples.ts";
import { appForFile, call, startApp, turnsFor, type TestApp, type TestResponse } from "../support/app.ts";
import { hold } from "../support/held.ts";
import { together } from "../support/parallel.ts";
import { getSignedStatement } from "./whole.ts";

const SEALING_LOCK = "select pg_advisory_xact_lock(hashtextextended('tributary:sealing', 0))";

interface World {
  readonly till: Till;
  readonly desk: Desk;
  readonly ada: Paid;
  readonly grace: Paid;
}

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

/** March has ended, and April has started. */
async function twoMonths(): Promise<World> {
  app.clock.set(new Date("2026-03-31T23:00:00.000Z"));
  const desk = await aDesk(app);
  const till = await aTill(app);
  const [ada, grace] = [await aPartner(till), await aPartner(till)];
  for (const partner of [ada, grace]) await earn(till, partner, 300);
  app.clock.set(new Date("2026-04-01T01:00:00.000Z"));
  return { till, desk, ada, grace };
}

async function withMarchIssued(): Promise<World> {
  const world = await twoMonths();
  for (const partner of [world.ada, world.grace])
    expect((await statement(world.till, partner, "2026-03")).status).toBe(200);
  return world;
}

const statement = ({ app }: Till, { id, cookie }: Paid, month: string): Promise<TestResponse> =>
  call(app, "GET", `/api/portal/statements/${id}?currency=EUR&month=${month}`, { headers: { cookie } });

describe("while another process seals", () => {
  it("serves issued months and everybody else's requests, however many statements are requested", async () => {
    const { till, desk, ada, grace } = await withMarchIssued();
    const member = await asMember(desk, "viewer");
    await earn(till, ada, 500);
    const held = await hold(till.app, SEALING_LOCK);
    const many = together(9, () => statement(till, ada, "2026-04"));
    expect((await member.get("pulse")).status).toBe(200);
    expect((await statement(till, grace, "2026-03")).status).toBe(200);
    // The current month does not wait either: it shows what has been sealed.
    expect((await many).every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(await held.blocked()).toBe(0);
    expect((await statement(till, ada, "2026-03")).status).toBe(200);
    expect((await statement(till, ada, "2026-04")).body.statement.lines).toEqual([]);
    await held.release();
    expect((await statement(till, ada, "2026-04")).body.statement.lines).toHaveLength(1);
  });

  it("returns a retry error for a month that has ended but cannot be closed now", async () => {
    const { till, ada } = await twoMonths();
    const held = await hold(till.app, SEALING_LOCK);
    const busy = await statement(till, ada, "2026-03");
    expect([busy.status, busy.body.code, busy.headers["retry-after"]]).toEqual([503, "busy", "2"]);
    await held.release();
    expect((await statement(till, ada, "2026-03")).body.statement.complete).toBe(true);
  });
});

describe("many readers who close a month at once", () => {
  it("all get a slot, however long the others seal", async () => {
    const { till, ada, grace } = await twoMonths();
    const partners = [ada, grace];
    while (partners.length < 16) partners.push(await aPartner(till, null));
    for (const partner of partners) await earn(till, partner, 300);
    till.app.clock.set(new Date("2026-05-01T01:00:00.000Z"));
    const { db } = till.merchant.context;
    const slow: Db = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const result = await work(tx);
          if (typeof result === "object") await setTimeout(100); // holds the lock as long as with many lines to seal
          return result;
        }),
    };
    const closed = await Promise.all(
      partners.map(({ id }) =>
        getSignedStatement(
          { ...till.merchant.context, db: slow },
          { affiliateId: id, currency: currency("EUR"), month: "2026-04" },
        ),
      ),
    );
    for (const { statement: april } of closed) expect([april.complete, april.lines.length]).toEqual([true, 1]);
  });
});

describe("slots for statements", () => {
  it("allow one per reader, keep the other for others, and leave the database to everybody else", async () => {
    const { till, desk, ada, grace } = await withMarchIssued();
    const held = await hold(till.app, "lock table transfers in access exclusive mode");
    const many = together(60, () => statement(till, ada, "2026-03"));
    await held.untilBlocked(1);
    const other = statement(till, grace, "2026-03");
    await held.untilBlocked(2);
    expect((await desk.get("pulse")).status).toBe(200);
    expect(await held.blocked()).toBe(2);
    await held.release();
    expect((await other).status).toBe(200);
    // On a slow machine some have timed out meanwhile.
    expect((await many).every(({ status }) => [200, 429, 503].includes(status))).toBe(true);
  });

  it("are refused with Retry-After when too many wait", async () => {
    const { till, ada } = await withMarchIssued();
    const { connection, clock } = till.app;
    const full = await startApp({}, { connection, clock, turns: turnsFor(0) });
    onTestFinished(() => full.close());
    const refused = await statement({ ...till, app: full }, ada, "2026-03");
    expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([503, "busy", "2"]);
  });
});
