import sql, { raw } from "sql-template-tag";
import { expect, test } from "vitest";
import { idOf, parseId, uuidOf } from "../../src/domain/ids.ts";
import { RESET_SLICE } from "../../src/store/test-mode/reset.ts";
import { foldClicks } from "../../src/usecases/clicks/fold-clicks.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { advanceClock } from "../../src/usecases/test-mode/advance-clock.ts";
import { deleteTestAccount } from "../../src/usecases/test-mode/delete-account.ts";
import { resetTestAccount } from "../../src/usecases/test-mode/reset-account.ts";
import { inTwin } from "../../src/usecases/twins/in-twin.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { money } from "../domain/samples.ts";
import { appForFile, newDayForEachTest } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { PUBLIC_URL } from "../support/operations.ts";
import { aShop, tracked } from "../support/shop.ts";
import { clockOf } from "../support/twins.ts";
import { aCampaign } from "../support/world.ts";
import { advance, aSale, aTestShop, aTestWorld, cutHolder, rowsOf, type TestShop } from "./test-world.ts";

const app = await appForFile();
newDayForEachTest(() => app);

/** Also those that the reset itself and refused requests write. */
const KEPT = ["account_clocks", "api_keys", "audit_entries", "audit_origins", "customer_keys"];
const NOTED = ["refused_call_numbers", "refused_calls"];

/** The tables with rows that a reset deletes. */
const tablesOf = async ({ merchant }: Pick<TestShop, "merchant">): Promise<string[]> =>
  (await rowsOf(app, uuidOf(merchant.accountId)))
    .split("\n")
    .flatMap((line) => (/^(\w+): \(/.exec(line) ?? []).slice(1))
    .filter((table) => ![...KEPT, ...NOTED].includes(table));

/** Rows of tables without an account, whose owner no longer exists. */
async function orphans(): Promise<string[]> {
  const owners = {
    delivery_slots: "endpoint_id not in (select id from webhook_endpoints)",
    unsealed_transfers: "transfer_id not in (select id from transfers)",
    click_totals: "scope_id not in (select id from campaigns union all select id from affiliations)",
    conversion_totals:
      "scope_id not in (select id from campaigns union all select id from affiliations union all select id from affiliates)",
  };
  const found = Object.entries(owners).map(async ([table, isOrphan]) => {
    const rows = await app.db.query(sql`select from ${raw(table)} where ${raw(isOrphan)} limit 1`);
    return rows.length > 0 ? [table] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Sales, refunds, payouts, deductions, an order edit, a coupon, a group, an invitation, a receipt and webhooks. */
async function aFullShop(): Promise<TestShop> {
  const shop = await aTestShop(app);
  const { merchant, campaignId, affiliateId } = shop;
  const post = async (path: string, body: object = {}) => {
    const { status, text, body: answer } = await merchant.call("POST", `/v1/${path}`, { body });
    expect([status, text]).toEqual([200, text]);
    return answer;
  };
  const [paid, edited] = [await aSale(shop), await aSale(shop)];
  await advance(merchant, "P8D");
  const { payouts } = await post("test/payouts");
  const context = inTwin(merchant.context, merchant.accountId, await clockOf(app, merchant.accountId));
  await settlePayout(context, { id: payouts[0].id, action: "mark_paid" });
  await post(`conversions/${paid}/refunds`, { external_id: "r1", amount: 50 });
  const [taken] = await app.db.query<{ id: string }>(sql`select id from claw_backs`);
  await undoClawBack(context, { id: idOf("claw_back", taken?.id ?? ""), reason: "Wrong" });
  await post(`conversions/${edited}/edits`, { external_id: "e1", amount: 150 });
  await post(`campaigns/${campaignId}/coupons`, { code: "SPRING", affiliate_id: affiliateId });
  await post(`campaigns/${campaignId}/groups`, { name: "Gold" });
  await post(`campaigns/${campaignId}/affiliates`, { email: "ada@partner.example" });
  await post("test/receipts/stripe", { wait: 0 });
  await createEndpoint(merchant.context, { url: PUBLIC_URL, events: ["conversion.created"] });
  await aSale(shop);
  return shop;
}

test("a reset empties an account with everything in it, also one row at a time, and waits for no webhook", async () => {
  const shop = await aFullShop();
  const { merchant } = shop;
  const linked = async (table: string, column: string) =>
    (await app.db.query(sql`select from ${raw(table)} where ${raw(column)} is not null`)).length;
  expect(await linked("conversions", "part_of")).toBeGreaterThan(0);
  expect(await linked("claw_backs", "undoes_id")).toBeGreaterThan(0);
  const other = await aShop(app, {}, "test");
  await tracked(other);
  const others = await rowsOf(app, uuidOf(other.merchant.accountId));
  await resetTestAccount({ ...merchant.context, twin: merchant.accountId }, 1);
  // Clicks stay until their retention ends.
  expect(await tablesOf(shop)).toEqual(["clicks"]);
  expect(await orphans()).toEqual([]);
  expect(await rowsOf(app, uuidOf(other.merchant.accountId))).toBe(others);
});

test("a reset in several slices that is interrupted leaves an account that nobody uses until it is repeated", async () => {
  const shop = await aTestShop(app);
  const { merchant } = shop;
  const { accountId } = merchant;
  const account = uuidOf(accountId);
  await app.db.query(sql`
    insert into test_mails (id, account_id, kind, message_encrypted, created_at)
    select gen_random_uuid(), ${account}, 'invitation', '', now() from generate_series(1, ${2 * RESET_SLICE})`);
  const mails = async () => (await app.db.query(sql`select from test_mails where account_id = ${account}`)).length;
  const resetting = await app.db.transaction(async (tx) => {
    // The reset has to wait for this row, after the emails.
    await tx.query(sql`select from campaigns where account_id = ${account} for update`);
    const answer = merchant.call("POST", "/v1/test/reset");
    await eventually(async () => expect(await mails()).toBeLessThanOrEqual(RESET_SLICE));
    expect(await tablesOf(shop)).toContain("campaigns");
    await cutHolder(app, accountId);
    return { answer };
  });
  const interrupted = await resetting.answer;
  expect([interrupted.status, interrupted.body.code]).toEqual([503, "busy"]);
  for (const [method, path] of [
    ["GET", "/v1/campaigns"],
    ["POST", "/v1/test/clock"],
  ] as const) {
    const { status, body } = await merchant.call(method, path, method === "POST" ? { body: { advance: "P1D" } } : {});
    expect([status, body.error]).toEqual([503, "A reset of this test account was interrupted. Reset it again."]);
  }
  // One that has waited for the clock.
  await expect(advanceClock({ ...merchant.context, twin: accountId }, { by: "P1D" })).rejects.toThrow("interrupted");
  expect((await merchant.call("POST", "/v1/test/reset")).status).toBe(200);
  expect(await tablesOf(shop)).toEqual([]);
  expect((await merchant.call("GET", "/v1/campaigns")).body.campaigns).toEqual([]);
});

/** Deletions that wait for a row. */
const waiting = async () =>
  (
    await app.db.query(sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from%'`)
  ).length;

test("a process that shuts down interrupts a reset", async () => {
  const { merchant } = await aTestShop(app);
  const stop = new AbortController();
  const reset = await app.db.transaction(async (tx) => {
    await tx.query(sql`select from campaigns where account_id = ${uuidOf(merchant.accountId)} for update`);
    const resetting = resetTestAccount({ ...merchant.context, twin: merchant.accountId, stopping: stop.signal }, 1);
    const outcome = resetting.catch((error: unknown) => error);
    await eventually(async () => expect(await waiting()).toBe(1));
    stop.abort();
    return { outcome };
  });
  expect(await reset.outcome).toMatchObject({ code: "busy", message: expect.stringContaining("restarting") });
});

test("two test accounts that delete each other are both deleted, and the live account's log says so", async () => {
  const { merchant } = await aTestShop(app);
  const { body } = await merchant.call("POST", "/v1/test/accounts", { body: { name: "other" } });
  const [own, other] = [merchant.accountId, parseId("account", body.account.id) ?? merchant.accountId];
  await app.db.query(sql`
    insert into test_mails (id, account_id, kind, message_encrypted, created_at)
    values (gen_random_uuid(), ${uuidOf(other)}, 'invitation', '', now())`);
  const deleting = await app.db.transaction(async (tx) => {
    await tx.query(sql`select from test_mails where account_id = ${uuidOf(other)} for update`);
    const first = deleteTestAccount({ ...merchant.context, twin: own }, other);
    await eventually(async () => expect(await waiting()).toBe(1));
    await deleteTestAccount({ ...merchant.context, accountId: other, twin: other }, own);
    return { first };
  });
  await deleting.first;
  const live = uuidOf(merchant.live.accountId);
  expect(await app.db.query(sql`select from accounts where live_account_id = ${live}`)).toEqual([]);
  const entries = await app.db.query(sql`
    select from audit_entries where account_id = ${live} and action = 'account.deleted'`);
  expect(entries).toHaveLength(2);
});

test("an order that commits while a reset runs leaves nothing behind", async () => {
  const shop = await aTestShop(app);
  const { merchant, campaignId, code } = shop;
  const context = inTwin(merchant.context, merchant.accountId, await clockOf(app, merchant.accountId));
  const order = { clickId: undefined, affiliateCode: code, externalId: "late", amount: money(100) };
  let reset: Promise<unknown> = Promise.resolve();
  await trackConversion(context, { ...order, campaignId: parseId("campaign", campaignId) ?? null }, async () => {
    reset = resetTestAccount({ ...merchant.context, twin: merchant.accountId });
    await eventually(async () => expect(await waiting()).toBe(1));
  });
  await reset;
  expect(await tablesOf(shop)).toEqual([]);
  expect(await orphans()).toEqual([]);
});

test("a reset drops a webhook that is being sent, and its outcome is ignored", async () => {
  const world = await aTestWorld();
  const shop = await aTestShop(world.app);
  const { merchant } = shop;
  const held: (() => void)[] = [];
  const url = world.receiver.behave("/slow", (_request, response) => {
    held.push(() => response.writeHead(200).end());
  });
  await createEndpoint(merchant.context, { url, events: ["conversion.created"] });
  await aSale(shop);
  await eventually(() => expect(held).toHaveLength(1));
  expect((await merchant.call("POST", "/v1/test/reset")).status).toBe(200);
  for (const respond of held) respond();
  await world.deliverer.stop();
  expect(await world.app.db.query(sql`select from delivery_attempts`)).toEqual([]);
  expect(world.receiver.received).toHaveLength(1);
});

test("clicks from before a reset are neither attributed nor counted", async () => {
  const shop = await aTestShop(app);
  const { merchant } = shop;
  const { body } = await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: shop.code } });
  expect((await merchant.call("POST", "/v1/test/reset")).status).toBe(200);
  const campaignId = await aCampaign(merchant);
  const order = { campaign_id: campaignId, click_id: body.click.id, external_id: "1", amount: 100 };
  expect((await merchant.call("POST", "/v1/conversions", { body: order })).body.code).toBe("click_not_found");
  await foldClicks(app.services);
  expect(await orphans()).toEqual([]);
  const { body: listed } = await merchant.call("GET", `/v1/campaigns/${campaignId}`);
  expect(listed.campaign.stats.total_clicks).toBe(0);
});
