import sql, { raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/database.ts";
import type { Check } from "./verify-check.ts";
import { payoutChecks } from "./verify-payouts.ts";
import { connectorChecks } from "./verify-connectors.ts";
import { couponChecks } from "./verify-coupons.ts";
import { planChecks } from "./verify-plans.ts";
import { sealChecks } from "./verify-seals.ts";
import { balances, totalChecks } from "./verify-totals.ts";
import { twinChecks } from "./verify-twins.ts";

export interface LedgerCheck {
  /** A machine-readable name. */
  readonly name: string;
  /** What is wrong with the rows it counts. */
  readonly finding: string;
  readonly count: number;
  /** The first few IDs. */
  readonly examples: string[];
}

const EXAMPLES_MAX = 5;

/** What each transition had to move, and what its transfer moved. */
const transitions = `with change as (
    select conversion_id, seq, action, status, commission_minor as commission,
      lag(commission_minor) over (partition by conversion_id order by seq) as earlier from conversion_transitions
  ), transition as (
    select c.conversion_id, c.action, coalesce(x.amount_minor, 0) as moved,
      case c.action when 'reject' then earlier when 'adjust' then case c.status when 'rejected' then 0 else abs(commission - earlier) end
        else commission end as due
    from change c left join transfers x on x.conversion_id = c.conversion_id and x.seq = c.seq)`;

/**
 * Whether refunds leave what the rules of a plan pay for the rest of the order, and not just a share: if they name items,
 * if a fixed amount stays whole, or if the order has several conversions. Then only the bounds are known here.
 */
const dependsOnRules = `v.plan_id is not null and (
  v.part_of is not null or exists (select from conversions part where part.part_of = v.id)
  or (v.refunded_minor between 1 and v.original_amount_minor - 1
    and ((not v.scales_fixed and jsonb_path_exists(v.trace, '$.lines[*] ? (!exists(@.reason)).pay.fixed'))
      or exists (select from orders o join refunds r on r.order_id = o.id
        where o.conversion_id = v.id and r.counted and r.items is not null))))`;

/** A restored order gets only what is left of its customer's limit. */
const hasCustomerMax = `coalesce(jsonb_path_exists(v.trace, '$.caps[*] ? (@.rule == "customer_max")'), false)`;

/** Each query returns the IDs of wrong rows. The checks only read tables and share no rules with the code. */
const checks: Check[] = [
  {
    name: "balance_differs_from_transfers",
    finding: "ledger balances that are not the sum of their transfers",
    wrong: `with moved as (
        select kind, owner_id, currency, sum(minor) as minor from (
          select debit_kind as kind, debit_owner_id as owner_id, currency, -amount_minor as minor from transfers
          union all select credit_kind, credit_owner_id, currency, amount_minor from transfers) t
        group by kind, owner_id, currency)
      select coalesce(b.owner_id, m.owner_id) as id from ${balances} b
      full join moved m on m.kind = b.kind and m.owner_id = b.owner_id and m.currency = b.currency
      where coalesce(b.balance_minor, 0) <> coalesce(m.minor, 0)`,
  },
  {
    name: "ledger_not_zero",
    finding: "accounts whose ledger does not sum to zero in a currency",
    wrong: `select account_id as id from ${balances} b group by account_id, currency having sum(balance_minor) <> 0`,
  },
  {
    name: "negative_balance",
    finding: "balances with the wrong sign",
    wrong: `select owner_id as id from ${balances} b
      where case kind when 'campaign' then balance_minor > 0 when 'receivable' then false else balance_minor < 0 end`,
  },
  {
    name: "balance_differs_from_conversions",
    finding: "balances that are not the sum of the conversions, payouts and claw-backs behind them",
    wrong: `with due as (
        select owner_id, kind, currency, sum(minor) as minor from (
          select affiliate_id as owner_id, case status when 'pending' then 'pending' else 'payable' end as kind,
            commission_currency as currency, commission_minor as minor
          from conversions where status <> 'rejected' and payout_id is null
          union all select affiliate_id, case status when 'created' then 'in_payout' else 'paid' end, currency, amount_minor
          from payouts where status in ('created', 'paid')
          union all select affiliate_id, 'receivable', currency, -amount_minor from claw_backs where payout_id is null
          union all select campaign_id, 'recovered', currency, amount_minor from claw_backs) part
        group by 1, 2, 3)
      select coalesce(b.owner_id, d.owner_id) as id
      from (select owner_id, kind, currency, balance_minor from ${balances} b where kind <> 'campaign') b
      full join due d on d.owner_id = b.owner_id and d.kind = b.kind and d.currency = b.currency
      where coalesce(b.balance_minor, 0) <> coalesce(d.minor, 0)`,
  },
  {
    name: "transition_without_transfer",
    finding: "transitions whose transfer is missing or has another amount",
    wrong: `${transitions} select conversion_id as id from transition where action <> 'adjust' and moved <> due`,
  },
  {
    name: "adjustment_without_transfer",
    finding: "adjustments whose transfer is missing or has another amount",
    wrong: `${transitions} select conversion_id as id from transition where action = 'adjust' and moved <> due`,
  },
  {
    name: "refunded_differs_from_refunds",
    finding: "orders whose conversions are not refunded by the sum of the refunds",
    wrong: `select o.id from orders o
      join (select coalesce(part_of, id) as id, sum(refunded_minor) as minor from conversions group by 1) v on v.id = o.conversion_id
      left join (select order_id, sum(amount_minor) as minor from refunds where counted group by order_id) r on r.order_id = o.id
      where v.minor <> coalesce(r.minor, 0)`,
  },
  {
    name: "commission_differs_from_refunds",
    finding: "conversions whose commission, less claw-backs, is not what their refunds leave of the original",
    wrong: `select v.id from conversions v
      cross join lateral (select
        case when v.refunded_minor = 0 or (v.plan_id is null and v.commission_type = 'fixed' and not v.scales_fixed
          and v.refunded_minor < v.original_amount_minor) then v.original_commission_minor::numeric
        else div(2 * v.original_commission_minor::numeric * (v.original_amount_minor - v.refunded_minor) + v.original_amount_minor,
          2 * v.original_amount_minor) end as minor) left_over
      cross join lateral (select coalesce(sum(amount_minor), 0) as minor, bool_or(refund_id is null) as decided
        from claw_backs where conversion_id = v.id) clawed_back
      cross join lateral (select ${dependsOnRules} as by_rules) plan
      where v.original_amount_minor is not null and clawed_back.decided is not true
        and case when plan.by_rules then v.commission_minor - clawed_back.minor not between 0 and v.original_commission_minor
          when 'budget_short' = any (v.warning_signs) or ${hasCustomerMax}
            then v.commission_minor - clawed_back.minor not between 0 and left_over.minor
          else v.commission_minor - clawed_back.minor <> left_over.minor end`,
  },
  {
    name: "transition_without_event",
    finding: "conversion transitions, other than a restore, without an event, although events of that time are kept",
    wrong: `select t.conversion_id as id from conversion_transitions t
      where t.action <> 'unreject'
        and not exists (select from events e where e.subject_id = t.conversion_id and e.seq = t.seq)
        and not exists (select from conversions v join event_cutoffs c on c.account_id = v.account_id
          where v.id = t.conversion_id and t.at <= c.deleted_until)`,
  },
  {
    name: "conversion_without_history",
    finding: "conversions whose history has gaps or does not end in their current state",
    wrong: `select v.id from conversions v left join lateral (
        select count(*) as steps, max(seq) as last from conversion_transitions t where t.conversion_id = v.id) h on true
      left join conversion_transitions l on l.conversion_id = v.id and l.seq = v.seq
      where h.steps <> v.seq or h.last <> v.seq or l.status is distinct from v.status`,
  },
  {
    name: "delivery_without_event",
    finding: "deliveries without their event, or with a different type",
    wrong: `select d.id from deliveries d
      where not exists (select from events e where e.id = d.event_id and e.type = d.event_type)`,
  },
];

const all = [
  ...checks,
  ...totalChecks,
  ...planChecks,
  ...couponChecks,
  ...connectorChecks,
  ...payoutChecks,
  ...sealChecks,
  ...twinChecks,
];

export async function checkLedger(tx: Tx): Promise<LedgerCheck[]> {
  // All checks read one snapshot: otherwise a conversion tracked between two of them would look like a fault.
  await tx.query(sql`set transaction isolation level repeatable read, read only`);
  return countFaults(tx);
}

/** The same checks, inside a transaction that already isolates them. */
export async function countFaults(tx: Tx): Promise<LedgerCheck[]> {
  const results: LedgerCheck[] = [];
  for (const { name, finding, wrong } of all) {
    const [row] = await tx.query<{ count: bigint; examples: string[] | null }>(countOf(wrong));
    results.push({ name, finding, count: Number(row?.count ?? 0n), examples: row?.examples ?? [] });
  }
  return results;
}

const countOf = (wrong: string): Sql =>
  sql`select count(*) as count, (array_agg(id::text))[1:${EXAMPLES_MAX}] as examples from (${raw(wrong)}) wrong`;
