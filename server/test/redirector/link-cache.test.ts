import { expect, test } from "vitest";
import { LinkCache, type CachedLink } from "../../src/redirector/link-cache.ts";
import { appForTest } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";

test("beyond what fits, the oldest links give way to new ones and to those that are asked for", async () => {
  const app = await appForTest();
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant);
  const codes: string[] = [];
  const join = async (): Promise<void> => {
    // Ids of the same millisecond have no order.
    app.clock.forward({ ms: 1 });
    codes.push((await anAffiliate(app, merchant, campaign)).code);
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  const cache = new LinkCache(app.services, { onError, deadlineMs: 10_000, linksMax: 4 });
  const atHand = (): number[] => codes.flatMap((code, index) => (cache.get(code) ? index : []));
  const find = (code: string): Promise<CachedLink | undefined> =>
    new Promise((found, failed) => cache.find(code, found, failed));

  for (let count = 0; count < 6; count += 1) await join();
  await cache.refresh();
  expect(atHand()).toEqual([2, 3, 4, 5]);
  await join();
  await cache.refresh();
  expect(atHand()).toEqual([3, 4, 5, 6]);
  expect(await find(codes[0] ?? "")).toMatchObject({ active: true });
  expect(atHand()).toEqual([0, 4, 5, 6]);
  await join();
  await cache.refresh();
  expect(atHand()).toEqual([0, 5, 6, 7]);
  expect(cache.size).toBe(4);
});
