-- When the plan of a group was removed, which does not create a version. A bonus is paid by the plan that decided at the end of its month.
create table plan_removals (
  account_id uuid not null,
  plan_id uuid not null,
  removed_at timestamptz(3) not null,
  primary key (account_id, plan_id),
  foreign key (account_id, plan_id) references plans (account_id, id)
);
insert into plan_removals (account_id, plan_id, removed_at)
select plans.account_id, plans.id, entry.at
from plans join audit_entries entry on entry.subject_id = plans.scope_id and entry.account_id = plans.account_id
where plans.source = 'group' and entry.action = 'group.plan_changed'
  and entry.before ->> 'plan_version' = plans.version::text and entry.after ->> 'plan_version' is null
on conflict do nothing;

-- How long orders were on hold until a campaign's hold period changed. A month is due once, by the hold period that applied then.
create table maturation_changes (
  account_id uuid not null,
  campaign_id uuid not null,
  changed_at timestamptz(3) not null,
  days_before integer not null,
  primary key (account_id, campaign_id, changed_at),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
insert into maturation_changes (account_id, campaign_id, changed_at, days_before)
select campaigns.account_id, campaigns.id, entry.at, (entry.before ->> 'maturation_days')::int
from campaigns join audit_entries entry on entry.subject_id = campaigns.id and entry.account_id = campaigns.account_id
where entry.action = 'campaign.updated' and entry.before ? 'maturation_days'
on conflict do nothing;
