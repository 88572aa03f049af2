-- When an affiliate was last reminded to add payout details: those who have waited longest come first.
alter table affiliates add column payout_reminded_at timestamptz(3);

-- The account's open claw-backs, without reading those of other accounts.
drop index claw_backs_open;
create index claw_backs_open on claw_backs (account_id, affiliate_id, currency) where payout_id is null;
