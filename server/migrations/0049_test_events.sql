-- For `tributary listen`, which reads the events of a test account in the order of their IDs. Live events are not in the
-- index.
alter table events add column livemode boolean not null default true;
create index events_of_twins on events (account_id, id) where not livemode;
