import { describe, expect, it } from "vitest";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { call, type TestResponse } from "../support/app.ts";
import { worldForFile } from "../support/shop.ts";
import { PADDLE_SECRET, paddleBody, paddleRequest, transaction } from "./paddle-events.ts";
import { STRIPE_SECRET, invoice, stripeBody, stripeRequest } from "./stripe-events.ts";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";

const world = worldForFile();
const secrets = { stripe: STRIPE_SECRET, paddle: PADDLE_SECRET };

async function post(provider: "stripe" | "paddle", { headers, body }: InboundRequest): Promise<TestResponse> {
  const secret = secrets[provider];
  const { connector } = await createConnector(world.shop.merchant.context, { provider, secret });
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return call(world.app, "POST", `/in/${connector.id}`, { raw: body.toString(), headers: sent });
}

describe("the inbox", () => {
  it("accepts what Stripe and Paddle sign", async () => {
    const now = world.app.clock.now();
    expect((await post("stripe", stripeRequest(stripeBody("invoice.paid", invoice()), now))).status).toBe(200);
    const ofPaddle = paddleRequest(paddleBody("transaction.completed", transaction()), now);
    expect((await post("paddle", ofPaddle)).status).toBe(200);
  });

  it("refuses what another account's secret signed", async () => {
    const now = world.app.clock.now();
    const foreign = stripeRequest(stripeBody("invoice.paid", invoice()), now, "whsec_of_another_account");
    const response = await post("stripe", foreign);
    expect([response.status, response.body.code]).toEqual([401, "invalid_signature"]);
  });

  it("tells a merchant of Paddle Classic what to do", async () => {
    const body = Buffer.from("alert_name=subscription_payment_succeeded&p_signature=abc%3D%3D");
    const response = await post("paddle", { headers: { "content-type": "application/x-www-form-urlencoded" }, body });
    expect(response.status).toBe(401);
    expect(response.text).toContain("Paddle Classic");
  });
});
