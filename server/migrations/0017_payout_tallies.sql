-- What the payouts of a batch come to, by state, way of paying and file: a list of batches reads a few rows of each, however
-- many people a batch pays. Kept in the transaction of the change, like all totals.
create table payout_tallies (
  account_id uuid not null,
  batch_id uuid not null,
  status text not null check (status in ('created', 'paid', 'failed', 'cancelled')),
  method text not null check (method in ('iban', 'paypal', 'other')),
  -- null: in no file
  file_id uuid references payout_files (id),
  payouts bigint not null,
  amount_minor bigint not null,
  foreign key (account_id, batch_id) references payout_batches (account_id, id),
  unique nulls not distinct (batch_id, status, method, file_id)
) with (fillfactor = 70);

-- Whoever is in two files is paid twice.
drop index payout_file_payouts_by_payout;
create unique index payout_file_payouts_once on payout_file_payouts (payout_id);

insert into payout_tallies (account_id, batch_id, status, method, file_id, payouts, amount_minor)
select payout.account_id, payout.batch_id, payout.status, payout.method, member.file_id, count(*), sum(payout.amount_minor)
from payouts payout left join payout_file_payouts member on member.payout_id = payout.id
group by 1, 2, 3, 4, 5;
