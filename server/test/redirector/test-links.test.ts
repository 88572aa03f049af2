import sql from "sql-template-tag";
import { expect, onTestFinished, test } from "vitest";
import { parseId, uuidOf, type AccountId } from "../../src/domain/ids.ts";
import { tryHoldClock } from "../../src/store/test-mode/clocks.ts";
import { LinkCache } from "../../src/redirector/link-cache.ts";
import { deleteTestAccount } from "../../src/usecases/test-mode/delete-account.ts";
import { appForFile, call, newDayForEachTest, startApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { together } from "../support/parallel.ts";
import { clockOf } from "../support/twins.ts";
import { advance, aSale, aTestShop } from "../test-mode/test-world.ts";
import { aLink, follow } from "./links.ts";

const TOKEN = "token-of-the-operator";
const app = await appForFile({ METRICS_TOKEN: TOKEN });
newDayForEachTest(() => app);

const clicksOf = (accountId: AccountId) =>
  app.db.query<{ clicked_at: Date }>(sql`select clicked_at from clicks where account_id = ${uuidOf(accountId)}`);

/** As an advance does, until the returned function is called. */
async function holdClock(accountId: AccountId): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = (): void => {};
  const isHeld = new Promise<void>((resolve) => (held = resolve));
  const holding = app.db.transaction(async (tx) => {
    expect(await tryHoldClock(tx, accountId)).toBe(true);
    held();
    await released;
  });
  await isHeld;
  const end = async (): Promise<void> => {
    release();
    await holding;
  };
  onTestFinished(end);
  return end;
}

test("a link of a test account records clicks in test time, and its order is attributed", async () => {
  const shop = await aTestShop(app);
  const { accountId } = shop.merchant;
  await advance(shop.merchant, "P40D");
  const { clickId } = await follow(app, `/r/${shop.code}`);
  expect(await clicksOf(accountId)).toEqual([{ clicked_at: await clockOf(app, accountId) }]);
  await aSale(shop, { click_id: clickId });
});

test("while a test clock moves, its visitors wait for a while, crawlers not at all, and live links work", async () => {
  const { connection, clock } = app;
  const hurried = await startApp({}, { connection, clock, patienceMs: 1_000 });
  onTestFinished(() => hurried.close());
  const shop = await aTestShop(app);
  const live = await aLink(app);
  const release = await holdClock(shop.merchant.accountId);
  const path = `/r/${shop.code}`;
  const patient = follow(app, path);
  const [gaveUp, crawler, head] = await Promise.all([
    eventually(async () => {
      const followed = await follow(hurried, path);
      expect(followed.status).toBe(302);
      return followed;
    }),
    follow(app, path, { "user-agent": "Googlebot/2.1" }),
    follow(app, path, { method: "HEAD" }),
    ...Array.from({ length: 20 }, async () => expect((await follow(app, live.path)).clickId).toBeDefined()),
  ]);
  for (const { status, clickId } of [gaveUp, crawler, head]) expect([status, clickId]).toEqual([302, undefined]);
  const { body } = await shop.merchant.live.call("GET", "/v1/campaigns");
  expect(body.campaigns).toEqual([]);
  await release();
  expect((await patient).clickId).toBeDefined();
});

test("the link of a deleted test account redirects untracked, which is no outage of the database", async () => {
  const { merchant, code } = await aTestShop(app);
  const path = `/r/${code}`;
  expect((await follow(app, path)).clickId).toBeDefined();
  const { body } = await merchant.call("POST", "/v1/test/accounts", { body: { name: "other" } });
  const other = parseId("account", body.account.id) ?? merchant.accountId;
  await deleteTestAccount({ ...merchant.context, accountId: other, twin: other }, merchant.accountId);
  const { status, clickId } = await follow(app, path);
  expect([status, clickId]).toEqual([302, undefined]);
  const { text } = await call(app, "GET", "/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(text).toContain('tributary_redirects_untracked_total{reason="account_deleted"} 1\n');
});

test("visitors of many test links share reads of the clocks, and all are tracked", async () => {
  const shops = [await aTestShop(app), await aTestShop(app)];
  const followed = await together(40, (number) => follow(app, `/r/${shops[number % 2]?.code}`));
  expect(followed.filter(({ clickId }) => clickId === undefined)).toEqual([]);
  for (const { merchant } of shops) expect(await clicksOf(merchant.accountId)).toHaveLength(20);
});

test("links of test accounts do not push live links out of the cache", async () => {
  const live = await aLink(app);
  const onError = (error: unknown): never => {
    throw error;
  };
  const cache = new LinkCache(app.services, { onError, deadlineMs: 10_000, linksMax: 1 });
  await cache.refresh();
  app.clock.forward({ ms: 5 });
  const shop = await aTestShop(app);
  await cache.refresh();
  expect(cache.get(live.affiliate.code)).toBeDefined();
  expect(cache.get(shop.code)?.campaign.twin).toBe(shop.merchant.accountId);
  const another = new LinkCache(app.services, { onError, deadlineMs: 10_000, linksMax: 1 });
  await another.refresh();
  expect([another.get(live.affiliate.code) !== undefined, another.get(shop.code)]).toEqual([true, undefined]);
});
