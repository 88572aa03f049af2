import type { TestApp, TestResponse } from "../support/app.ts";
import { changedSince, momentOf, noteChanges } from "../support/changes.ts";
import { aShop, type Shop, type ShopKind } from "../support/shop.ts";

/**
 * Lends a shop in which nothing has happened since it was opened. Most requests that are refused change nothing, so the
 * next ones get the same shop.
 */
export class UnchangedShops {
  readonly #shops = new Map<ShopKind, Shop>();
  readonly #app: () => TestApp;
  #noting: Promise<void> | undefined;

  constructor(app: () => TestApp) {
    this.#app = app;
  }

  async within(kind: ShopKind, work: (shop: Shop) => Promise<TestResponse>): Promise<TestResponse> {
    const app = this.#app();
    await (this.#noting ??= noteChanges(app));
    const shop = this.#shops.get(kind) ?? (await aShop(app, {}, kind));
    this.#shops.delete(kind);
    const before = await momentOf(app);
    const response = await work(shop);
    const changed = await changedSince(app, shop.merchant.accountId, before);
    if (changed.length === 0) this.#shops.set(kind, shop);
    return response;
  }
}
