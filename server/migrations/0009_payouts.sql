-- Payouts, claw-backs, payment files, and the seals of the ledger.

-- Payouts that were created together. A single payout is a batch of one, so that every payout can have a file.
create table payout_batches (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  currency text collate "C" not null,
  origin text not null check (origin in ('single', 'batch', 'monthly')),
  minimum_minor bigint not null check (minimum_minor >= 0),
  -- amounts that became withdrawable later are left for the next batch
  as_of timestamptz(3) not null,
  -- the month of a monthly batch, so that there cannot be a second one
  month date,
  -- the ID of a user, or 'system'
  actor text not null,
  status text not null check (status in ('making', 'made')),
  -- the last affiliate handled: after a crash, the batch resumes after them
  reached_affiliate_id uuid,
  skipped_without_details integer not null default 0,
  created_at timestamptz(3) not null,
  made_at timestamptz(3),
  unique (account_id, id),
  check ((status = 'made') = (made_at is not null)),
  check ((origin = 'monthly') = (month is not null))
);
create unique index payout_batches_monthly on payout_batches (account_id, currency, month) where month is not null;
create index payout_batches_by_account on payout_batches (account_id, created_at desc, id desc);
create index payout_batches_unfinished on payout_batches (created_at) where status = 'making';

create table payouts (
  id uuid primary key,
  account_id uuid not null,
  batch_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  earned_minor bigint not null check (earned_minor > 0),
  clawed_back_minor bigint not null check (clawed_back_minor >= 0),
  conversions integer not null check (conversions > 0),
  claw_backs integer not null check (claw_backs >= 0),
  status text not null check (status in ('created', 'paid', 'failed', 'cancelled')),
  -- the number of its last transition
  seq integer not null,
  method text not null check (method in ('iban', 'paypal', 'other')),
  -- the end of the account: enough to recognize it, too little to use it
  account_hint text not null,
  -- name and account at the time it was created; null once the person is erased
  payee_encrypted bytea,
  reference text,
  reason text,
  paid_on date,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  unique (account_id, id),
  unique (batch_id, affiliate_id),
  foreign key (account_id, batch_id) references payout_batches (account_id, id),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id),
  check (amount_minor = earned_minor - clawed_back_minor),
  check ((status = 'created') = (settled_at is null)),
  check (status <> 'paid' or paid_on is not null)
) with (fillfactor = 80);
create index payouts_by_account on payouts (account_id, created_at desc, id desc);
create index payouts_by_account_and_status on payouts (account_id, status, created_at desc, id desc);
create index payouts_by_affiliate on payouts (affiliate_id, created_at desc, id desc);

create table payout_transitions (
  payout_id uuid not null references payouts (id),
  seq integer not null check (seq > 0),
  action text not null check (action in ('create', 'mark_paid', 'mark_failed', 'cancel')),
  status text not null check (status in ('created', 'paid', 'failed', 'cancelled')),
  actor text not null,
  reason text,
  reference text,
  -- whether a payment file already included it
  after_file boolean not null default false,
  at timestamptz(3) not null,
  primary key (payout_id, seq)
);
create trigger payout_transitions_append_only before update or delete or truncate on payout_transitions
  for each statement execute function refuse_change();

-- What an affiliate owes back: a whole commission, once. Deducted from the next payout that can cover all of them.
create table claw_backs (
  id uuid primary key,
  account_id uuid not null,
  conversion_id uuid not null unique,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text collate "C" not null,
  reason text not null,
  actor text not null,
  created_at timestamptz(3) not null,
  -- the active payout that deducted it
  payout_id uuid,
  unique (account_id, id),
  foreign key (account_id, conversion_id) references conversions (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id),
  foreign key (account_id, payout_id) references payouts (account_id, id)
);
create index claw_backs_open on claw_backs (affiliate_id, currency) where payout_id is null;
create index claw_backs_by_account on claw_backs (account_id, created_at desc, id desc);
create index claw_backs_by_affiliate on claw_backs (affiliate_id, created_at desc, id desc);
create trigger claw_backs_never_deleted before delete or truncate on claw_backs
  for each statement execute function refuse_change();
create trigger claw_backs_keep_their_words before update on claw_backs for each row
  when ((old.id, old.account_id, old.conversion_id, old.campaign_id, old.affiliate_id, old.amount_minor, old.currency,
      old.reason, old.actor, old.created_at)
    is distinct from (new.id, new.account_id, new.conversion_id, new.campaign_id, new.affiliate_id, new.amount_minor,
      new.currency, new.reason, new.actor, new.created_at))
  execute function refuse_change();

alter table conversions add foreign key (account_id, payout_id) references payouts (account_id, id);
-- What the next payout includes, and what is still on hold. A commission of 0 is never paid.
create index conversions_unpaid on conversions
  (account_id, affiliate_id, commission_currency, greatest(matures_at, approved_at))
  where status = 'approved' and payout_id is null and commission_minor > 0;

-- The lines of a payout are kept forever. They are active while the payout is created or paid; a failed or cancelled payout releases
-- them.
create table payout_lines (
  payout_id uuid not null,
  account_id uuid not null,
  conversion_id uuid not null,
  claw_back_id uuid,
  -- negative for a claw-back
  amount_minor bigint not null,
  living boolean not null default true,
  foreign key (account_id, payout_id) references payouts (account_id, id),
  foreign key (account_id, conversion_id) references conversions (account_id, id),
  foreign key (account_id, claw_back_id) references claw_backs (account_id, id),
  check ((claw_back_id is null) = (amount_minor > 0))
);
create unique index payout_lines_by_payout on payout_lines (payout_id, claw_back_id nulls first, conversion_id) nulls not distinct;
create unique index payout_lines_one_living_conversion on payout_lines (conversion_id) where living and claw_back_id is null;
create unique index payout_lines_one_living_claw_back on payout_lines (claw_back_id) where living and claw_back_id is not null;
create trigger payout_lines_never_deleted before delete or truncate on payout_lines
  for each statement execute function refuse_change();
create trigger payout_lines_only_end before update on payout_lines for each row
  when (not old.living or new.living
    or (old.payout_id, old.account_id, old.conversion_id, old.claw_back_id, old.amount_minor)
      is distinct from (new.payout_id, new.account_id, new.conversion_id, new.claw_back_id, new.amount_minor))
  execute function refuse_change();

create trigger payouts_never_deleted before delete or truncate on payouts
  for each statement execute function refuse_change();
create trigger payouts_keep_their_sums before update on payouts for each row
  when ((old.id, old.account_id, old.batch_id, old.affiliate_id, old.currency, old.amount_minor, old.earned_minor,
      old.clawed_back_minor, old.conversions, old.claw_backs, old.created_at)
    is distinct from (new.id, new.account_id, new.batch_id, new.affiliate_id, new.currency, new.amount_minor,
      new.earned_minor, new.clawed_back_minor, new.conversions, new.claw_backs, new.created_at))
  execute function refuse_change();

-- At commit, an active payout must equal the sum of its lines.
create function require_payout_to_equal_its_lines() returns trigger language plpgsql as $$
declare
  payout payouts;
  earned bigint;
  clawed_back bigint;
  conversion_lines bigint;
  claw_back_lines bigint;
begin
  select * into payout from payouts where id = new.id;
  select coalesce(sum(amount_minor) filter (where claw_back_id is null), 0),
    coalesce(-sum(amount_minor) filter (where claw_back_id is not null), 0),
    count(*) filter (where claw_back_id is null), count(*) filter (where claw_back_id is not null)
  into earned, clawed_back, conversion_lines, claw_back_lines
  from payout_lines where payout_id = new.id and living;
  if payout.status in ('failed', 'cancelled') then
    if conversion_lines + claw_back_lines > 0 then
      raise exception 'payout % has ended and still holds lines', payout.id using errcode = 'check_violation';
    end if;
    return null;
  end if;
  if (payout.earned_minor, payout.clawed_back_minor, payout.conversions::bigint, payout.claw_backs::bigint)
    <> (earned, clawed_back, conversion_lines, claw_back_lines) then
    raise exception 'payout % of % is not the sum of its lines', payout.id, payout.amount_minor using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger payouts_equal_their_lines after insert or update on payouts
  deferrable initially deferred for each row execute function require_payout_to_equal_its_lines();

-- A trigger on each line would sum a payout once per line. Touching the payout queues a single sum.
create function touch_payouts_of_lines() returns trigger language plpgsql as $$
begin
  update payouts set seq = seq where id in (select distinct payout_id from changed);
  return null;
end
$$;
create trigger payout_lines_added after insert on payout_lines
  referencing new table as changed for each statement execute function touch_payouts_of_lines();
create trigger payout_lines_ended after update on payout_lines
  referencing new table as changed for each statement execute function touch_payouts_of_lines();

alter table transfers
  add column payout_id uuid,
  add column claw_back_id uuid,
  add foreign key (account_id, payout_id) references payouts (account_id, id),
  add foreign key (account_id, claw_back_id) references claw_backs (account_id, id),
  add check (num_nonnulls(conversion_id, payout_id, claw_back_id) = 1);
create unique index transfers_once_per_payout_step on transfers (payout_id, seq) where payout_id is not null;
create unique index transfers_once_per_claw_back on transfers (claw_back_id) where claw_back_id is not null;
create index ledger_balances_by_account on ledger_balances (account_id, kind, currency, owner_id);

-- The account that payouts are paid from, and monthly batches.
create table payers (
  account_id uuid primary key references accounts (id),
  name text not null,
  iban_encrypted bytea not null,
  iban_hint text not null,
  bic text,
  changed_by text not null,
  changed_at timestamptz(3) not null
);
create table payout_schedules (
  account_id uuid not null references accounts (id),
  currency text collate "C" not null,
  day integer not null check (day between 1 and 28),
  minimum_minor bigint not null check (minimum_minor >= 0),
  next_on date not null,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  primary key (account_id, currency)
);
create index payout_schedules_by_day on payout_schedules (next_on);

-- The content of a payment file is fixed when it is created: a second upload must equal the first.
create table payout_files (
  id uuid primary key,
  account_id uuid not null,
  batch_id uuid not null,
  format text not null check (format in ('sepa', 'paypal', 'csv')),
  payer_encrypted bytea,
  actor text not null,
  written_at timestamptz(3) not null,
  unique (batch_id, format),
  foreign key (account_id, batch_id) references payout_batches (account_id, id)
);
create table payout_file_payouts (
  file_id uuid not null references payout_files (id),
  payout_id uuid not null references payouts (id),
  primary key (file_id, payout_id)
);
create index payout_file_payouts_by_payout on payout_file_payouts (payout_id);

-- Seals: a hash chain per affiliate and currency over all their transfers, in the order of sealing. Transfers are queued here until a job
-- seals them, so that posting one never waits for a chain. A transfer that depends on another has a higher number, even if clocks differ.
create table unsealed_transfers (
  position bigint generated always as identity primary key,
  transfer_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table seals (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  number integer not null check (number > 0),
  -- the statement that its lines belong to: never before that of the previous seal, and never one that was already issued
  month date not null check (extract(day from month) = 1),
  -- the number of lines in the chain up to this seal
  lines bigint not null,
  transfer_ids uuid[] not null,
  -- SHA-256 of each transfer, concatenated: they identify a row that was changed
  digests bytea not null,
  head bytea not null,
  -- the affiliate's balances after the last line
  pending_minor bigint not null,
  payable_minor bigint not null,
  in_payout_minor bigint not null,
  paid_minor bigint not null,
  receivable_minor bigint not null,
  sealed_at timestamptz(3) not null,
  primary key (affiliate_id, currency, number),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id),
  check (cardinality(transfer_ids) > 0 and length(digests) = 32 * cardinality(transfer_ids) and length(head) = 32)
);
-- Random IDs and hashes do not compress, so trying would only cost time.
alter table seals alter column transfer_ids set storage external, alter column digests set storage external;
create index seals_by_month on seals (affiliate_id, currency, month);
create trigger seals_append_only before update or delete or truncate on seals
  for each statement execute function refuse_change();

create function seal_fold(head bytea, digests bytea[]) returns bytea language plpgsql immutable as $$
declare
  digest bytea;
begin
  foreach digest in array digests loop
    head := sha256(head || digest);
  end loop;
  return head;
end
$$;

-- Months whose complete statement was issued: transfers sealed later belong to a later month.
create table issued_statements (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  month date not null check (extract(day from month) = 1),
  lines bigint not null,
  head bytea not null,
  issued_at timestamptz(3) not null,
  primary key (affiliate_id, currency, month),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id)
);
create trigger issued_statements_append_only before update or delete or truncate on issued_statements
  for each statement execute function refuse_change();

-- Every key that has signed a statement, so that old statements can still be verified after the secret changes.
create table statement_keys (
  public_key text collate "C" primary key,
  since timestamptz(3) not null
);

alter table campaigns add column auto_approve text not null default 'never' check (auto_approve in ('never', 'when_matured'));
create index campaigns_approving_themselves on campaigns (id) where auto_approve <> 'never';
create index conversions_without_signs on conversions (campaign_id, matures_at) where status = 'pending' and warning_signs = '{}';
