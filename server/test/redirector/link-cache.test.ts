import { expect, test } from "vitest";
import { LinkCache, type CachedLink } from "../../src/redirector/link-cache.ts";
import { appForTest } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";

test("beyond the capacity, the oldest links are evicted for new and requested ones", async () => {
  const app = await appForTest();
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant);
  const codes: string[] = [];
  const join = async (): Promise<void> => {
    // IDs within a millisecond have no order.
    app.clock.forward({ ms: 1 });
    codes.push((await anAffiliate(app, merchant, campaign)).code);
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  let databaseIsDown = false;
  const query: typeof app.db.query = (statement) =>
    databaseIsDown ? Promise.reject(new Error("The database is unavailable.")) : app.db.query(statement);
  const cache = new LinkCache({ db: { ...app.db, query } }, { onError, deadlineMs: 10_000, linksMax: 4 });
  const cached = (): number[] => codes.flatMap((code, index) => (cache.get(code) ? index : []));
  const find = (code: string): Promise<CachedLink | undefined> =>
    new Promise((found, failed) => cache.find(code, found, failed));

  for (let count = 0; count < 6; count += 1) await join();
  await cache.refresh();
  expect(cached()).toEqual([2, 3, 4, 5]);
  // Older ones may return with a change, while other transactions are open on the same server.
  await join();
  await cache.refresh();
  expect(cached()).toContain(6);
  expect(await find(codes[0] ?? "")).toMatchObject({ active: true });
  expect(cached()).toContain(0);
  await join();
  await cache.refresh();
  expect(cached()).toContain(7);
  expect(cache.size).toBe(4);

  // After an outage all links are loaded again, and known ones are also sorted by age.
  databaseIsDown = true;
  await expect(cache.refresh()).rejects.toThrow("unavailable");
  databaseIsDown = false;
  await cache.refresh();
  expect(cached()).toEqual([4, 5, 6, 7]);
  await join();
  await cache.refresh();
  expect(cached()).toEqual([5, 6, 7, 8]);
});

test("a change made while the database was unavailable reaches links that are no longer among the newest", async () => {
  const app = await appForTest();
  const merchant = await aMerchant(app);
  const old = await aCampaign(merchant);
  const { code } = await anAffiliate(app, merchant, old);
  const recent = await aCampaign(merchant);
  for (let count = 0; count < 2; count += 1) {
    app.clock.forward({ ms: 1 });
    await anAffiliate(app, merchant, recent);
  }
  let isUnavailable = false;
  const query: typeof app.db.query = (statement) =>
    isUnavailable ? Promise.reject(new Error("unavailable")) : app.db.query(statement);
  const onError = (error: unknown): never => {
    throw error;
  };
  const cache = new LinkCache({ db: { ...app.db, query } }, { onError, deadlineMs: 10_000, linksMax: 2 });
  const find = (): Promise<CachedLink | undefined> => new Promise((found, failed) => cache.find(code, found, failed));
  await cache.refresh();
  expect((await find())?.campaign.status).toBe("active");

  isUnavailable = true;
  await expect(cache.refresh()).rejects.toThrow("unavailable");
  await merchant.call("PATCH", `/v1/campaigns/${old}`, { body: { status: "paused" } });
  isUnavailable = false;
  await cache.refresh();
  expect((cache.get(code) ?? (await find()))?.campaign.status).toBe("paused");
});
