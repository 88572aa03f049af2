import { expect } from "vitest";
import type { CommissionPlan } from "tributary-sdk/plan";
import { parseId } from "../../src/domain/ids.ts";
import { bindFreeOrder } from "../../src/usecases/conversions/bind-customer.ts";
import { money } from "../domain/samples.ts";
import type { TestApp, TestResponse } from "../support/app.ts";
import { aShop, track, type Shop } from "../support/shop.ts";
import { anAffiliate, anOrderId, type Joined } from "../support/world.ts";

/** A shop whose campaign has the plan. */
export function aPlannedShop(
  app: TestApp,
  plan: CommissionPlan,
  campaign: Record<string, unknown> = {},
): Promise<Shop> {
  const { type, value } = plan.base;
  return aShop(app, { commission_type: type, commission_value: value, plan, ...campaign });
}

/** The commission of an order that is tracked. */
export async function paid(shop: Shop, order: Record<string, unknown> = {}): Promise<number> {
  const { status, body, text } = await track(shop, order);
  expect(`${status} ${text}`).toMatch(/^200 /);
  return body.conversion.commission as number;
}

/** A renewal of a bound customer: without a click or a code. */
export const renewal = (shop: Shop, order: Record<string, unknown>): Promise<TestResponse> =>
  track(shop, { affiliate_code: undefined, ...order });

/** The start of a trial, as a connector reports it: it binds the customer and is no conversion. */
export const freeOrder = ({ merchant, campaignId, affiliate }: Shop, customerId: string): Promise<void> =>
  bindFreeOrder(merchant.context, {
    campaignId: parseId("campaign", campaignId) ?? null,
    clickId: undefined,
    affiliateCode: affiliate.code,
    externalId: anOrderId(),
    amount: money(0),
    customer: { customerId, customerEmail: undefined },
  });

export const preview = (shop: Shop, order: Record<string, unknown>): Promise<TestResponse> =>
  shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/commission-preview`, {
    body: { affiliate_code: shop.affiliate.code, amount: 100, ...order },
  });

export const another = ({ app, merchant, campaignId }: Shop): Promise<Joined> => anAffiliate(app, merchant, campaignId);

export const as = (shop: Shop, affiliate: Joined): Shop => ({ ...shop, affiliate });
