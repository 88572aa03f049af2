-- The latest failed requests to /v1, for the developers' page. Never contains a key. A ring buffer of 1,000 slots per account: the number
-- of a request determines its slot, so the oldest is overwritten and nothing has to be counted or deleted.
create table refused_call_numbers (
  account_id uuid primary key references accounts (id),
  last_number bigint not null
);

create table refused_calls (
  account_id uuid not null references accounts (id),
  place integer not null check (place between 0 and 999),
  number bigint not null,
  key_id uuid not null references api_keys (id),
  at timestamptz(3) not null,
  method text not null,
  path text not null,
  status integer not null,
  code text not null,
  error text not null,
  request_id text not null,
  primary key (account_id, place)
) with (fillfactor = 70);
