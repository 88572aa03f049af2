import type { Check } from "./verify-check.ts";

/** Plans, the customers bound under them, and how they explain commissions. */
export const planChecks: readonly Check[] = [
  {
    // A trace is for the whole order. Once a paid conversion was split, it explains none of the parts.
    name: "lines_differ_from_commission",
    finding: "conversions whose lines do not add up to their original amount and commission",
    wrong: `select v.id from conversions v
      cross join lateral (select coalesce(sum((line ->> 'commission')::numeric), 0) as commission,
        sum((line ->> 'amount')::numeric) as amount from jsonb_array_elements(v.trace -> 'lines') line) traced
      where v.trace is not null and v.part_of is null and not exists (select from conversions part where part.account_id = v.account_id and part.part_of = v.id)
        and (traced.commission <> coalesce(v.original_commission_minor, v.commission_minor)
          or traced.amount <> coalesce(v.original_amount_minor, v.amount_minor))`,
  },
  {
    name: "conversion_without_lines",
    finding: "conversions with a plan but without lines, or the other way round",
    wrong: `select id from conversions where (plan_id is null) <> (trace is null)`,
  },
  {
    name: "conversion_of_other_plan",
    finding: "conversions whose plan is missing, of another campaign, or another version",
    wrong: `select v.id from conversions v left join plans p on p.id = v.plan_id and p.account_id = v.account_id
      where v.plan_id is not null and (p.id is null or p.campaign_id <> v.campaign_id or p.version <> v.plan_version)`,
  },
  {
    name: "customer_of_other_campaign",
    finding: "affiliations with customers of another campaign, or bound under another campaign's plan",
    wrong: `select c.affiliation_id as id from customers c
      left join affiliations a on a.id = c.affiliation_id and a.account_id = c.account_id
      left join plans p on p.id = c.plan_id and p.account_id = c.account_id
      where a.campaign_id is distinct from c.campaign_id or (c.plan_id is not null and p.campaign_id is distinct from c.campaign_id)`,
  },
  {
    // The number of decimals depends on the currency, which only the code knows.
    name: "plan_differs_from_campaign",
    finding: "campaigns whose plan is missing, or has another base or currency",
    wrong: `select c.id from campaigns c
      left join plans p on p.id = c.plan_id and p.account_id = c.account_id and p.scope_id = c.id
      cross join lateral (select p.body -> 'base' ->> 'type' as type, (p.body -> 'base' ->> 'value')::numeric as value) base
      where c.plan_id is not null and (p.id is null or p.currency <> c.currency or base.type is distinct from c.commission_type
        or not exists (select from unnest(case base.type when 'percentage' then array[4] else array[0, 2, 3, 4] end) decimals
          where base.value * 10::numeric ^ decimals = c.commission_value))`,
  },
  {
    name: "plan_of_other_scope",
    finding: "groups or affiliations with a plan that was made for another one",
    wrong: `select g.id from groups g left join plans p on p.id = g.plan_id and p.account_id = g.account_id
        where g.plan_id is not null and p.scope_id is distinct from g.id
      union all
      select a.id from affiliations a left join plans p on p.id = a.override_plan_id and p.account_id = a.account_id
        where a.override_plan_id is not null and p.scope_id is distinct from a.id`,
  },
];
