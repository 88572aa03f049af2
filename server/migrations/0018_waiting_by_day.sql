-- The pending part of a campaign's day, by the currency of its commissions. The age of pending conversions is then read from these narrow
-- rows, and the totals by status need no index for it.
alter table campaign_days
  add column waiting bigint not null default 0,
  add column waiting_minor bigint not null default 0;

insert into campaign_days (account_id, day, campaign_id, currency, conversions, revenue_minor, commission_minor, waiting, waiting_minor)
select account_id, (created_at at time zone 'UTC')::date, campaign_id, commission_currency, 0, 0, 0, count(*), sum(commission_minor)
from conversions where status = 'pending'
group by 1, 2, 3, 4
on conflict (account_id, day, campaign_id, currency) do update set
  waiting = excluded.waiting, waiting_minor = excluded.waiting_minor;

drop index conversion_totals_pending;
