-- Totals of a batch's payouts by state, payout method and file: a list of batches reads a few rows for each, however many people a batch
-- pays. Updated in the transaction of the change, like all totals.
alter table payout_files add unique (account_id, id);
create table payout_tallies (
  account_id uuid not null,
  batch_id uuid not null,
  status text not null check (status in ('created', 'paid', 'failed', 'cancelled')),
  method text not null check (method in ('iban', 'paypal', 'other')),
  -- null: not in a file
  file_id uuid,
  payouts bigint not null,
  amount_minor bigint not null,
  foreign key (account_id, batch_id) references payout_batches (account_id, id),
  foreign key (account_id, file_id) references payout_files (account_id, id),
  unique nulls not distinct (batch_id, status, method, file_id)
) with (fillfactor = 70);

-- A payee in two files would be paid twice.
do $$
declare
  twice uuid;
begin
  select payout_id into twice from payout_file_payouts group by payout_id having count(*) > 1 limit 1;
  if twice is not null then
    raise exception 'Payout % is in two files, so that it could be paid twice. Delete its row of the file that was not used from payout_file_payouts, and start again.', twice;
  end if;
end
$$;
drop index payout_file_payouts_by_payout;
create unique index payout_file_payouts_once on payout_file_payouts (payout_id);

insert into payout_tallies (account_id, batch_id, status, method, file_id, payouts, amount_minor)
select payout.account_id, payout.batch_id, payout.status, payout.method, member.file_id, count(*), sum(payout.amount_minor)
from payouts payout left join payout_file_payouts member on member.payout_id = payout.id
group by 1, 2, 3, 4, 5;
