-- Conversions from clicks, per day and order currency, for each campaign and each affiliate. The conversion rate counts only those.
alter table campaign_days add column clicked bigint not null default 0;

update campaign_days set clicked = counted.clicked
from (
  select account_id, (created_at at time zone 'UTC')::date as day, campaign_id, currency, count(*) as clicked
  from conversions where status <> 'rejected' and attributed_by = 'click'
  group by 1, 2, 3, 4
) counted
where campaign_days.account_id = counted.account_id and campaign_days.day = counted.day
  and campaign_days.campaign_id = counted.campaign_id and campaign_days.currency = counted.currency;

alter table affiliate_days add column clicked bigint not null default 0;

update affiliate_days set clicked = counted.clicked
from (
  select affiliate_id, (created_at at time zone 'UTC')::date as day, currency, count(*) as clicked
  from conversions where status <> 'rejected' and attributed_by = 'click'
  group by 1, 2, 3
) counted
where affiliate_days.affiliate_id = counted.affiliate_id and affiliate_days.day = counted.day
  and affiliate_days.currency = counted.currency;
