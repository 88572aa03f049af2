-- Set while a reset empties a twin, in several transactions. If it is interrupted, nobody uses the twin until a reset is
-- complete.
alter table account_clocks add column resetting boolean not null default false;

-- A deletion looks for rows that refer to each deleted row. Without these, it would read the whole table every time.
create index conversion_transitions_of_refund on conversion_transitions (refund_id) where refund_id is not null;
create index payout_lines_of_conversion on payout_lines (conversion_id);
