-- A reset of a test account deletes conversions. Without this index, each one searches all receipts.
create index receipts_of_conversion on receipts (conversion_id) where conversion_id is not null;
