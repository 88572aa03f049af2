import type { Check } from "./verify-check.ts";

/** Each balance with the deltas that are not folded yet. */
export const balances = `(
    select account_id, kind, owner_id, currency, sum(minor) as balance_minor from (
      select account_id, kind, owner_id, currency, balance_minor as minor from ledger_balances
      union all
      select account_id, 'campaign', campaign_id, commission_currency, -commission_minor from conversion_deltas
      where status <> 'rejected' and commission_minor <> 0
      union all
      select account_id, 'pending', affiliate_id, commission_currency, commission_minor from conversion_deltas
      where status = 'pending' and commission_minor <> 0) part
    group by account_id, kind, owner_id, currency)`;

/** What is counted, and what it counts: totals with the deltas that are not folded yet, and conversions. */
export const totalChecks: Check[] = [
  {
    name: "spend_differs_from_conversions",
    finding: "campaigns whose spent budget is not the sum of their pending and approved commissions",
    wrong: `select c.id from campaigns c left join campaign_budgets b on b.account_id = c.account_id and b.campaign_id = c.id
      left join lateral (
        select coalesce(sum(v.commission_minor), 0) as spend from conversions v
        where v.campaign_id = c.id and v.status <> 'rejected' and v.commission_currency = c.currency) s on true
      where (c.max_budget_minor is null) <> (b.spent_minor is null) or coalesce(b.spent_minor, s.spend) <> s.spend`,
  },
  {
    name: "spend_differs_from_ledger",
    finding: "campaigns whose commissions do not match the ledger",
    wrong: `with spent as (
        select campaign_id, commission_currency as currency, sum(commission_minor) as minor from conversions
        where status <> 'rejected' group by 1, 2)
      select coalesce(b.owner_id, s.campaign_id) as id
      from (select owner_id, currency, balance_minor from ${balances} b where kind = 'campaign') b
      full join spent s on s.campaign_id = b.owner_id and s.currency = b.currency
      where -coalesce(b.balance_minor, 0) <> coalesce(s.minor, 0)`,
  },
  {
    name: "totals_differ_from_conversions",
    finding: "campaigns or affiliates whose totals do not match their conversions",
    wrong: `with kept as (
        select scope_id, day, status, currency, commission_currency, sum(conversions) as conversions,
          sum(revenue_minor) as revenue_minor, sum(commission_minor) as commission_minor
        from (
          select * from conversion_totals
          union all
          select s.scope_id, d.day, status, currency, commission_currency, conversions, revenue_minor, commission_minor
          from conversion_deltas delta cross join lateral (values (campaign_id), (affiliation_id)) s (scope_id)
          cross join lateral (values ('-infinity'::date), (delta.day)) d (day)) part
        group by 1, 2, 3, 4, 5
      ), counted as (
        select scope_id, day, status, currency, commission_currency, count(*) as conversions,
          sum(amount_minor) as revenue, sum(commission_minor) as commission
        from conversions cross join lateral (values (campaign_id), (affiliation_id)) s (scope_id)
        cross join lateral (values ('-infinity'::date), ((created_at at time zone 'UTC')::date)) d (day)
        group by 1, 2, 3, 4, 5)
      select coalesce(t.scope_id, c.scope_id) as id from kept t full join counted c
        on c.scope_id = t.scope_id and c.day = t.day and c.status = t.status and c.currency = t.currency
        and c.commission_currency = t.commission_currency
      where (coalesce(t.conversions, 0), coalesce(t.revenue_minor, 0), coalesce(t.commission_minor, 0))
        <> (coalesce(c.conversions, 0), coalesce(c.revenue, 0), coalesce(c.commission, 0))`,
  },
  {
    name: "days_differ_from_conversions",
    finding: "campaigns or affiliates whose daily totals do not match their conversions",
    wrong: `with kept as (
        select account_id, owner_id, currency, day, sum(conversions) as conversions, sum(revenue_minor) as revenue_minor,
          sum(commission_minor) as commission_minor, sum(waiting) as waiting, sum(waiting_minor) as waiting_minor,
          sum(clicked) as clicked
        from (
          select account_id, affiliate_id as owner_id, currency, day, conversions, revenue_minor, commission_minor,
            0 as waiting, 0 as waiting_minor, clicked from affiliate_days
          union all
          select account_id, campaign_id, currency, day, conversions, revenue_minor, commission_minor, waiting,
            waiting_minor, clicked from campaign_days
          union all
          select account_id, owner_id, part.currency, day, part.conversions, part.revenue, part.commission,
            case when owner_id = campaign_id then part.waiting else 0 end,
            case when owner_id = campaign_id and status = 'pending' then part.commission else 0 end,
            case when clicked then part.conversions else 0 end
          from conversion_deltas delta cross join lateral (values (delta.currency, conversions, revenue_minor, 0::int8, 0::int8),
            (commission_currency, 0, 0, commission_minor, case status when 'pending' then conversions else 0 end))
            part (currency, conversions, revenue, commission, waiting)
          cross join lateral (values (affiliate_id), (campaign_id)) owner (owner_id)
          where status <> 'rejected') part
        group by 1, 2, 3, 4
      ), counted as (
        select account_id, owner_id, part.currency, (created_at at time zone 'UTC')::date as day,
          sum(part.conversions) as conversions, sum(part.revenue) as revenue, sum(part.commission) as commission,
          sum(part.waiting) filter (where owner_id = campaign_id) as waiting,
          sum(part.waiting * part.commission) filter (where owner_id = campaign_id) as waiting_minor,
          sum(part.conversions) filter (where attributed_by = 'click') as clicked
        from conversions v cross join lateral (values (v.currency, 1, amount_minor, 0::bigint, 0),
          (commission_currency, 0, 0::bigint, commission_minor, (status = 'pending')::int))
          part (currency, conversions, revenue, commission, waiting)
        cross join lateral (values (affiliate_id), (campaign_id)) owner (owner_id)
        where status <> 'rejected' group by 1, 2, 3, 4)
      select coalesce(d.owner_id, c.owner_id) as id from kept d full join counted c
        on c.account_id = d.account_id and c.owner_id = d.owner_id and c.currency = d.currency and c.day = d.day
      where (coalesce(d.conversions, 0), coalesce(d.revenue_minor, 0), coalesce(d.commission_minor, 0), coalesce(d.waiting, 0),
          coalesce(d.waiting_minor, 0), coalesce(d.clicked, 0))
        <> (coalesce(c.conversions, 0), coalesce(c.revenue, 0), coalesce(c.commission, 0), coalesce(c.waiting, 0),
          coalesce(c.waiting_minor, 0), coalesce(c.clicked, 0))`,
  },
  {
    name: "delta_below_the_floor",
    finding: "changes of conversions that no reader counts",
    wrong: `select id from conversion_deltas where id <= (select floor from conversion_delta_floor)
      and account_id not in (select account_id from account_clocks where resetting)`,
  },
];
