import { expect, it } from "vitest";
import { aCoupon, another, move } from "../coupons/coupons.ts";
import { aPortalShop } from "./portal.ts";

it("a person's copy of their data has the coupons they held, how long, and nobody else's", async () => {
  const shop = await aPortalShop();
  const { app, portal, campaignId } = shop;
  const other = await another(shop);
  const since = app.clock.now().toISOString();
  await aCoupon(shop, "KEPT10");
  app.clock.forward({ seconds: 300 });
  const moved = await aCoupon(shop, "MOVED10");
  await aCoupon({ ...shop, affiliate: other }, "OTHER10");
  const later = app.clock.now().toISOString();
  app.clock.forward({ seconds: 300 });
  await move(shop, moved, other);
  expect((await portal.get("data")).body.coupons).toEqual([
    { campaign_id: campaignId, code: "KEPT10", held_from: since, held_until: null },
    { campaign_id: campaignId, code: "MOVED10", held_from: later, held_until: app.clock.now().toISOString() },
  ]);
});
