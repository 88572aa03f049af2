-- Campaigns, and the affiliates who joined them by invitation.
create table campaigns (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  slug text collate "C" not null,
  target_url text not null,
  type text not null check (type in ('CPA')),
  status text not null check (status in ('active', 'paused', 'archived')),
  visibility text not null check (visibility in ('public', 'private')),
  commission_type text not null check (commission_type in ('fixed', 'percentage')),
  -- fixed: minor units of the campaign's currency; percentage: parts per million
  commission_value bigint not null check (commission_value >= 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  attribution_window_days integer not null check (attribution_window_days between 1 and 365),
  maturation_days integer not null check (maturation_days between 0 and 365),
  max_budget_minor bigint check (max_budget_minor >= 0),
  -- commissions of pending and approved conversions in the campaign's currency
  current_spend_minor bigint not null default 0 check (current_spend_minor >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (account_id, id),
  unique (account_id, slug),
  check (commission_type = 'fixed' or commission_value <= 1000000)
) with (fillfactor = 70);
create index campaigns_by_account on campaigns (account_id, created_at desc, id desc);

-- A user as an affiliate of one account.
create table affiliates (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id),
  created_at timestamptz(3) not null,
  unique (account_id, id),
  unique (account_id, user_id)
);
create index affiliates_by_user on affiliates (user_id);

-- One affiliate in one campaign. A removed affiliation stays, so that earnings can be paid and someone who rejoins gets the same code.
create table affiliations (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  code text collate "C" not null unique,
  status text not null check (status in ('active', 'pending', 'rejected', 'suspended', 'removed')),
  -- numbers the approvals, so that each is announced once
  seq integer not null default 0,
  joined_at timestamptz(3) not null,
  approved_at timestamptz(3),
  unique (account_id, id),
  unique (campaign_id, affiliate_id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id)
);
create index affiliations_by_campaign on affiliations (campaign_id, joined_at desc, id desc) where status <> 'removed';
create index affiliations_by_campaign_and_status on affiliations (campaign_id, status, joined_at desc, id desc);
create index affiliations_by_account on affiliations (account_id, joined_at desc, id desc) where status <> 'removed';
create index affiliations_by_account_and_status on affiliations (account_id, status, joined_at desc, id desc);
create index affiliations_by_affiliate on affiliations (affiliate_id);

create table invitations (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  email text not null,
  email_folded text collate "C" not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  replaced_at timestamptz(3),
  withdrawn_at timestamptz(3),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
-- one open link per person and campaign
create unique index invitations_open on invitations (campaign_id, email_folded)
  where accepted_at is null and replaced_at is null and withdrawn_at is null;
create index invitations_by_account on invitations (account_id, created_at desc, id desc);
create index invitations_by_campaign on invitations (campaign_id, created_at desc, id desc);
create index invitations_waiting on invitations (account_id, created_at desc, id desc)
  where accepted_at is null and replaced_at is null and withdrawn_at is null;
