import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Environment } from "../../src/config.ts";
import { startApp, type TestResponse, type TestApp } from "./app.ts";
import { aTwin } from "./twins.ts";
import { aCampaign, aMerchant, anAffiliate, anOrderId, type Joined, type Merchant } from "./world.ts";

/** A merchant with one campaign and one affiliate in it. */
export interface Shop {
  readonly app: TestApp;
  readonly merchant: Merchant;
  readonly campaignId: string;
  readonly affiliate: Joined;
}

export type ShopKind = "live" | "test";

/** In a test account, requests with its key can also use the operations of test mode. */
export async function aShop(
  app: TestApp,
  campaign: Record<string, unknown> = {},
  kind: ShopKind = "live",
): Promise<Shop> {
  const merchant = kind === "live" ? await aMerchant(app) : await aTwin(app);
  const campaignId = await aCampaign(merchant, campaign);
  return { app, merchant, campaignId, affiliate: await anAffiliate(app, merchant, campaignId) };
}

export interface FileWorld {
  readonly app: TestApp;
  readonly shop: Shop;
}

/**
 * One application and one shop for a file. Every test starts in a new minute, so that none hits another's rate limit.
 */
export function worldForFile(env: Environment = {}, kind: ShopKind = "live"): FileWorld {
  let app: TestApp | undefined;
  let shop: Shop | undefined;
  beforeAll(async () => {
    app = await startApp(env);
    shop = await aShop(app, {}, kind);
  });
  afterAll(() => app?.close());
  beforeEach(() => app?.clock.forward({ seconds: 61 }));
  const started = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error("The world exists only while tests run.");
    return part;
  };
  return {
    get app() {
      return started(app);
    },
    get shop() {
      return started(shop);
    },
  };
}

/** A track request with the shop's affiliate code; any field can be replaced, and undefined omits it. */
export const track = (shop: Shop, more: Record<string, unknown> = {}): Promise<TestResponse> =>
  shop.merchant.call("POST", "/v1/conversions", {
    body: {
      campaign_id: shop.campaignId,
      affiliate_code: shop.affiliate.code,
      external_id: anOrderId(),
      amount: 100,
      ...more,
    },
  });

export async function tracked(shop: Shop, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await track(shop, more);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.conversion.id as string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
export async function campaignOf(shop: Shop): Promise<any> {
  return (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}`)).body.campaign;
}

/** The shop's conversions as the API lists them, newest first. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
export async function conversionsOf(shop: Shop, query = ""): Promise<any[]> {
  return (await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/conversions${query}`)).body.conversions;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
export async function conversionOf(shop: Shop, id: string): Promise<any> {
  return (await conversionsOf(shop, "?limit=100")).find((conversion) => conversion.id === id);
}

/** The exact form of an error: no field is missing or added, and the ID is the header's. */
export function expectFailure(
  answer: TestResponse,
  [status, code]: readonly [number, string],
  more: Record<string, unknown> = {},
): void {
  expect(answer.body).toEqual({
    error: expect.stringMatching(/^[A-Z_a-z].*\.$/s) as string,
    code,
    request_id: answer.headers["x-request-id"],
    ...more,
  });
  expect(answer.status).toBe(status);
}

/** An error of one of the three writes to conversions. */
export const expectWriteFailure = (
  answer: TestResponse,
  refusal: readonly [number, string],
  more: Record<string, unknown> = {},
): void => expectFailure(answer, refusal, { success: false, ...more });

export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
