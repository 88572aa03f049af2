-- What changes to conversions add to the totals, the daily totals and the balances of campaigns and of pending commission. A change
-- appends rows here instead of updating those of its campaign, so that orders of one campaign do not wait for each other. They are folded
-- within seconds, and readers add those that are not folded yet.
create table conversion_deltas (
  -- Taken after the transaction has its number, so that the folder knows when no earlier one can appear any more.
  id bigint generated always as identity primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  affiliation_id uuid not null,
  -- when the conversion was tracked, in UTC
  day date not null,
  status text not null,
  currency text collate "C" not null,
  commission_currency text collate "C" not null,
  clicked boolean not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = false);
create index conversion_deltas_by_account on conversion_deltas (account_id, id);
create index conversion_deltas_by_campaign on conversion_deltas (campaign_id, id);
create index conversion_deltas_by_affiliate on conversion_deltas (affiliate_id, id);
create index conversion_deltas_by_affiliation on conversion_deltas (affiliation_id, id);

-- All deltas up to this one are folded. Readers start after it: while a backup holds a snapshot, folded rows cannot be removed, and
-- walking over them would take longer and longer.
create table conversion_delta_floor (
  is_only boolean primary key default true check (is_only),
  floor bigint not null
);

-- What is spent of a budget. Only campaigns with a budget have a row, so that only their orders wait for each other.
create table campaign_budgets (
  campaign_id uuid primary key,
  account_id uuid not null,
  spent_minor bigint not null check (spent_minor >= 0),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
) with (fillfactor = 50);
insert into campaign_budgets (campaign_id, account_id, spent_minor)
  select id, account_id, current_spend_minor from campaigns where max_budget_minor is not null;
alter table campaigns drop column current_spend_minor;
