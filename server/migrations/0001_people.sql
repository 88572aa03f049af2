-- Accounts, their members, sessions and API keys.
create table accounts (
  id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro')),
  created_at timestamptz(3) not null
);

create table users (
  id uuid primary key,
  email text not null,
  email_folded text collate "C" not null unique,
  name text not null,
  password_hash text not null,
  email_verified_at timestamptz(3),
  created_at timestamptz(3) not null
);

create table members (
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'manager', 'viewer')),
  created_at timestamptz(3) not null,
  primary key (account_id, user_id)
);
create index members_by_user on members (user_id);

-- Only the hash of a session token is stored, so a copy of the database gives no access.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  user_agent text
);
create index sessions_by_user on sessions (user_id);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  key_hash bytea not null unique,
  prefix text not null,
  last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_by_account on api_keys (account_id, created_at desc, id desc);

-- Shared by all processes. Unlogged: a window lasts a minute and need not survive a crash of the server.
create unlogged table rate_windows (
  key text collate "C" primary key,
  used integer not null,
  ends_at timestamptz(3) not null
) with (fillfactor = 50);
create index rate_windows_by_end on rate_windows (ends_at);
