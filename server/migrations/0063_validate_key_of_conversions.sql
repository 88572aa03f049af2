-- Reads all conversions once.
alter table conversions validate constraint conversions_affiliation_fkey;
