import { Browser } from "../people/browser.ts";
import { appForTest, type TestResponse, type TestApp } from "../support/app.ts";
import { aShop, type Shop } from "../support/shop.ts";
import { aCampaign, aConversion, conversionIdOf, type Joined, type Merchant } from "../support/world.ts";
import { approveConversion, rejectConversionAsMember } from "../../src/usecases/conversions/change-conversion.ts";

/** An affiliate in the portal. */
export interface Portal {
  readonly browser: Browser;
  readonly get: (path: string) => Promise<TestResponse>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
}

export function portalOf(app: TestApp, { cookie }: Pick<Joined, "cookie">): Portal {
  const browser = new Browser(app);
  browser.cookie = cookie;
  return {
    browser,
    get: (path) => browser.send("GET", `/api/portal/${path}`),
    send: (method, path, body) => browser.send(method, `/api/portal/${path}`, body),
  };
}

/** A shop with its affiliate signed in to the portal. */
export interface PortalShop extends Shop {
  readonly portal: Portal;
}

export async function aPortalShop(on?: TestApp, campaign: Record<string, unknown> = {}): Promise<PortalShop> {
  const app = on ?? (await appForTest({ SIGNUP: "open" }));
  const shop = await aShop(app, campaign);
  return { ...shop, portal: portalOf(app, shop.affiliate) };
}

/** Adds the same person to another campaign; returns the campaign and the code. */
export async function joinAnother(
  { app, affiliate }: Shop,
  merchant: Merchant,
  campaign: Record<string, unknown> = {},
): Promise<{ campaignId: string; code: string }> {
  const campaignId = await aCampaign(merchant, campaign);
  const { body } = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, {
    body: { email: affiliate.email },
  });
  const token = String(body.invite_link).split("/").at(-1);
  const accepted = await portalOf(app, affiliate).send("POST", `invitations/${token}/accept`);
  if (accepted.status !== 200) throw new Error(accepted.text);
  return { campaignId, code: accepted.body.affiliation.affiliate_code as string };
}

export async function sold(
  shop: Shop,
  more: { amount?: number; currency?: string; external_id?: string } = {},
): Promise<string> {
  return aConversion(shop.merchant, shop.campaignId, { code: shop.affiliate.code, ...more });
}

export async function approved(shop: Shop, id: string): Promise<string> {
  await approveConversion(shop.merchant.context, { id: conversionIdOf(id) });
  return id;
}

export async function rejected(shop: Shop, id: string, reason?: string): Promise<string> {
  await rejectConversionAsMember(shop.merchant.context, { id: conversionIdOf(id), reason });
  return id;
}
