-- Conversions, their history, and rejected tracking requests.
create table conversions (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  affiliation_id uuid not null,
  external_id text collate "C" not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text collate "C" not null,
  commission_minor bigint not null check (commission_minor >= 0),
  commission_currency text collate "C" not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz(3) not null,
  matures_at timestamptz(3) not null,
  approved_at timestamptz(3),
  rejected_at timestamptz(3),
  rejection_reason text,
  payout_id uuid,
  -- the number of its last transition
  seq integer not null default 0,
  attributed_by text not null check (attributed_by in ('click', 'code')),
  click_id uuid,
  clicked_at timestamptz(3),
  click_expires_at timestamptz(3),
  commission_type text not null check (commission_type in ('fixed', 'percentage')),
  commission_value bigint not null,
  -- the currency of a fixed commission_value
  rule_currency text collate "C" not null,
  warning_signs text[] not null default '{}',
  address_hash bytea,
  unique (account_id, external_id),
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id),
  foreign key (account_id, affiliation_id) references affiliations (account_id, id),
  check ((status = 'approved') = (approved_at is not null)),
  check ((status = 'rejected') = (rejected_at is not null)),
  check (payout_id is null or status = 'approved'),
  check ((attributed_by = 'click') = (click_id is not null))
) with (fillfactor = 85);
create index conversions_by_campaign on conversions (campaign_id, created_at desc, id desc);
create index conversions_by_campaign_and_status on conversions (campaign_id, status, created_at desc, id desc);
create index conversions_by_affiliation on conversions (affiliation_id, created_at desc, id desc);
create index conversions_by_affiliation_and_status on conversions (affiliation_id, status, created_at desc, id desc);
create index conversions_by_account on conversions (account_id, created_at desc, id desc);
create index conversions_by_account_and_status on conversions (account_id, status, created_at desc, id desc);
-- One index for all flagged conversions, and one for each rare flag. Most flagged conversions were tracked by code, without a click.
create index conversions_with_signs on conversions (account_id, created_at desc, id desc) where warning_signs <> '{}';
create index conversions_disagreeing on conversions (account_id, created_at desc, id desc)
  where 'code_and_click_disagree' = any (warning_signs);
create index conversions_fast on conversions (account_id, created_at desc, id desc)
  where 'fast_conversion' = any (warning_signs);
create index conversions_of_shared_addresses on conversions (account_id, created_at desc, id desc)
  where 'shared_address' = any (warning_signs);
create index conversions_by_address on conversions (account_id, address_hash) where address_hash is not null;

-- Who did what, when and why. seq 1 is the tracking itself.
create table conversion_transitions (
  conversion_id uuid not null references conversions (id),
  seq integer not null check (seq > 0),
  action text not null check (action in ('track', 'approve', 'reject', 'unreject')),
  status text not null check (status in ('pending', 'approved', 'rejected')),
  -- the ID of a key or a user, or 'system'
  actor text not null,
  reason text,
  at timestamptz(3) not null,
  primary key (conversion_id, seq)
);

-- Updated in the transaction of the change, so that a total costs the same at ten conversions and at ten million. scope_id is a campaign
-- or an affiliation; the day (of creation, UTC) -infinity is the total of all days.
create table conversion_totals (
  scope_id uuid not null,
  day date not null,
  status text not null,
  currency text collate "C" not null,
  commission_currency text collate "C" not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  primary key (scope_id, day, status, currency, commission_currency)
) with (fillfactor = 50);

-- Rejected tracking requests, kept for 90 days. The order ID is stored only as a hash.
create table refusals (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  campaign_id uuid,
  affiliate_id uuid,
  external_id_hash bytea not null,
  reason text not null,
  refused_at timestamptz(3) not null
);
create index refusals_by_order on refusals (account_id, external_id_hash);
create index refusals_by_time on refusals (refused_at);
