-- The list of payouts can be sorted by amount without reading the whole history.
create index payouts_by_amount on payouts (account_id, amount_minor desc, id desc);
