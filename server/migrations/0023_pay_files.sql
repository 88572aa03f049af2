-- Which files can pay a payout is decided once, when the payout is created, because its payee is encrypted.
-- Empty: no file can, because the payee was erased.
alter table payouts add column formats text[] not null default '{csv}';
alter table payouts alter column formats drop default;

-- The part of the file that holds the payout. Parts keep their payouts even if a payee in one of them is erased.
alter table payout_files add column parts integer not null default 1 check (parts > 0);
alter table payout_files alter column parts drop default;
alter table payout_file_payouts add column part integer not null default 1 check (part > 0);
alter table payout_file_payouts alter column part drop default;

-- Older payouts, as far as the tables show: the country of an IBAN is encrypted, so the file itself still omits an account that SEPA does
-- not reach. Payouts in a file stay in it. The sums do not change, so they are not checked again.
alter table payouts disable trigger payouts_equal_their_lines;
update payouts set formats = old.formats
from (
  select p.id, case
      when p.payee_encrypted is null then '{}'
      when f.format = 'sepa' or p.method = 'iban' and p.currency = 'EUR' and p.amount_minor <= 99999999999 then '{csv,sepa}'
      when f.format = 'paypal' or p.method = 'paypal' and (p.currency in ('HUF', 'TWD') and p.amount_minor % 100 = 0
        or p.currency in ('AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'ILS', 'JPY', 'MXN', 'MYR', 'NOK',
          'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'USD')) then '{csv,paypal}'
      else '{csv}' end::text[] as formats
  from payouts p left join payout_file_payouts member on member.payout_id = p.id
  left join payout_files f on f.id = member.file_id
) old
where old.id = payouts.id and old.formats <> payouts.formats;
alter table payouts enable trigger payouts_equal_their_lines;

update payout_file_payouts member set part = placed.part
from (
  select member.payout_id, (row_number() over (partition by f.id order by member.payout_id) - 1) / 5000 + 1 as part
  from payout_file_payouts member join payout_files f on f.id = member.file_id where f.format = 'paypal'
) placed
where placed.payout_id = member.payout_id and placed.part <> 1;
update payout_files f set parts = counted.parts
from (select file_id, max(part) as parts from payout_file_payouts group by file_id) counted
where counted.file_id = f.id and counted.parts <> 1;

-- A few rows show what each part of a file contains, and what a new file would contain.
drop table payout_tallies;
create table payout_tallies (
  account_id uuid not null,
  batch_id uuid not null,
  status text not null check (status in ('created', 'paid', 'failed', 'cancelled')),
  method text not null check (method in ('iban', 'paypal', 'other')),
  formats text[] not null,
  -- both null: not in a file
  file_id uuid,
  part integer,
  payouts bigint not null,
  amount_minor bigint not null,
  foreign key (account_id, batch_id) references payout_batches (account_id, id),
  foreign key (account_id, file_id) references payout_files (account_id, id),
  check ((file_id is null) = (part is null)),
  unique nulls not distinct (batch_id, status, method, formats, file_id, part)
) with (fillfactor = 70);
insert into payout_tallies (account_id, batch_id, status, method, formats, file_id, part, payouts, amount_minor)
select payout.account_id, payout.batch_id, payout.status, payout.method, payout.formats, member.file_id, member.part, count(*),
  sum(payout.amount_minor)
from payouts payout left join payout_file_payouts member on member.payout_id = payout.id
group by 1, 2, 3, 4, 5, 6, 7;

-- Set by an import: the old installation may still create the same batches and approve the same conversions.
alter table payout_schedules add column disabled_at timestamptz(3);
alter table campaigns add column auto_approve_disabled_at timestamptz(3);
