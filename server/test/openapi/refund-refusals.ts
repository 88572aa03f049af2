import sql from "sql-template-tag";
import { REFUNDS_MAX } from "tributary-sdk/limits";
import { uuidOf, type ConversionId } from "../../src/domain/ids.ts";
import { aPartner, aTill, earnApproved, mature } from "../payouts/till.ts";
import type { TestApp, TestResponse } from "../support/app.ts";
import { tracked, type Shop } from "../support/shop.ts";

const UNKNOWN = "unknown";
const ORDER = "order-to-refund";
const post = (shop: Shop, path: string, body?: unknown): Promise<TestResponse> =>
  shop.merchant.call("POST", `/v1/${path}`, body === undefined ? {} : { body });

export const refund = { external_id: "one", amount: 10 };
/** As many refunds as an order may have. None of them counts any more. */
async function manyRefunds(app: TestApp, shop: Shop, id: string): Promise<void> {
  await post(shop, `conversions/${id}/refunds`, { external_id: `first-${id}`, amount: 1 });
  await app.db.query(sql`
    insert into refunds (id, account_id, order_id, conversion_id, source, external_id, amount_minor, currency, counted, actor,
      occurred_at, recorded_at)
    select gen_random_uuid(), account_id, order_id, conversion_id, source, external_id || number, amount_minor, currency, false, actor,
      occurred_at, recorded_at
    from refunds, generate_series(2, ${REFUNDS_MAX}::int) number where conversion_id = ${uuidOf(id as ConversionId)}`);
}

/** A request that causes each error of the operations on refunds. */
export function refundRefusals(app: () => TestApp): Record<string, (shop: Shop) => Promise<TestResponse>> {
  const provoked: Record<string, (shop: Shop) => Promise<TestResponse>> = {};
  for (const [operation, refunds] of [
    ["refundConversion", (shop: Shop, id: string, body: object) => post(shop, `conversions/${id}/refunds`, body)],
    [
      "refundOrder",
      (shop: Shop, id: string, body: object) =>
        post(shop, "refunds", { conversion_external_id: id === UNKNOWN ? UNKNOWN : ORDER, ...body }),
    ],
  ] as const) {
    const refunded = async (shop: Shop, ...bodies: object[]): Promise<TestResponse> => {
      const id = await tracked(shop, { external_id: ORDER });
      let answer = await refunds(shop, id, { ...refund, external_id: "before" });
      for (const body of bodies) answer = await refunds(shop, id, { ...refund, ...body });
      return answer;
    };
    Object.assign(provoked, {
      [`${operation} invalid_request`]: (shop: Shop) => refunded(shop, { amount: 0 }),
      [`${operation} conversion_not_found`]: (shop: Shop) => refunds(shop, UNKNOWN, refund),
      [`${operation} refund_differs`]: (shop: Shop) => refunded(shop, {}, { amount: 11 }),
      [`${operation} refund_exceeds_amount`]: (shop: Shop) => refunded(shop, { amount: 91 }),
      [`${operation} refund_currency`]: (shop: Shop) => refunded(shop, { currency: "USD" }),
      [`${operation} refund_too_small`]: (shop: Shop) => refunded(shop, { amount: 0.001 }),
      [`${operation} refund_id_reserved`]: (shop: Shop) => refunded(shop, { external_id: "edit:1" }),
      [`${operation} too_many_refunds`]: async (shop: Shop) => {
        const id = await tracked(shop, { external_id: ORDER });
        await manyRefunds(app(), shop, id);
        return refunds(shop, id, { ...refund, external_id: "one more" });
      },
    });
  }

  Object.assign(provoked, {
    "cancelRefund refund_not_found": (shop: Shop) => post(shop, `refunds/${UNKNOWN}/cancel`),
    "cancelRefund refund_of_edit": async (shop: Shop) => {
      const { body } = await post(shop, `conversions/${await tracked(shop)}/edits`, { external_id: "low", amount: 1 });
      return post(shop, `refunds/${body.refund.id}/cancel`);
    },
    "unrejectConversion conversion_refunded": async (shop: Shop) => {
      const id = await tracked(shop);
      await post(shop, `conversions/${id}/refunds`, { ...refund, amount: 100 });
      return post(shop, `conversions/${id}/unreject`);
    },
    "editOrder too_many_refunds": async (shop: Shop) => {
      const id = await tracked(shop);
      await manyRefunds(app(), shop, id);
      return post(shop, `conversions/${id}/edits`, { external_id: "lower", amount: 1 });
    },
    "listRefunds conversion_not_found": (shop: Shop) => shop.merchant.call("GET", `/v1/conversions/${UNKNOWN}/refunds`),
    "editOrder invalid_request": async (shop: Shop) => post(shop, `conversions/${await tracked(shop)}/edits`, {}),
    "editOrder conversion_not_found": (shop: Shop) => post(shop, `conversions/${UNKNOWN}/edits`, refund),
    "editOrder edit_differs": async (shop: Shop) => {
      const id = await tracked(shop);
      await post(shop, `conversions/${id}/edits`, refund);
      return post(shop, `conversions/${id}/edits`, { ...refund, amount: 11 });
    },
    "editOrder refund_exceeds_amount": async (shop: Shop) => {
      const id = await tracked(shop);
      await post(shop, `conversions/${id}/refunds`, { ...refund, amount: 50 });
      return post(shop, `conversions/${id}/edits`, { external_id: "two", amount: 10 });
    },
    "editOrder budget_exceeded": async () => {
      const till = await aTill(app(), { max_budget: 7 });
      const id = await earnApproved(till, await aPartner(till), 700);
      mature(till);
      return till.merchant.call("POST", `/v1/conversions/${id}/edits`, { body: refund });
    },
  });

  return provoked;
}
