-- Events are deleted with their deliveries after a retention period. Until when, by the time of their account: `verify` expects an
-- event for every change after it.
create table event_cutoffs (
  account_id uuid primary key references accounts (id),
  deleted_until timestamptz(3) not null
);

-- The space of deleted rows is reused early: at the default, a fifth of the table is dead before it is cleaned.
alter table events set (autovacuum_vacuum_scale_factor = 0.05);
alter table deliveries set (autovacuum_vacuum_scale_factor = 0.05);
alter table delivery_attempts set (autovacuum_vacuum_scale_factor = 0.05);
