-- Commission plans: their versions, groups of affiliates, overrides, and the customers whose repeat orders they decide.

-- A version of what a campaign, a group or one affiliate pays. Never changed: conversions and customers refer to it.
create table plans (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  -- the campaign, group or affiliation that it was made for
  scope_id uuid not null,
  source text not null check (source in ('campaign', 'group', 'override')),
  -- counts all versions of the campaign; 0 is what it paid before its first plan
  version integer not null check (version >= 0),
  body jsonb not null,
  -- the currency of the amounts in the body
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  actor text not null,
  created_at timestamptz(3) not null,
  unique (campaign_id, version),
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
create index plans_with_bonuses on plans (campaign_id) where body ? 'bonuses';
create trigger plans_append_only before update or delete or truncate on plans
  for each statement execute function refuse_change();

-- Affiliations of one campaign that share a plan.
create table groups (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  name text not null,
  -- null: the campaign's
  plan_id uuid,
  created_at timestamptz(3) not null,
  unique (campaign_id, name),
  unique (account_id, campaign_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, plan_id) references plans (account_id, id)
);

alter table campaigns
  -- The current version; null: every order pays the base. Not a foreign key: plans refer to their campaign, and tables that refer to
  -- each other could not be filled one after the other.
  add column plan_id uuid,
  add column rebind text not null default 'never' check (rebind in ('never', 'click'));
alter table affiliations
  add column group_id uuid,
  add column override_plan_id uuid,
  add foreign key (account_id, campaign_id, group_id) references groups (account_id, campaign_id, id),
  add foreign key (account_id, override_plan_id) references plans (account_id, id);
create index affiliations_of_group on affiliations (group_id) where group_id is not null;

-- The key under which an account's customers are hashed, encrypted.
create table customer_keys (
  account_id uuid primary key references accounts (id),
  sealed_key bytea not null
);

-- Which affiliation a customer belongs to: the one of their first attributed order in the campaign.
create table customers (
  account_id uuid not null,
  campaign_id uuid not null,
  -- a keyed hash
  key bytea not null,
  affiliation_id uuid not null,
  -- the version that they were bound under; null: the campaign had no plan
  plan_id uuid,
  bound_at timestamptz(3) not null,
  primary key (campaign_id, key),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, affiliation_id) references affiliations (account_id, id),
  foreign key (account_id, plan_id) references plans (account_id, id)
);
create index customers_of_affiliation on customers (affiliation_id, bound_at desc, key);

alter table orders
  add column subscription_id text collate "C",
  add column country text collate "C";
create index orders_of_subscription on orders (account_id, subscription_id) where subscription_id is not null;

alter table conversions
  add column kind text not null default 'order' check (kind in ('order', 'renewal', 'bonus')),
  -- the plan that decided; null: the campaign's base
  add column plan_id uuid,
  add column plan_version integer,
  add column customer_key bytea,
  -- its number among the affiliation's orders of the month, if the plan counts them
  add column ordinal integer,
  -- how the original commission was calculated
  add column trace jsonb,
  -- the UTC month that it counts for, if the order was paid in another one than it was tracked in
  add column counted_month date,
  add foreign key (account_id, plan_id) references plans (account_id, id),
  add check ((plan_id is null) = (plan_version is null)),
  add check (kind <> 'bonus' or (amount_minor = 0 and attributed_by = 'bonus')),
  drop constraint conversions_attributed_by_check,
  add constraint conversions_attributed_by_check check (attributed_by in ('click', 'code', 'customer', 'bonus'));
-- Only orders that paid: however often a customer orders, limits end them.
create index conversions_of_customer on conversions (campaign_id, customer_key)
  where customer_key is not null and status <> 'rejected' and coalesce(original_commission_minor, commission_minor) > 0;
-- What the daily totals count, but an affiliation's orders of a month do not, or the other way round.
create index conversions_counted_otherwise on conversions (affiliation_id, created_at)
  where kind = 'bonus' or part_of is not null or counted_month is not null;
create index conversions_counted_later on conversions (affiliation_id, counted_month) where counted_month is not null;
