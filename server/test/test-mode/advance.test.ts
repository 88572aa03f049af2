import pg from "pg";
import sql from "sql-template-tag";
import { expect, onTestFinished, test } from "vitest";
import { uuidOf, type CampaignId } from "../../src/domain/ids.ts";
import { changeApplicationPage } from "../../src/usecases/affiliates/application-page.ts";
import { tryHoldClock } from "../../src/store/test-mode/clocks.ts";
import { advanceClock } from "../../src/usecases/test-mode/advance-clock.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { answer, later } from "../deliverer/receiver.ts";
import { appForFile, call, newDayForEachTest } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { PUBLIC_URL } from "../support/operations.ts";
import { together } from "../support/parallel.ts";
import { clockOf } from "../support/twins.ts";
import { ledgerFaults } from "../support/world.ts";
import { advance, aSale, aTestShop, aTestWorld, cutHolder, statusOf } from "./test-world.ts";

const app = await appForFile();
newDayForEachTest(() => app);

test("of two advances at once, the second continues where the first has ended", async () => {
  const shop = await aTestShop(app);
  const start = await clockOf(app, shop.merchant.accountId);
  const sales = [await aSale(shop), await aSale(shop)];
  const moved = await together(6, () => advance(shop.merchant, "P2D"));
  expect(moved.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const times = moved.map(({ body }) => Date.parse(body.clock.now)).sort((a, b) => a - b);
  expect(times.map((time) => (time - start.getTime()) / 86_400_000)).toEqual([2, 4, 6, 8, 10, 12]);
  for (const sale of sales) expect(await statusOf(shop, sale)).toBe("approved");
  const approvals = await app.db.query<{ at: Date }>(sql`
    select t.at from conversion_transitions t join conversions c on c.id = t.conversion_id
    where c.account_id = ${uuidOf(shop.merchant.accountId)} and t.action = 'approve'`);
  expect(approvals.map(({ at }) => (at.getTime() - start.getTime()) / 86_400_000)).toEqual([7, 7]);
  expect(await ledgerFaults(app)).toEqual([]);
});

test("requests during an advance wait for it, and see its time", async () => {
  const world = await aTestWorld();
  const shop = await aTestShop(world.app);
  const { merchant } = shop;
  const url = world.receiver.behave("/slow", later(1_500));
  await createEndpoint(merchant.context, { url, events: ["conversion.approved"] });
  await aSale(shop);
  const moving = advance(merchant, "P8D");
  await eventually(() => expect(world.receiver.received).toHaveLength(1));
  const clicked = await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: shop.code } });
  const { body } = await moving;
  expect(clicked.body.click.clicked_at).toBe(body.clock.now);
});

test("tracking in parallel to advances loses and doubles nothing", async () => {
  const shop = await aTestShop(app, { maturation_days: 1 });
  const [sales] = await Promise.all([
    together(8, () => aSale(shop)),
    together(3, () => advance(shop.merchant, "PT12H")),
  ]);
  await advance(shop.merchant, "P3D");
  for (const sale of sales) expect(await statusOf(shop, sale)).toBe("approved");
  expect(await ledgerFaults(app)).toEqual([]);
});

test("a request that read the clock before an advance keeps its time, and what it makes due runs with the next one", async () => {
  const shop = await aTestShop(app);
  const { merchant, campaignId, code } = shop;
  const start = await clockOf(app, merchant.accountId);
  const { body } = await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: code } });
  const order = { campaign_id: campaignId, click_id: body.click.id, external_id: "slow", amount: 100 };
  const tracking = await app.db.transaction(async (tx) => {
    // The order has read the clock and waits for this row; the advance does not need it.
    await tx.query(sql`select from affiliations where account_id = ${uuidOf(merchant.accountId)} for update`);
    const request = merchant.call("POST", "/v1/conversions", { body: order });
    const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => expect(await app.db.query(blocked)).toHaveLength(1));
    expect((await advance(merchant, "P8D")).status).toBe(200);
    return { request };
  });
  const { status, body: tracked, text } = await tracking.request;
  expect([status, text]).toEqual([200, text]);
  const { id } = tracked.conversion;
  const times = sql`select t.action, t.at from conversion_transitions t where conversion_id = ${uuidOf(id)} order by seq`;
  expect(await app.db.query(times)).toEqual([{ action: "track", at: start }]);
  expect(await statusOf(shop, id)).toBe("pending");
  expect((await advance(merchant, "PT0S")).status).toBe(200);
  const now = new Date(start.getTime() + 8 * 86_400_000);
  expect(await app.db.query(times)).toEqual([
    { action: "track", at: start },
    { action: "approve", at: now },
  ]);
  expect(await ledgerFaults(app)).toEqual([]);
});

test("what a process left undone when it died is done by the next advance", async () => {
  const shop = await aTestShop(app);
  const sale = await aSale(shop);
  // It committed the time of a step, and died before the step's work.
  await app.db.query(sql`
    update account_clocks set now = now + interval '8 days' where account_id = ${uuidOf(shop.merchant.accountId)}`);
  expect(await statusOf(shop, sale)).toBe("pending");
  expect((await advance(shop.merchant, "PT0S")).status).toBe(200);
  expect(await statusOf(shop, sale)).toBe("approved");
});

test("the clock of a process that dies while it moves it is free again", async () => {
  const shop = await aTestShop(app);
  const { accountId } = shop.merchant;
  const dying = new pg.Client({ ...app.connection });
  dying.on("error", () => {});
  await dying.connect();
  onTestFinished(() => dying.end().catch(() => undefined));
  await dying.query("begin");
  const { rows } = await dying.query("select pg_backend_pid() as pid, pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `tributary:clock:${uuidOf(accountId)}`,
  ]);
  let ended = false;
  const waiting = shop.merchant.call("GET", "/v1/test/clock").finally(() => (ended = true));
  await shop.merchant.live.call("GET", "/v1/campaigns");
  expect(ended).toBe(false);
  await app.db.query(sql`select pg_terminate_backend(${(rows[0] as { pid: number }).pid}::int)`);
  expect((await waiting).status).toBe(200);
});

test("an advance that loses the clock stops before its next step and says where, and another one continues", async () => {
  const shop = await aTestShop(app);
  const { merchant } = shop;
  const { accountId } = merchant;
  const start = await clockOf(app, accountId);
  const days = (count: number) => new Date(start.getTime() + count * 86_400_000);
  // Nothing sends webhooks here, so the advance waits after the approval.
  await createEndpoint(merchant.context, { url: PUBLIC_URL, events: ["conversion.approved"] });
  const sale = await aSale(shop);
  const moving = advance(merchant, "P8D");
  const sent = sql`select from deliveries where account_id = ${uuidOf(accountId)}`;
  await eventually(async () => expect(await app.db.query(sent)).toHaveLength(1));
  await cutHolder(app, accountId);
  await app.db.query(sql`
    update deliveries set status = 'delivered', ended_at = due_at where account_id = ${uuidOf(accountId)}`);
  const { status, body } = await moving;
  expect([status, body.code, body.now]).toEqual([503, "busy", days(7).toISOString()]);
  expect(body.error).toContain("connection was lost");
  expect(await statusOf(shop, sale)).toBe("approved");
  expect((await advance(merchant, "P1D")).body.clock.now).toBe(days(8).toISOString());
});

test("an advance over too many steps stops, says how far it came, and can be continued", async () => {
  const world = await aTestWorld();
  const shop = await aTestShop(world.app);
  const { merchant } = shop;
  const start = await clockOf(world.app, merchant.accountId);
  const url = world.receiver.behave("/hook", answer(500));
  await createEndpoint(merchant.context, { url, events: ["conversion.created"] });
  await aSale(shop);
  const twin = { ...merchant.context, twin: merchant.accountId };
  const stopped = advanceClock(twin, { by: "P8D" }, { stepsMax: 2 });
  await expect(stopped).rejects.toMatchObject({
    code: "too_many_steps",
    facts: { now: new Date(start.getTime() + 360_000).toISOString() },
  });
  expect(await clockOf(world.app, merchant.accountId)).toEqual(new Date(start.getTime() + 360_000));
  const logged = await world.app.db.query<{ after: unknown }>(sql`
    select after from audit_entries
    where account_id = ${uuidOf(merchant.accountId)} and action = 'account.clock_advanced'`);
  expect(logged).toEqual([{ after: { now: new Date(start.getTime() + 360_000).toISOString() } }]);
  expect((await advanceClock(twin, { to: new Date(start.getTime() + 3_600_000) })).steps).toBe(1);
  expect(world.receiver.received).toHaveLength(4);
});

test("an advance whose time is over stops inside a step, says where, and the next one continues", async () => {
  const shop = await aTestShop(app);
  const { merchant } = shop;
  const sales = [await aSale(shop), await aSale(shop), await aSale(shop)];
  const start = await clockOf(app, merchant.accountId);
  const matured = new Date(start.getTime() + 7 * 86_400_000);
  const twin = { ...merchant.context, twin: merchant.accountId };
  await expect(advanceClock(twin, { by: "P8D" }, { lastsMaxMs: 0 })).rejects.toMatchObject({
    code: "too_many_steps",
    facts: { now: start.toISOString() },
  });
  // It reached the step, and then its time was over.
  await app.db.query(sql`
    update account_clocks set now = ${matured} where account_id = ${uuidOf(merchant.accountId)}`);
  await expect(advanceClock(twin, { to: matured }, { lastsMaxMs: 0 })).rejects.toMatchObject({
    facts: { now: matured.toISOString() },
  });
  expect(await statusOf(shop, sales[0] ?? "")).toBe("pending");
  await advanceClock(twin, { to: matured });
  for (const sale of sales) expect(await statusOf(shop, sale)).toBe("approved");
});

test("advances of one account that wait leave room for those of others", async () => {
  const { merchant } = await aTestShop(app);
  const created = await together(6, async () => (await merchant.call("POST", "/v1/test/accounts", { body: {} })).body);
  const other = await aTestShop(app);
  // Another process moves all of these clocks.
  const advances = await app.db.transaction(async (tx) => {
    for (const { account } of created) expect(await tryHoldClock(tx, account.id)).toBe(true);
    const waiting = created.map(({ api_key: key }) =>
      call(app, "POST", "/v1/test/clock", { key, body: { advance: "P1D" } }),
    );
    expect((await advance(other.merchant, "P1D")).status).toBe(200);
    return { waiting };
  });
  expect((await Promise.all(advances.waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test("an order paid now, in real time, is accepted while the test clock is behind", async () => {
  const shop = await aTestShop(app);
  app.clock.forward({ days: 100 });
  await aSale(shop, { paid_at: app.clock.now().toISOString() });
  await aSale(shop, { paid_at: (await clockOf(app, shop.merchant.accountId)).toISOString() });
  await expect(aSale(shop, { paid_at: app.clock.after({ seconds: 1 }).toISOString() })).rejects.toThrow(
    "must not be in the future",
  );
});

test("a request to advance by a duration and to a time is refused", async () => {
  const { merchant } = await aTestShop(app);
  const body = { advance: "P1D", to: "2030-01-01T00:00:00Z" };
  const { status, body: answer } = await merchant.call("POST", "/v1/test/clock", { body });
  expect([status, answer.error]).toEqual([400, "Send either advance or to, not both."]);
});

test("a test account cannot take the address of an application page", async () => {
  const { merchant, campaignId } = await aTestShop(app);
  const id = campaignId as CampaignId;
  await expect(changeApplicationPage(merchant.context, id, { slug: "acme-partners", isOpen: true })).rejects.toThrow(
    "Test accounts have no application pages.",
  );
});
