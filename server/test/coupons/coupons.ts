import sql from "sql-template-tag";
import { expect } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import type { TestResponse } from "../support/app.ts";
import { track, type Shop } from "../support/shop.ts";
import { anAffiliate, conversionIdOf, type Joined } from "../support/world.ts";

export const another = ({ app, merchant, campaignId }: Shop): Promise<Joined> => anAffiliate(app, merchant, campaignId);

export const create = (shop: Shop, code: string, more: Record<string, unknown> = {}): Promise<TestResponse> =>
  shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/coupons`, {
    body: { code, affiliate_id: shop.affiliate.affiliateId, ...more },
  });

/** The ID of a new coupon of the shop's affiliate. */
export async function aCoupon(shop: Shop, code: string, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await create(shop, code, more);
  expect(`${status} ${text}`).toMatch(/^200 /);
  return body.coupon.id as string;
}

export const move = (shop: Shop, id: string, to: Joined): Promise<TestResponse> =>
  shop.merchant.call("PATCH", `/v1/coupons/${id}`, { body: { affiliate_id: to.affiliateId } });

export const end = (shop: Shop, id: string): Promise<TestResponse> => shop.merchant.call("DELETE", `/v1/coupons/${id}`);

/** An order with a coupon and without the affiliate's code. */
export const orderWith = (shop: Shop, coupon: string, more: Record<string, unknown> = {}): Promise<TestResponse> =>
  track(shop, { affiliate_code: undefined, coupon_code: coupon, ...more });

/** The outcome of a response in one line: `200`, or the status and the code. */
export const outcome = ({ status, body }: TestResponse): string =>
  status === 200 ? "200" : `${status} ${(body as { code: string }).code}`;

/** The conversion of a track request, as the dashboard shows it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
export async function shown(shop: Shop, tracked: TestResponse): Promise<any> {
  expect(`${tracked.status} ${tracked.text}`).toMatch(/^200 /);
  const { id } = tracked.body.conversion as { id: string };
  const all = await shop.merchant.call("GET", `/v1/campaigns/${shop.campaignId}/conversions?limit=100`);
  return (all.body.conversions as { id: string }[]).find((each) => each.id === id);
}

/** The warning signs of a track request. */
export async function signsOf({ app }: Shop, tracked: TestResponse): Promise<string[]> {
  expect(`${tracked.status} ${tracked.text}`).toMatch(/^200 /);
  const id = conversionIdOf((tracked.body.conversion as { id: string }).id);
  const [row] = await app.db.query<{ warning_signs: string[] }>(sql`
    select warning_signs from conversions where id = ${uuidOf(id)}`);
  return row?.warning_signs ?? [];
}
