-- Folders in which redirectors keep clicks while they cannot write them here. Every click older than `clean_at` that
-- went through the folder has been recorded.
create table click_journals (
  id uuid primary key,
  clean_at timestamptz(3) not null,
  -- Clicks are being replayed.
  is_replaying boolean not null default false
);

-- How much of a journal's file has been replayed, so that a process that dies in between neither loses nor repeats it.
create table click_segments (
  id uuid primary key,
  replayed_bytes bigint not null check (replayed_bytes > 0),
  replayed_at timestamptz(3) not null
);
create index click_segments_by_time on click_segments (replayed_at);
