import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { uuidOf, type AccountId } from "../../src/domain/ids.ts";
import { forgetOld } from "../../src/usecases/installation/forget-old.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import { deleteEndpoint } from "../../src/usecases/webhooks/delete-endpoint.ts";
import { RecordRetention } from "../../src/usecases/webhooks/delete-old-records.ts";
import { expireEvents } from "../../src/usecases/webhooks/expire-events.ts";
import { appForFile, newDayForEachTest } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { ledgerFaults } from "../support/world.ts";
import { advance, aSale, aTestShop, aTestWorld, type TestShop } from "./test-world.ts";

const app = await appForFile();
newDayForEachTest(() => app);

/** An event, a held delivery, a refused request and the origin of a change. */
async function leaveTraces(shop: TestShop): Promise<void> {
  const { merchant, campaignId } = shop;
  const { endpoint } = await createEndpoint(merchant.context, {
    url: "https://93.184.215.14/in",
    events: ["conversion.created"],
  });
  await changeEndpoint(merchant.context, { id: endpoint.id, enabled: false });
  await aSale(shop);
  const refused = { campaign_id: campaignId, affiliate_code: "unknown", external_id: "1", amount: 1 };
  expect((await merchant.call("POST", "/v1/conversions", { body: refused })).status).not.toBe(200);
  await app.db.query(sql`
    insert into audit_origins (entry_id, account_id, actor, at, address)
    select id, account_id, 'system', at, '192.0.2.1' from audit_entries where account_id = ${uuidOf(merchant.accountId)}
    order by id desc limit 1 on conflict do nothing`);
}

async function tracesOf(accountId: AccountId, { db } = app) {
  const account = uuidOf(accountId);
  const [row] = await db.query<Record<string, number>>(sql`
    select (select count(*)::int from events where account_id = ${account} and body is not null) as events,
      (select count(*)::int from events where account_id = ${account}) as records,
      (select count(*)::int from deliveries where account_id = ${account} and status = 'held') as held,
      (select count(*)::int from refusals where account_id = ${account}) as refusals,
      (select count(*)::int from audit_origins where account_id = ${account}) as origins`);
  return row;
}

async function runJobs({ services } = app): Promise<void> {
  await expireEvents(services, { retentionDays: 30 });
  await new RecordRetention(services, { retentionDays: 90 }).run();
  await forgetOld(services);
}

test("data of a test account is kept for its full retention in real time, although its clock is behind", async () => {
  const shop = await aTestShop(app);
  app.clock.forward({ days: 400 });
  await leaveTraces(shop);
  await runJobs();
  // The affiliate joined 400 days ago; everything else is new.
  expect(await tracesOf(shop.merchant.accountId)).toEqual({ events: 1, records: 1, held: 1, refusals: 1, origins: 1 });
});

test("data of a test account is deleted after its retention in real time, although its clock is ahead", async () => {
  const shop = await aTestShop(app);
  for (const _ of [1, 2]) await advance(shop.merchant, "P2Y");
  await leaveTraces(shop);
  app.clock.forward({ days: 181 });
  await runJobs();
  expect(await tracesOf(shop.merchant.accountId)).toEqual({ events: 0, records: 0, held: 0, refusals: 0, origins: 0 });
  expect(await ledgerFaults(app)).toEqual([]);
});

test.each(["deleted", "disabled", "forgotten"])(
  "of an endpoint that fails and is then %s, a test account keeps nothing either",
  async (fate) => {
    const { app: sending, receiver } = await aTestWorld();
    const url = receiver.behave("/fails", (_request, response) => response.writeHead(500).end());
    const shop = await aTestShop(sending);
    const { context, accountId } = shop.merchant;
    const { endpoint } = await createEndpoint(context, { url, events: ["conversion.created"] });
    await aSale(shop);
    const waiting = sql`select from deliveries where account_id = ${uuidOf(accountId)} and due_at = 'infinity'`;
    await eventually(async () => expect(await sending.db.query(waiting)).toHaveLength(1));
    if (fate === "deleted") await deleteEndpoint(context, endpoint.id);
    if (fate === "disabled") await changeEndpoint(context, { id: endpoint.id, enabled: false });
    sending.clock.forward({ days: 91 });
    await runJobs(sending);
    expect(await tracesOf(accountId, sending)).toMatchObject({ events: 0, records: 0, held: 0 });
    expect(await ledgerFaults(sending)).toEqual([]);
  },
);
