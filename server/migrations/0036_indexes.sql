-- The list of payouts can be sorted by amount without reading the whole history.
create index payouts_by_amount on payouts (account_id, amount_minor desc, id desc);

-- The number of an order ID with a prefix: `22064` for `DS-22064`. Null without a prefix or without a number. People who search for
-- the bare number find the order.
create function order_number(external_id text) returns text
language sql immutable strict parallel safe
return substring(order_key(external_id) from '^[^0-9]+([0-9].*)$');

-- Not partial: the planner has no statistics about the expression of a partial index, and reads too much when a search is sorted.
create index conversions_by_order_number on conversions (account_id, order_number(external_id) text_pattern_ops);
create index claims_by_order_number on claims (account_id, order_number(external_id) text_pattern_ops);

-- Creating an index collects no statistics about its expression, and autovacuum would do so only after a tenth of the rows have changed.
analyze conversions;
analyze claims;
