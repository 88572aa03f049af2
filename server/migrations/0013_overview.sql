-- What the overview needs beside the totals of campaigns and affiliations.

-- What an affiliate's conversions of one UTC day come to in one currency, rejected ones left out. Revenue counts where it is
-- the amount's currency, commission where it is the commission's. Kept in the transaction of the change, like all totals.
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
-- The best of each day, found without reading the others: however many affiliates there are, a ranking reads a few of each day.
create index affiliate_days_best on affiliate_days (account_id, currency, day, revenue_minor desc, conversions desc);

-- The same of a campaign. One narrow row for each day and currency, those of an account beside each other: the overview adds
-- up a fraction of what the totals by status would make it read.
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

-- What waits, by the day it was tracked, without the rows of what was decided.
create index conversion_totals_pending on conversion_totals (scope_id, day) where status = 'pending';

-- Those that wait for a decision and carry a warning sign: few at any moment, among all that ever carried one.
create index conversions_suspicious on conversions (account_id, created_at desc, id desc)
  where status = 'pending' and warning_signs <> '{}';

-- The type of its event stands in the delivery too: a list filtered by it would otherwise look at the event of each delivery.
alter table deliveries add column event_type text;
update deliveries d set event_type = e.type from events e where e.id = d.event_id and e.account_id = d.account_id;
alter table deliveries alter column event_type set not null;
-- The rare ones among the many; those of tracked conversions are most of all deliveries, and are found in the list of all.
create index deliveries_by_type on deliveries (account_id, event_type, created_at desc, id desc)
  where event_type <> 'conversion.created';
drop index events_by_type;

-- With the commission in it, what is still maturing is added up from the index alone. The two times stand in it once more,
-- because PostgreSQL does not see that an expression of them makes the columns themselves needless.
drop index conversions_unpaid;
create index conversions_unpaid on conversions
  (account_id, affiliate_id, commission_currency, greatest(matures_at, approved_at)) include (commission_minor, matures_at, approved_at)
  where status = 'approved' and payout_id is null and commission_minor > 0;
