-- Clicks in monthly partitions. Their IDs are ordered by time, so the ID alone identifies the partition. No foreign key refers to them,
-- so an old month can be dropped without checking other tables.
create table clicks (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliation_id uuid not null,
  clicked_at timestamptz(3) not null,
  -- from the campaign's window at the time of the click
  expires_at timestamptz(3) not null,
  sub text,
  -- keyed hash of the visitor's address; the key changes daily and is deleted
  address_hash bytea
) partition by range (id);

-- Separate rows, so that a redirect never waits for a lock of the ledger. scope_id is a campaign or an affiliation; the day -infinity is
-- the total of all days. Days are UTC.
create table click_totals (
  scope_id uuid not null,
  day date not null,
  clicks bigint not null,
  primary key (scope_id, day)
) with (fillfactor = 50);

-- The counts of a group of clicks, written together with the clicks and folded into click_totals within seconds. One row per group
-- replaces hundreds of updates, which took three quarters of a redirect's time in the database.
create table click_batches (
  id bigint generated always as identity primary key,
  scope_ids uuid[] not null,
  days date[] not null,
  clicks integer[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
-- Arrays of random IDs do not compress, so trying would only cost time.
alter table click_batches alter column scope_ids set storage external;

-- The key of a day's address hashes, shared by all processes and deleted when the day is over. Unlogged, so that the key does not survive
-- in a WAL archive.
create unlogged table address_keys (
  day date primary key,
  key bytea not null
);

-- The transaction that last changed something a redirect needs. Redirectors poll for newer changes.
alter table campaigns add column changed_in xid8 not null default pg_current_xact_id();
alter table affiliations add column changed_in xid8 not null default pg_current_xact_id();
create index campaigns_by_change on campaigns (changed_in);
create index affiliations_by_change on affiliations (changed_in);

create function mark_changed() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger campaigns_mark_new before insert on campaigns for each row execute function mark_changed();
-- Not if only the spend changed: every conversion changes it, and redirects do not need it.
create trigger campaigns_mark_changed before update on campaigns for each row
  when ((old.status, old.target_url, old.attribution_window_days) is distinct from (new.status, new.target_url, new.attribution_window_days))
  execute function mark_changed();
create trigger affiliations_mark_new before insert on affiliations for each row execute function mark_changed();
create trigger affiliations_mark_changed before update on affiliations for each row
  when ((old.status, old.code) is distinct from (new.status, new.code)) execute function mark_changed();
