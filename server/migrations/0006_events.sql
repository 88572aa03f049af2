-- The outbox: events with their final body, and one delivery for each subscribed endpoint.
create table webhook_endpoints (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  url text not null,
  events text[] not null,
  secret_encrypted bytea not null,
  -- also signs during the overlap of a rotation
  previous_secret_encrypted bytea,
  previous_secret_until timestamptz(3),
  rotated_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- null while enabled
  disabled_at timestamptz(3),
  -- 'failures': disabled automatically
  disabled_by text check (disabled_by in ('person', 'failures')),
  -- failed deliveries since the last successful one
  failures_in_row integer not null default 0,
  deleted_at timestamptz(3),
  unique (account_id, id),
  check ((disabled_at is null) = (disabled_by is null)),
  check ((previous_secret_encrypted is null) = (previous_secret_until is null))
);
create index webhook_endpoints_by_account on webhook_endpoints (account_id, created_at desc, id desc) where deleted_at is null;

create table events (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  type text not null,
  -- the subject (a conversion, an affiliation or a payout) and the number of its transition
  subject_id uuid,
  seq integer,
  -- the exact bytes of every delivery; null after the retention period
  body text,
  created_at timestamptz(3) not null,
  unique (account_id, id)
);
create unique index events_once_per_transition on events (subject_id, type, seq);
create index events_by_account on events (account_id, created_at desc, id desc);
-- for lists of one type; most events are conversion.created, which needs no index
create index events_by_type on events (account_id, type, created_at desc) where type <> 'conversion.created';
create index events_with_body on events (created_at) where body is not null;

create table deliveries (
  id uuid primary key,
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('waiting', 'delivered', 'failed', 'held')),
  -- all attempts so far
  attempts integer not null default 0,
  -- failed attempts since the last start or resend: the position in the retry schedule
  failures integer not null default 0,
  -- whether someone resent it
  manual boolean not null default false,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- when it ended as delivered or failed
  ended_at timestamptz(3),
  foreign key (account_id, endpoint_id) references webhook_endpoints (account_id, id),
  foreign key (account_id, event_id) references events (account_id, id),
  check ((ended_at is not null) = (status in ('delivered', 'failed')))
) with (fillfactor = 70);
create index deliveries_due on deliveries (endpoint_id, due_at, id) where status = 'waiting';
create index deliveries_held on deliveries (endpoint_id, created_at) where status = 'held';
-- few at any time, compared with all delivered ones
create index deliveries_not_delivered on deliveries (account_id, status, created_at desc, id desc)
  where status <> 'delivered';
create index deliveries_by_event on deliveries (event_id);
create index deliveries_by_account on deliveries (account_id, created_at desc, id desc);
create index deliveries_by_endpoint on deliveries (endpoint_id, created_at desc, id desc);

-- The slots of an endpoint limit how many deliveries are in flight to it at a time, across all processes. A lease is the delivery in a
-- slot, until it expires. Slots are separate from deliveries and only updated: a lease then writes no index entry, and the table stays
-- small however many deliveries are sent. There is no foreign key, which each delivery would check again: endpoints are never removed.
create table delivery_slots (
  endpoint_id uuid not null,
  slot integer not null,
  delivery_id uuid,
  -- fencing token: a sender with another token has lost its lease
  token uuid,
  -- in the past: the slot is free
  expires_at timestamptz(3) not null default '-infinity',
  primary key (endpoint_id, slot)
) with (fillfactor = 30);

create table delivery_attempts (
  -- the token of its lease
  id uuid not null,
  delivery_id uuid not null references deliveries (id),
  account_id uuid not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  -- null if there was no response
  status_code integer,
  -- the first KiB of the response; null after the retention period
  response text,
  -- null if it was delivered
  failure text check (failure in
    ('status', 'dns', 'refused', 'unreachable', 'blocked_address', 'tls', 'timeout', 'reset', 'protocol', 'expired', 'internal')),
  -- the same in words
  failure_text text,
  manual boolean not null,
  -- its lease had expired and another sender had taken over: recorded without effect
  overtaken boolean not null,
  primary key (delivery_id, id)
);
