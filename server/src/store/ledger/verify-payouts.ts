import type { Check } from "./verify-check.ts";

/** Checks of payouts and claw-backs. Like all checks, they only read tables and share no rules with the code. */
export const payoutChecks: readonly Check[] = [
  {
    name: "payout_differs_from_lines",
    finding: "payouts that are not the sum of their lines",
    wrong: `select p.id from payouts p left join lateral (
        select coalesce(sum(amount_minor), 0) as minor, count(*) filter (where claw_back_id is null) as conversions,
          count(claw_back_id) as claw_backs, bool_and(living) as all_living, bool_or(living) as any_living
        from payout_lines l where l.payout_id = p.id) line on true
      where (p.amount_minor, p.conversions, p.claw_backs) <> (line.minor, line.conversions, line.claw_backs)
        or case when p.status in ('created', 'paid') then not line.all_living else line.any_living end`,
  },
  {
    name: "line_in_two_living_payouts",
    finding: "conversions or claw-backs that are in two active payouts",
    wrong: `select coalesce(l.claw_back_id, l.conversion_id) as id from payout_lines l
      join payouts p on p.id = l.payout_id and p.status in ('created', 'paid')
      group by coalesce(l.claw_back_id, l.conversion_id) having count(*) > 1`,
  },
  {
    name: "line_differs_from_claim",
    finding: "conversions or claw-backs whose payout does not list them, or lists a different amount",
    wrong: `select coalesce(v.id, l.id) as id
      from (select id, payout_id, commission_minor as minor from conversions where payout_id is not null
        union all select id, payout_id, -amount_minor from claw_backs where payout_id is not null) v
      full join (select coalesce(claw_back_id, conversion_id) as id, payout_id, amount_minor as minor
        from payout_lines where living) l on l.id = v.id and l.payout_id = v.payout_id and l.minor = v.minor
      where v.id is null or l.id is null`,
  },
  {
    name: "line_of_another",
    finding: "payouts with lines of a different affiliate or currency",
    wrong: `select p.id from payout_lines l join payouts p on p.id = l.payout_id join conversions v on v.id = l.conversion_id
      where (p.account_id, p.affiliate_id, p.currency) <> (v.account_id, v.affiliate_id, v.commission_currency)`,
  },
  {
    name: "payout_without_history",
    finding: "payouts whose history has gaps or does not end in their current state",
    wrong: `select p.id from payouts p left join lateral (
        select count(*) as steps, max(seq) as last from payout_transitions t where t.payout_id = p.id) h on true
      left join payout_transitions l on l.payout_id = p.id and l.seq = p.seq
      where h.steps <> p.seq or h.last <> p.seq or l.status is distinct from p.status`,
  },
  {
    name: "payout_without_transfer",
    finding: "payouts whose transfers do not match their history",
    wrong: `with history as (
        select payout_id, status, lag(status) over steps as before,
          6 * count(*) filter (where status in ('failed', 'cancelled')) over (steps rows between unbounded preceding and 1 preceding)
            as done
        from payout_transitions window steps as (partition by payout_id order by seq)
      ), expected as (
        select p.id, h.done + step.seq as seq, step.minor from payouts p
        join history h on h.payout_id = p.id
        cross join lateral (
          select h.status in ('created', 'paid') and coalesce(h.before in ('failed', 'cancelled'), true) as begins,
            h.status in ('failed', 'cancelled') as ends) life
        cross join lateral (values (1, p.earned_minor, life.begins), (2, abs(p.clawed_back_minor), life.begins),
          (3, p.amount_minor, h.status = 'paid'), (4, p.amount_minor, life.ends and h.before = 'paid'),
          (5, abs(p.clawed_back_minor), life.ends), (6, p.earned_minor, life.ends))
          step (seq, minor, happened)
        where step.happened and step.minor > 0)
      select coalesce(e.id, t.payout_id) as id from expected e
      full join (select payout_id, seq, amount_minor from transfers where payout_id is not null) t
        on t.payout_id = e.id and t.seq = e.seq and t.amount_minor = e.minor
      where e.id is null or t.payout_id is null`,
  },
  {
    name: "payout_tally_differs",
    finding: "batches whose totals do not match their payouts",
    wrong: `with counted as (
        select p.account_id, p.batch_id, p.status, p.method, p.formats, f.file_id, f.part, count(*) as payouts,
          sum(p.amount_minor) as minor
        from payouts p left join payout_file_payouts f on f.payout_id = p.id group by 1, 2, 3, 4, 5, 6, 7)
      select coalesce(t.batch_id, c.batch_id) as id from payout_tallies t full join counted c
        on c.account_id = t.account_id and c.batch_id = t.batch_id and c.status = t.status and c.method = t.method
        and c.formats = t.formats and coalesce(c.file_id, c.batch_id) = coalesce(t.file_id, t.batch_id)
        and coalesce(c.part, 0) = coalesce(t.part, 0)
      where (coalesce(t.payouts, 0), coalesce(t.amount_minor, 0)) <> (coalesce(c.payouts, 0), coalesce(c.minor, 0))`,
  },
  {
    name: "matured_sum_differs",
    finding: "affiliates whose sum of matured commission does not match their conversions",
    wrong: `select m.affiliate_id as id from matured_sums m cross join lateral (
        select count(*) as conversions, coalesce(sum(v.commission_minor), 0) as minor from conversions v
        where v.account_id = m.account_id and v.affiliate_id = m.affiliate_id and v.commission_currency = m.currency
          and v.status = 'approved' and v.payout_id is null and v.commission_minor > 0
          and greatest(v.matures_at, v.approved_at) <= m.matured_until) unpaid
      where (m.conversions, m.commission_minor) <> (unpaid.conversions, unpaid.minor)`,
  },
  {
    name: "payout_without_event",
    finding: "payouts without a payout.created event, although events of that time are kept",
    wrong: `select p.id from payouts p
      where not exists (select from events e where e.subject_id = p.id and e.type = 'payout.created' and e.seq = 1)
        and not exists (select from event_cutoffs c where c.account_id = p.account_id and p.created_at <= c.deleted_until)`,
  },
  {
    name: "claw_back_without_transfer",
    finding: "claw-backs that do not match their conversion, or have no transfer",
    wrong: `select b.id from claw_backs b join conversions v on v.id = b.conversion_id
      where v.status <> 'approved' or (b.account_id, b.affiliate_id, b.campaign_id, b.currency)
          <> (v.account_id, v.affiliate_id, v.campaign_id, v.commission_currency)
        or not exists (select from transfers t where t.claw_back_id = b.id and t.amount_minor = abs(b.amount_minor)
          and t.debit_kind = case when b.amount_minor > 0 then 'receivable' else 'recovered' end
          and t.credit_kind = case when b.amount_minor > 0 then 'recovered' else 'receivable' end)`,
  },
  {
    name: "claw_backs_exceed_commission",
    finding: "conversions whose claw-backs add up to more than their commission, or to less than nothing",
    wrong: `select v.id from conversions v join (
        select conversion_id, sum(amount_minor) as minor from claw_backs group by conversion_id) b on b.conversion_id = v.id
      where b.minor not between 0 and v.commission_minor`,
  },
];
