-- A second proof beside the password: codes that a person's own device makes, and recovery codes for when it is lost.
create table second_factors (
  user_id uuid primary key references users (id),
  -- what the device makes its codes from; it must be readable to check them, so it is encrypted and not hashed
  secret_encrypted bytea not null,
  set_up_at timestamptz(3) not null,
  -- null until a code has shown that the device has the secret: until then it guards nothing
  confirmed_at timestamptz(3),
  -- the time step of the newest code that was used: none is taken twice, and none older than it
  last_step bigint not null default 0
);

-- A row is a code that still opens something. Using one deletes it.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The password was right and the second proof is still missing: such a row opens nothing by itself.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_end on pending_sign_ins (expires_at);
