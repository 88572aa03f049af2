-- The outbox: what happened, frozen, and one delivery for each endpoint that asked for it.
create table webhook_endpoints (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  url text not null,
  events text[] not null,
  secret_encrypted bytea not null,
  created_at timestamptz(3) not null,
  -- null while it is on
  disabled_at timestamptz(3),
  deleted_at timestamptz(3),
  unique (account_id, id)
);
create index webhook_endpoints_by_account on webhook_endpoints (account_id) where deleted_at is null;

create table events (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  type text not null,
  -- what it is about: a conversion, an affiliation or a payout, and the number of its transition
  subject_id uuid,
  seq integer,
  -- the exact bytes of every delivery; null once retention has passed
  body text,
  created_at timestamptz(3) not null,
  unique (account_id, id)
);
create unique index events_once_per_transition on events (subject_id, type, seq);
create index events_by_account on events (account_id, created_at desc, id desc);

create table deliveries (
  id uuid primary key,
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('waiting', 'delivered', 'failed', 'held')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  foreign key (account_id, endpoint_id) references webhook_endpoints (account_id, id),
  foreign key (account_id, event_id) references events (account_id, id)
) with (fillfactor = 70);
create index deliveries_due on deliveries (endpoint_id, due_at, id) where status = 'waiting';
create index deliveries_by_event on deliveries (event_id);
create index deliveries_by_account on deliveries (account_id, created_at desc, id desc);
