-- When an affiliate was last reminded to add payout details: those who have waited longest come first.
alter table affiliates add column payout_reminded_at timestamptz(3);
