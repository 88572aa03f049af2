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
