-- Members join an account by invitation, and every account keeps an owner.
create table member_invitations (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  email text not null,
  email_folded text collate "C" not null,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  -- the invitation ends when its sender is no longer an owner
  invited_by uuid not null references users (id),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  replaced_at timestamptz(3),
  withdrawn_at timestamptz(3)
);
-- one open link per person and account
create unique index member_invitations_open on member_invitations (account_id, email_folded)
  where accepted_at is null and replaced_at is null and withdrawn_at is null;
create index member_invitations_waiting on member_invitations (account_id, created_at desc, id desc)
  where accepted_at is null and replaced_at is null and withdrawn_at is null;

-- Changes lock the account's row: if two owners leave at once, the second one sees that the first has left.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from accounts where id = old.account_id for no key update;
  if not exists (select from members where account_id = old.account_id and role = 'owner') then
    raise exception 'the account would be left without an owner' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger members_keep_an_owner after update or delete on members
  for each row when (old.role = 'owner') execute function keep_an_owner();
