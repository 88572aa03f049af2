import { createTributary } from "tributary-sdk";
import { beforeAll, expect, it } from "vitest";
import { conversionsOf, worldForFile } from "../../../server/test/support/shop.ts";
import { newBox } from "./boxes.ts";

const world = worldForFile({}, "test");
let address = "";
beforeAll(async () => {
  address = await world.app.http.listen({ port: 0, host: "127.0.0.1" });
});

it.each([0, 400])("an order whose response was lost counts once in a test account, %i days later", async (days) => {
  const options = { baseUrl: address, apiKey: world.shop.merchant.key };
  const orderNamed = (name: string) => ({
    campaign_id: world.shop.campaignId,
    affiliate_code: world.shop.affiliate.code,
    external_id: `${name} ${days}`,
    amount: 100,
  });
  // The clock of the account stands still, while real time passes.
  world.app.clock.forward({ seconds: 300 });
  const directory = newBox();
  const loseResponse: typeof fetch = async (...request) => {
    await (await fetch(...request)).text();
    throw new TypeError("fetch failed");
  };
  const first = createTributary({ ...options, fetch: loseResponse, outbox: directory });
  expect(await first.conversions.track(orderNamed("lost"))).toMatchObject({ queued: true });
  await first.outbox.close();

  const plain = createTributary(options);
  await plain.conversions.track(orderNamed("other"));
  if (days > 0) await plain.test.clock.advance({ days });
  await plain.conversions.track(orderNamed("another"));
  const next = createTributary({ ...options, outbox: directory });
  expect(await next.outbox.flush()).toEqual({ sent: 1, failed: 0, pending: 0 });
  await next.outbox.close();
  const names = (await conversionsOf(world.shop, "?limit=100")).map(({ external_id }) => external_id);
  expect(names.filter((name) => name === `lost ${days}`)).toHaveLength(1);
});
