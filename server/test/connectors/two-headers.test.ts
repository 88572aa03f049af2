import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProviderName } from "tributary-sdk/words";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { worldForFile } from "../support/shop.ts";
import { listen } from "../support/sockets.ts";
import { genericRequest, GENERIC_SECRET } from "./generic-events.ts";
import { LEMON_SECRET, signed } from "./lemon-squeezy-events.ts";
import { PADDLE_SECRET, paddleRequest } from "./paddle-events.ts";
import { SHOPIFY_SECRET, shopifyRequest } from "./shopify-events.ts";
import { STRIPE_SECRET, stripeRequest } from "./stripe-events.ts";
import { WOO_SECRET, wooRequest } from "./woocommerce-events.ts";

const world = worldForFile();
let port = 0;
beforeAll(async () => {
  port = await listen(world.app);
});

type Sent = Record<string, string | string[]>;

/** Node's client writes a list as several headers of the same name. */
async function statusOf(id: string, headers: Sent, body: Buffer): Promise<number | undefined> {
  const sending = httpRequest({ port, host: "127.0.0.1", path: `/in/${id}`, method: "POST", headers });
  const response = once(sending, "response");
  sending.end(body);
  const [message] = (await response) as [IncomingMessage];
  message.resume();
  return message.statusCode;
}

interface Case {
  readonly secret: string;
  readonly header: string;
  readonly sign: (secret: string) => InboundRequest;
}

const now = (): Date => world.app.clock.now();
const body = JSON.stringify({ id: "evt_1", type: "something.else", data: {}, meta: { event_name: "other" } });

const standard = (secret: string): InboundRequest => {
  const { headers, body: bytes } = genericRequest(body, { secret, at: now() });
  return { headers: { ...headers, "x-service-signature": undefined }, body: bytes };
};

const cases: readonly (readonly [ProviderName, Case])[] = [
  ["stripe", { secret: STRIPE_SECRET, header: "stripe-signature", sign: (key) => stripeRequest(body, now(), key) }],
  ["paddle", { secret: PADDLE_SECRET, header: "paddle-signature", sign: (key) => paddleRequest(body, now(), [key]) }],
  [
    "shopify",
    {
      secret: SHOPIFY_SECRET,
      header: "x-shopify-hmac-sha256",
      sign: (key) => shopifyRequest(body, { topic: "other" }, key),
    },
  ],
  ["woocommerce", { secret: WOO_SECRET, header: "x-wc-webhook-signature", sign: (key) => wooRequest(body, {}, key) }],
  ["lemonsqueezy", { secret: LEMON_SECRET, header: "x-signature", sign: (key) => signed(body, { secret: key }) }],
  ["generic", { secret: GENERIC_SECRET, header: "webhook-signature", sign: standard }],
];

describe("two signature headers in one request", () => {
  it.each(cases)("are rejected for %s, though one of them or both are right", async (provider, given) => {
    const { connector } = await createConnector(world.shop.merchant.context, { provider, secret: given.secret });
    const { headers, body: bytes } = given.sign(given.secret);
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Sent;
    const right = String(sent[given.header]);
    const wrong = String(given.sign("another-secret-of-0123456789abcdef").headers[given.header]);
    for (const pair of [
      [right, right],
      [right, wrong],
      [wrong, right],
    ])
      expect(await statusOf(connector.id, { ...sent, [given.header]: pair }, bytes)).toBe(401);
    expect(await statusOf(connector.id, sent, bytes)).toBe(200);
  });
});
