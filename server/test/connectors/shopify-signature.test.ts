import "@shopify/shopify-api/adapters/node";
import { LogSeverity, shopifyApi, type ApiVersion } from "@shopify/shopify-api";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { shopify } from "../../src/connectors/shopify/shopify.ts";
import { hmac, RECEIVED_AT } from "./shop-request.ts";
import { order, SHOPIFY_SECRET, shopifyRequest } from "./shopify-events.ts";

const library = shopifyApi({
  apiKey: "unused",
  apiSecretKey: SHOPIFY_SECRET,
  apiVersion: "2026-07" as ApiVersion,
  hostName: "localhost",
  isEmbeddedApp: false,
  isTesting: true,
  logger: { level: LogSeverity.Error },
});

/** Whether Shopify's own library accepts the request. */
async function isValidForShopify({ headers, body }: InboundRequest): Promise<boolean> {
  const rawRequest = new IncomingMessage(new Socket());
  rawRequest.method = "POST";
  rawRequest.url = "/in";
  Object.assign(rawRequest.headers, headers);
  const rawResponse = new ServerResponse(rawRequest);
  const { valid } = await library.webhooks.validate({ rawBody: body.toString(), rawRequest, rawResponse });
  return valid;
}

const topic = "orders/paid";
const request = shopifyRequest(order(), { topic });
const newer = shopifyRequest(order(), { topic, spelling: "shopify-" });
const accepts = (more: Partial<InboundRequest>, secrets = [SHOPIFY_SECRET]): boolean =>
  shopify.verify({ ...request, ...more }, secrets, RECEIVED_AT);

describe("a Shopify signature", () => {
  it("is accepted in both spellings by us and by Shopify's own library", async () => {
    for (const each of [request, newer]) {
      expect(await isValidForShopify(each)).toBe(true);
      expect(accepts(each)).toBe(true);
      expect(shopify.recognize(each).topic).toBe(topic);
    }
    expect(accepts({ headers: { ...request.headers, ...newer.headers } })).toBe(true);
  });

  it("is accepted with either secret during a rotation", () => {
    expect(accepts({}, ["another", SHOPIFY_SECRET])).toBe(true);
  });

  it("is refused for a changed or empty body, a wrong secret or none, as Shopify's library does", async () => {
    const changed = Buffer.from(request.body.toString().replace("4501", "4502"));
    expect(accepts({ body: changed })).toBe(false);
    expect(await isValidForShopify({ ...request, body: changed })).toBe(false);
    expect(accepts(shopifyRequest("", { topic }))).toBe(false);
    expect(accepts({}, ["another"])).toBe(false);
    expect(accepts({}, [])).toBe(false);
    const other = shopifyRequest(order(), { topic }, "another");
    expect(accepts(other)).toBe(false);
    expect(await isValidForShopify(other)).toBe(false);
  });

  it("is refused if the header is missing, came twice, or both spellings differ", () => {
    const name = "x-shopify-hmac-sha256";
    const given = String(request.headers[name]);
    const headers = [{}, { [name]: "" }, { [name]: [given, given] }, { [name]: `${given}, ${given}` }];
    for (const each of headers) expect(accepts({ headers: each })).toBe(false);
    for (const other of ["", "AAAA", [given, given]])
      expect(accepts({ headers: { ...request.headers, "shopify-hmac-sha256": other } })).toBe(false);
    expect(accepts({ headers: { [name]: hmac("hex", request.body.toString(), SHOPIFY_SECRET) } })).toBe(false);
  });
});

describe("an event of Shopify", () => {
  const keyOf = (more: { webhookId?: string; eventId?: string }) =>
    shopify.recognize(shopifyRequest(order(), { topic, ...more })).dedupKey;

  it("is the same when it is retried, and when two subscriptions send it", () => {
    expect(keyOf({ webhookId: "wh-1" })).toBe(keyOf({ webhookId: "wh-1" }));
    expect(keyOf({ webhookId: "wh-2", eventId: "ev-1" })).toBe(keyOf({ webhookId: "wh-1", eventId: "ev-1" }));
  });

  it("is another one with another body or topic, even under the same unsigned ID", () => {
    const other = shopifyRequest(order({ updated_at: "2026-11-16T11:10:00+01:00" }), { topic });
    expect(shopify.recognize(other).dedupKey).not.toBe(keyOf({}));
    expect(shopify.recognize(shopifyRequest(order(), { topic: "orders/updated" })).dedupKey).not.toBe(keyOf({}));
  });
});
