import type { BrowserContext } from "@playwright/test";
import { NUMBERED_FROM } from "../../server/test/support/numbers.ts";
import { PASSWORD, send, type Merchant } from "./merchant.ts";

/** A sample IBAN with valid check digits. */
export const IBAN = "DE89370400440532013000";

export interface Partner {
  readonly id: string;
  readonly affiliation_id: string;
  readonly name: string;
  readonly email: string;
  readonly affiliate_code: string;
  readonly cookie: string;
}

export interface Stage {
  readonly merchant: Merchant;
  readonly campaignId: string;
  readonly key: string;
}

/** A campaign with 10% commission and no hold period. */
export async function moneyStage(merchant: Merchant): Promise<Stage> {
  const campaignId = await merchant.campaign({ maturation_days: 0 });
  return { merchant, campaignId, key: await merchant.key() };
}

/** A signed-in affiliate, with payout details if an IBAN is given. */
export async function partner({ merchant, campaignId }: Stage, name: string, iban?: string): Promise<Partner> {
  const affiliate = await merchant.affiliate(campaignId, name);
  const { cookie } = await send(merchant.origin, "POST", "/api/session", {
    body: { email: affiliate.email, password: PASSWORD },
  });
  if (iban !== undefined)
    await send(merchant.origin, "PATCH", "/api/portal/profile", {
      cookie,
      body: { payout_details: { kind: "iban", iban }, password: PASSWORD },
    });
  return { ...affiliate, cookie };
}

let orders = NUMBERED_FROM;

/** An approved order of this amount: a tenth of it is ready to pay. */
export async function earn({ merchant, campaignId, key }: Stage, { affiliate_code }: Partner, amount: number) {
  const conversion = await merchant.track(key, {
    campaign_id: campaignId,
    affiliate_code,
    external_id: `order-${(orders += 1)}`,
    amount,
  });
  await merchant.call("POST", `conversions/${conversion.id}/approve`);
  return { ...conversion, externalId: `order-${orders}` };
}

export async function signInPartner(context: BrowserContext, origin: string, { cookie }: Partner): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
}
