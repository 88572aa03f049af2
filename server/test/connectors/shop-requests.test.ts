import { describe, expect, it } from "vitest";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { call } from "../support/app.ts";
import { worldForFile } from "../support/shop.ts";
import { receiptsOf } from "./inbox-world.ts";
import { genericStory, lemonStory, shopifyStory, wooStory } from "./shop-stories.ts";
import { CLICK } from "./stripe-events.ts";

const world = worldForFile();
const stories = [shopifyStory, wooStory, lemonStory, genericStory].map((tell) => tell(CLICK, new Date(0)));

async function aConnector({ provider, secret }: (typeof stories)[number]) {
  const { connector } = await createConnector(world.shop.merchant.context, { provider, secret });
  const post = async ({ headers, body }: InboundRequest): Promise<number> => {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const given = { "content-type": "application/json", ...sent };
    return (await call(world.app, "POST", `/in/${connector.id}`, { raw: body.toString(), headers: given })).status;
  };
  return { post, receipts: () => receiptsOf(world.app, connector) };
}

describe.each(stories)("the inbox of $provider", (story) => {
  it("stores a signed event once, and nothing of a changed, unsigned or empty one", async () => {
    const { post, receipts } = await aConnector(story);
    const [event] = story.events;
    if (!event) throw new Error("The story has no events.");
    const request = story.sign(event, world.app.clock.now());
    const unsigned = Object.entries(request.headers).filter(([name]) => !/signature|hmac/.test(name));
    expect(await post({ ...request, body: Buffer.from(`${event.body} `) })).toBe(401);
    expect(await post({ ...request, headers: Object.fromEntries(unsigned) })).toBe(401);
    expect(await post({ ...request, body: Buffer.alloc(0) })).toBe(401);
    expect(await receipts()).toEqual([]);
    expect([await post(request), await post(request)]).toEqual([200, 200]);
    expect(await receipts()).toHaveLength(1);
  });
});

it("WooCommerce's ping gets 200 and is not stored", async () => {
  const { post, receipts } = await aConnector(wooStory(CLICK, new Date(0)));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect(await post({ headers, body: Buffer.from("webhook_id=12") })).toBe(200);
  expect(await post({ headers, body: Buffer.from("webhook_id=12&a=1") })).toBe(401);
  expect(await receipts()).toEqual([]);
});
