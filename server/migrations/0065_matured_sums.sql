-- What of an affiliate's unpaid commission a payout would include: the sum up to a time. Pages and previews add or subtract the few
-- conversions between that time and theirs, so their cost does not grow with unpaid conversions. A job moves the time forward. Every
-- change of a row holds the affiliate's payable balance, as every change of unpaid commission does. Without a row, nothing is added up yet:
-- so the migration need not fill it.
create table matured_sums (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  matured_until timestamptz(3) not null,
  conversions bigint not null,
  commission_minor bigint not null,
  -- without a foreign key and checks, as its job must not wait for an affiliate, and no sum may stop money
  primary key (affiliate_id, currency)
) with (fillfactor = 70);
