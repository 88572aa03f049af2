-- The ledger: balanced, append-only transfers, and the balances that they sum to. A campaign's accounts: 'campaign' (what it has spent,
-- negative) and 'recovered' (what was clawed back). An affiliate's accounts: 'pending', 'payable', 'in_payout', 'paid', and 'receivable'
-- (what they owe back, negative).
create table ledger_balances (
  account_id uuid not null,
  kind text not null check (kind in ('campaign', 'recovered', 'pending', 'payable', 'in_payout', 'paid', 'receivable')),
  owner_id uuid not null,
  currency text collate "C" not null,
  balance_minor bigint not null,
  primary key (owner_id, kind, currency)
) with (fillfactor = 50);

-- A trigger instead of a check: an upsert would check the proposed row, which is the change and not the balance.
create function refuse_overdraft() returns trigger language plpgsql as $$
begin
  raise exception 'the % balance of % would be %', new.kind, new.owner_id,
    case when new.balance_minor < 0 then 'negative' else 'positive' end using errcode = 'check_violation';
end
$$;
create trigger ledger_balances_never_overdrawn after insert or update on ledger_balances
  for each row when (case when new.kind in ('campaign', 'receivable') then new.balance_minor > 0 else new.balance_minor < 0 end)
  execute function refuse_overdraft();

create table transfers (
  id uuid primary key,
  account_id uuid not null,
  conversion_id uuid,
  seq integer not null,
  debit_kind text not null,
  debit_owner_id uuid not null,
  credit_kind text not null,
  credit_owner_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text collate "C" not null,
  created_at timestamptz(3) not null,
  check ((debit_kind, debit_owner_id) <> (credit_kind, credit_owner_id)),
  foreign key (account_id, conversion_id) references conversions (account_id, id),
  foreign key (conversion_id, seq) references conversion_transitions (conversion_id, seq)
);
create unique index transfers_once_per_transition on transfers (conversion_id, seq);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
create trigger conversion_transitions_append_only before update or delete or truncate on conversion_transitions
  for each statement execute function refuse_change();
