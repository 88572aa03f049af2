import type { CommissionBase, ProviderName } from "tributary-sdk/words";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { uuidOf, type ConnectorId } from "../../domain/ids.ts";
import type { OrderFacts } from "../../domain/order.ts";
import { traceJson } from "../../domain/plan/trace.ts";
import { ruleValue } from "../campaigns/campaigns.ts";
import { uuidLike } from "../ledger/ledger.ts";

/** A connector's order may be known already, without a conversion. */
export interface OrderSource {
  readonly source: ProviderName;
  readonly connectorId: ConnectorId;
  readonly commissionBase: CommissionBase;
}

/**
 * False if the account already has the external ID. Waits for a concurrent duplicate, and inserts if that one rolls
 * back. `order` is null for a conversion that is not the first one of its order.
 */
export async function insertConversion(
  tx: Tx,
  conversion: Conversion,
  { actor, order, source }: { actor: string; order: OrderFacts | null; source?: OrderSource | undefined },
): Promise<boolean> {
  const { amount, commission, origin } = conversion;
  const worth = conversion.hasRefunds ? conversion.original : null;
  const isPlain = hasNoPlanColumns(conversion);
  const rows = await tx.query(sql`
    with inserted as (
      insert into conversions (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
        commission_minor, commission_currency, status, created_at, matures_at, seq, attributed_by, click_id, clicked_at,
        click_expires_at, commission_type, commission_value, rule_currency, warning_signs, address_hash, scales_fixed, part_of,
        original_amount_minor, original_commission_minor, refunded_minor${isPlain ? empty : planColumns}${origin.coupon ? couponColumns : empty})
      values (${uuidOf(conversion.id)}, ${uuidOf(conversion.accountId)}, ${uuidOf(conversion.campaignId)},
        ${uuidOf(conversion.affiliateId)}, ${uuidOf(conversion.affiliationId)}, ${conversion.externalId},
        ${amount.minor}, ${amount.currency}, ${commission.minor}, ${commission.currency}, ${conversion.status},
        ${conversion.createdAt}, ${conversion.maturesAt}, ${conversion.seq}, ${origin.attributedBy},
        ${origin.clickId && uuidOf(origin.clickId)}, ${origin.clickedAt}, ${origin.clickExpiresAt}, ${origin.rule.type},
        ${ruleValue(origin.rule)}, ${origin.rule.type === "fixed" ? origin.rule.fixed.currency : amount.currency},
        ${origin.warningSigns}, ${origin.addressHash}, ${origin.scalesFixed}, ${conversion.partOf && uuidOf(conversion.partOf)},
        ${worth?.amount.minor ?? null}, ${worth?.commission.minor ?? null}, ${conversion.refundedMinor}${isPlain ? empty : planValues(conversion)}${couponValues(origin)})
      on conflict (account_id, external_id) do nothing
      returning id, account_id, external_id, amount_minor, currency, seq, status, created_at, customer_key
    )${order ? (source ? attributed(order, source) : ordered(order, conversion)) : empty}
    insert into conversion_transitions (conversion_id, seq, action, status, actor, at, amount_minor, commission_minor)
    select id, seq, 'track', status, ${actor}, created_at, ${amount.minor}::int8, ${commission.minor}::int8 from inserted
    returning seq`);
  return rows.length === 1;
}

/** Most orders have neither a plan nor a customer. They skip the columns about them, which makes the statement cheaper. */
const hasNoPlanColumns = ({ kind, customerKey, planned, countedMonth }: Conversion): boolean =>
  kind === "order" && customerKey === null && planned === null && countedMonth === null;

const planColumns = sql`, kind, customer_key, plan_id, plan_version, ordinal, trace, counted_month`;

const planValues = ({ kind, customerKey, planned, countedMonth }: Conversion): Sql => sql`, ${kind}, ${customerKey},
  ${planned && uuidOf(planned.planId)}, ${planned?.version ?? null}, ${planned?.ordinal ?? null},
  ${planned && JSON.stringify(traceJson(planned.trace))}, ${countedMonth}`;

const couponColumns = sql`, coupon_id, coupon_code, other_affiliation_id`;

const couponValues = ({ coupon, otherAffiliationId }: Conversion["origin"]): Sql =>
  coupon ? sql`, ${uuidOf(coupon.id)}, ${coupon.code}, ${otherAffiliationId && uuidOf(otherAffiliationId)}` : empty;

function ordered({ items, subscriptionId, country, paidAt }: OrderFacts, { createdAt, customerKey }: Conversion): Sql {
  const isPlain = items.length === 0 && subscriptionId === null && country === null && customerKey === null;
  return sql`, ordered as (
    insert into orders (id, account_id, source, external_id, amount_minor, currency, conversion_id, paid_at
      ${isPlain ? empty : sql`, items, customer_key, subscription_id, country`})
    select ${uuidLike("id")}, account_id, 'api', external_id, amount_minor, currency, id,
      ${paidAt.getTime() === createdAt.getTime() ? sql`created_at` : sql`${paidAt}`}
      ${isPlain ? empty : sql`, ${itemsJson(items)}::jsonb, customer_key, ${subscriptionId}, ${country}`} from inserted
  )`;
}

/** If the order was known without an affiliate, the same row gets its conversion. */
const attributed = (
  { items, subscriptionId, country, paidAt }: OrderFacts,
  { source, connectorId, commissionBase }: OrderSource,
): Sql => sql`, ordered as (
  insert into orders (id, account_id, source, external_id, amount_minor, currency, paid_at, conversion_id, items, customer_key,
    subscription_id, country, connector_id, commission_base)
  select ${uuidLike("id")}, account_id, ${source}, external_id, amount_minor, currency, ${paidAt}, id,
    ${itemsJson(items)}::jsonb, customer_key, ${subscriptionId}, ${country}, ${uuidOf(connectorId)}::uuid, ${commissionBase} from inserted
  on conflict (account_id, source, external_id) do update
  set conversion_id = excluded.conversion_id, amount_minor = excluded.amount_minor, currency = excluded.currency,
    paid_at = excluded.paid_at, items = excluded.items, customer_key = excluded.customer_key,
    subscription_id = excluded.subscription_id, country = excluded.country, unattributed_reason = null
  where orders.conversion_id is null
)`;

/** As the column has them; null: not known. */
export const itemsJson = (items: OrderFacts["items"]): string | null =>
  items.length === 0 ? null : JSON.stringify(items.map(itemJson));

const itemJson = ({ sku, productId, category, quantity, amountMinor }: OrderFacts["items"][number]): object => ({
  sku,
  product_id: productId,
  category,
  quantity,
  amount_minor: Number(amountMinor),
});
