-- Test mode: twins of live accounts, each with a clock of its own, its own people and a box for its mails.

alter table accounts
  add column mode text not null default 'live' check (mode in ('live', 'test')),
  -- of a twin: the account whose members, plan and limits it has
  add column live_account_id uuid references accounts (id),
  add check ((mode = 'test') = (live_account_id is not null));
create unique index accounts_twins on accounts (live_account_id, name) where live_account_id is not null;

-- The time of each twin. It stands still until somebody moves it.
create table account_clocks (
  account_id uuid primary key references accounts (id),
  now timestamptz(3) not null,
  -- when the twin was created or reset, in real time
  started_at timestamptz(3) not null
);

-- Test people belong to one twin. Real people have no twin, and an address is unique among them.
alter table users
  add column twin_id uuid references accounts (id),
  drop constraint users_email_folded_key,
  add constraint users_email_key unique nulls not distinct (email_folded, twin_id);
create index users_of_twin on users (twin_id) where twin_id is not null;

-- What a twin would have mailed. Nothing of it leaves.
create table test_mails (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  kind text not null,
  message_encrypted bytea not null,
  created_at timestamptz(3) not null
);
create index test_mails_by_account on test_mails (account_id, created_at desc, id desc);

-- Statements of twins have a key of their own, so that nobody takes one for real.
alter table statement_keys add column test boolean not null default false;

-- When a failed delivery of a twin is due again, in test time. The queue itself works in real time: until the clock
-- reaches this, its due_at is infinity.
alter table deliveries add column retry_at timestamptz(3);
create index deliveries_to_retry on deliveries (account_id, retry_at) where status = 'waiting' and retry_at is not null;

-- A reset deletes the rows of a twin, also those that are append-only. It says so in a setting of its transaction, and
-- the trigger after each deletion refuses it if a row belongs to a live account.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tributary.resetting', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create function refuse_deleting_live() returns trigger language plpgsql as $$
declare
  live boolean;
begin
  if tg_table_name = 'conversion_transitions' then
    live := exists (select from deleted join conversions on conversions.id = deleted.conversion_id
      join accounts on accounts.id = conversions.account_id where accounts.mode = 'live');
  elsif tg_table_name = 'payout_transitions' then
    live := exists (select from deleted join payouts on payouts.id = deleted.payout_id
      join accounts on accounts.id = payouts.account_id where accounts.mode = 'live');
  else
    live := exists (select from deleted join accounts on accounts.id = deleted.account_id where accounts.mode = 'live');
  end if;
  if live then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger audit_entries_of_twins_only after delete on audit_entries
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger claw_backs_of_twins_only after delete on claw_backs
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger conversion_transitions_of_twins_only after delete on conversion_transitions
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger issued_statements_of_twins_only after delete on issued_statements
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger order_edits_of_twins_only after delete on order_edits
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger payout_lines_of_twins_only after delete on payout_lines
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger payout_transitions_of_twins_only after delete on payout_transitions
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger payouts_of_twins_only after delete on payouts
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger plans_of_twins_only after delete on plans
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger refunds_of_twins_only after delete on refunds
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger seals_of_twins_only after delete on seals
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger statement_signatures_of_twins_only after delete on statement_signatures
  referencing old table as deleted for each statement execute function refuse_deleting_live();
create trigger transfers_of_twins_only after delete on transfers
  referencing old table as deleted for each statement execute function refuse_deleting_live();
