-- The audit log: who changed what in an account. It identifies people by ID only and is append-only.
create table audit_entries (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  at timestamptz(3) not null,
  -- the ID of a user or a key, 'operator' for the command line, 'system' for the service itself
  actor text collate "C" not null check (actor in ('operator', 'system') or actor ~ '^(usr|key)_[0-9a-z]{26}$'),
  -- from the closed list in domain/audit.ts, which grows with the product
  action text collate "C" not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text collate "C" not null,
  subject_id uuid not null,
  -- only what changed; null if the object did not exist before, or no longer exists
  before jsonb,
  after jsonb,
  check (jsonb_typeof(before) = 'object' and jsonb_typeof(after) = 'object')
);
create index audit_entries_by_account on audit_entries (account_id, at desc, id desc);
create index audit_entries_by_action on audit_entries (account_id, action, at desc, id desc);
create index audit_entries_by_actor on audit_entries (account_id, actor, at desc, id desc);
create index audit_entries_by_actor_and_action on audit_entries (account_id, actor, action, at desc, id desc);
create index audit_entries_by_subject on audit_entries (subject_id, at desc, id desc);

create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- Where a change came from. Separate from the log, because it is personal data: deleted after a while, and when the person is erased.
create table audit_origins (
  entry_id uuid primary key references audit_entries (id),
  account_id uuid not null references accounts (id),
  actor text collate "C" not null,
  at timestamptz(3) not null,
  address text not null,
  user_agent text
);
create index audit_origins_by_actor on audit_origins (actor);
create index audit_origins_by_time on audit_origins (at);
