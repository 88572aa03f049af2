-- A free order, such as the start of a trial, bound the customer, and no order of theirs has been paid yet: the first one
-- that is paid is not a repeat order.
alter table customers add column unpaid boolean not null default false;

-- Paddle only: its events are test events, though they look like others.
alter table connectors add column sandbox boolean not null default false;
