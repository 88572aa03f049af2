-- What the overview needs in addition to the totals of campaigns and affiliations.

-- An affiliate's totals for one UTC day and currency, without rejected conversions. Revenue counts in the currency of the amount,
-- commission in its own. Updated in the transaction of the change, like all totals.
create table affiliate_days (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  day date not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  primary key (affiliate_id, currency, day)
) with (fillfactor = 70);
-- Finds the best of each day without reading the others, so a ranking reads a few rows per day, however many affiliates there are.
create index affiliate_days_best on affiliate_days (account_id, currency, day, revenue_minor desc, conversions desc);

-- The same for a campaign. One narrow row per day and currency, with an account's rows next to each other: the overview reads a fraction
-- of the totals by status.
create table campaign_days (
  account_id uuid not null,
  day date not null,
  campaign_id uuid not null,
  currency text collate "C" not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  primary key (account_id, day, campaign_id, currency)
) with (fillfactor = 50);

insert into affiliate_days (account_id, affiliate_id, currency, day, conversions, revenue_minor, commission_minor)
select account_id, affiliate_id, part.currency, (created_at at time zone 'UTC')::date,
  sum(part.conversions), sum(part.revenue), sum(part.commission)
from conversions cross join lateral (values
  (conversions.currency, 1, amount_minor, 0::bigint), (commission_currency, 0, 0::bigint, commission_minor))
  part (currency, conversions, revenue, commission)
where status <> 'rejected'
group by 1, 2, 3, 4;

insert into campaign_days (account_id, campaign_id, currency, day, conversions, revenue_minor, commission_minor)
select account_id, campaign_id, part.currency, (created_at at time zone 'UTC')::date,
  sum(part.conversions), sum(part.revenue), sum(part.commission)
from conversions cross join lateral (values
  (conversions.currency, 1, amount_minor, 0::bigint), (commission_currency, 0, 0::bigint, commission_minor))
  part (currency, conversions, revenue, commission)
where status <> 'rejected'
group by 1, 2, 3, 4;

-- Pending totals by the day of tracking, without the decided ones.
create index conversion_totals_pending on conversion_totals (scope_id, day) where status = 'pending';

-- Pending flagged conversions: few at any time, among all that were ever flagged.
create index conversions_suspicious on conversions (account_id, created_at desc, id desc)
  where status = 'pending' and warning_signs <> '{}';

-- A copy of the event's type: a list filtered by it would otherwise read the event of each delivery.
alter table deliveries add column event_type text;
update deliveries d set event_type = e.type from events e where e.id = d.event_id and e.account_id = d.account_id;
alter table deliveries alter column event_type set not null;
-- For rare types only. Most deliveries are about tracked conversions and are found through the list of all.
create index deliveries_by_type on deliveries (account_id, event_type, created_at desc, id desc)
  where event_type <> 'conversion.created';
drop index events_by_type;

-- Contains the commission, so that amounts on hold are summed from the index alone. The two times are included again, because PostgreSQL
-- does not see that an expression over them makes the columns unnecessary.
drop index conversions_unpaid;
create index conversions_unpaid on conversions
  (account_id, affiliate_id, commission_currency, greatest(matures_at, approved_at)) include (commission_minor, matures_at, approved_at)
  where status = 'approved' and payout_id is null and commission_minor > 0;
