-- Claims sorted by order ID: without it, a page reads and sorts all claims of the account.
create index claims_by_order_id on claims (account_id, lower(external_id), id) where state <> 'asked';
