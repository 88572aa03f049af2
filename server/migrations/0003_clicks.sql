-- Clicks in monthly partitions. Their ids are ordered by time, so the id alone finds its partition.
-- Nothing refers to them by foreign key: an old month is dropped without a look at the rest.
create table clicks (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliation_id uuid not null,
  clicked_at timestamptz(3) not null,
  -- the campaign's window as it was at the click
  expires_at timestamptz(3) not null,
  sub text,
  -- keyed hash of the visitor's address; its key changes daily and is not kept
  address_hash bytea
) partition by range (id);

-- Rows of their own, so that a redirect never waits for a lock of the books.
-- scope_id is a campaign or an affiliation; the day -infinity is all days together. Days are UTC.
create table click_totals (
  scope_id uuid not null,
  day date not null,
  clicks bigint not null,
  primary key (scope_id, day)
) with (fillfactor = 50);

-- What a batch of clicks adds to the totals, written with the clicks themselves. Folded into click_totals within seconds:
-- one row for each batch instead of hundreds of updates, which took three quarters of a redirect's time in the database.
create table click_batches (
  id bigint generated always as identity primary key,
  scope_ids uuid[] not null,
  days date[] not null,
  clicks integer[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
-- Arrays of random ids do not compress: trying to would only cost time.
alter table click_batches alter column scope_ids set storage external;

-- The key of a day's address hashes, shared by all processes and deleted when its day is over.
-- Unlogged: the key must not live on in an archive of the server's log.
create unlogged table address_keys (
  day date primary key,
  key bytea not null
);

-- The transaction that last changed what a redirect needs to know. Redirectors ask for what is newer than their last look.
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
-- Not when only the spend moved: that happens with every conversion and is nothing to a redirect.
create trigger campaigns_mark_changed before update on campaigns for each row
  when ((old.status, old.target_url, old.attribution_window_days) is distinct from (new.status, new.target_url, new.attribution_window_days))
  execute function mark_changed();
create trigger affiliations_mark_new before insert on affiliations for each row execute function mark_changed();
create trigger affiliations_mark_changed before update on affiliations for each row
  when ((old.status, old.code) is distinct from (new.status, new.code)) execute function mark_changed();
