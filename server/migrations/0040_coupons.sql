-- Coupon codes: which affiliate held which code when, and which orders used one.

create table coupons (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  -- as the merchant wrote it
  code text not null,
  -- as it is compared: see domain/coupon.ts
  folded text collate "C" not null,
  starts_at timestamptz(3) not null,
  -- null: active. Never in the future, so that an ended code is free again.
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  check (ends_at >= starts_at)
);
create unique index coupons_active on coupons (account_id, folded) where ends_at is null;
create index coupons_by_code on coupons (account_id, folded, starts_at);
create index coupons_of_campaign on coupons (campaign_id, created_at desc, id desc);

-- Who held a coupon. The periods of a coupon follow each other without gaps, from its start to its end.
create table coupon_holders (
  account_id uuid not null,
  coupon_id uuid not null,
  seq integer not null check (seq >= 1),
  affiliation_id uuid not null,
  held_from timestamptz(3) not null,
  held_until timestamptz(3),
  primary key (coupon_id, seq),
  foreign key (account_id, coupon_id) references coupons (account_id, id),
  foreign key (account_id, affiliation_id) references affiliations (account_id, id),
  check (held_until >= held_from)
);
create unique index coupon_holders_open on coupon_holders (coupon_id) where held_until is null;
create index coupon_holders_of_affiliation on coupon_holders (affiliation_id, coupon_id);

alter table campaigns
  add column evidence text not null default 'coupon' check (evidence in ('coupon', 'click')),
  add column coupon_needs_click text not null default 'off' check (coupon_needs_click in ('off', 'sign', 'refuse')),
  add column coupon_click_days integer not null default 30 check (coupon_click_days between 1 and 365);

alter table conversions
  add column coupon_id uuid,
  -- as it was written, so that lists need not look it up
  add column coupon_code text,
  -- whose click or coupon came with the order too, but did not decide
  add column other_affiliation_id uuid,
  add foreign key (account_id, coupon_id) references coupons (account_id, id),
  add foreign key (account_id, other_affiliation_id) references affiliations (account_id, id),
  drop constraint conversions_attributed_by_check,
  -- One check, because PostgreSQL parses every check again for each insert.
  add constraint conversions_attributed_by_check check (
    (coupon_id is null) = (coupon_code is null) and (other_affiliation_id is null or coupon_id is not null)
    and (attributed_by in ('click', 'code', 'customer', 'bonus') or (attributed_by = 'coupon' and coupon_id is not null)));
-- All that is counted of a coupon's orders.
create index conversions_of_coupon on conversions (account_id, coupon_id, affiliation_id, status, attributed_by, other_affiliation_id)
  where coupon_id is not null and part_of is null;
