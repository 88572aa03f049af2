import type { Check } from "./verify-check.ts";

/** The orders that shops reported, and what became of their webhooks. */
export const connectorChecks: readonly Check[] = [
  {
    name: "order_not_decided",
    finding: "orders with both a conversion and a reason for having none, or with neither",
    wrong: `select id from orders where (conversion_id is null) <> (unattributed_reason is not null)`,
  },
  {
    name: "order_without_payment",
    finding: "orders of a connector that no webhook has reported",
    wrong: `select o.id from orders o where o.connector_id is not null and not exists (
      select from facts f where f.account_id = o.account_id and f.order_external_id = o.external_id
        and f.provider = o.source and f.kind = 'payment')`,
  },
  {
    name: "conversion_without_order",
    finding: "conversions without their order, or with one of another ID",
    wrong: `select v.id from conversions v left join orders o on o.conversion_id = v.id and o.account_id = v.account_id
      where v.kind <> 'bonus' and v.part_of is null and o.external_id is distinct from v.external_id`,
  },
  {
    // A receipt without a conversion and without a reason may be done: a refund before its order, or a free order.
    name: "receipt_without_outcome",
    finding: "webhooks that were processed at no time, ignored for no reason, or failed without a problem",
    wrong: `select id from receipts where case state when 'done' then worked_at is null
      when 'ignored' then worked_at is null or reason is null when 'failed' then problem is null else false end`,
  },
  {
    name: "receipt_of_other_order",
    finding: "webhooks with the conversion of another order",
    wrong: `select r.id from receipts r join conversions v on v.id = r.conversion_id
      where r.order_external_id is distinct from v.external_id`,
  },
];
