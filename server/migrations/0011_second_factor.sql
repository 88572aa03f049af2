-- Two-factor authentication: codes from the person's own device, and recovery codes in case it is lost.
create table second_factors (
  user_id uuid primary key references users (id),
  -- the secret behind the codes; it must be readable to check them, so it is encrypted instead of hashed
  secret_encrypted bytea not null,
  set_up_at timestamptz(3) not null,
  -- null until a code proves that the device has the secret; until then it has no effect
  confirmed_at timestamptz(3),
  -- the time step of the newest code used: the same and older codes are rejected
  last_step bigint not null default 0
);

-- Unused recovery codes. Using one deletes it.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The password was correct, but the code is still missing. Such a row alone grants no access.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_end on pending_sign_ins (expires_at);
