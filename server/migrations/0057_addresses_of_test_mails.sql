-- Finds the test emails to a person who is erased, in all test accounts. Emails from before have no hash: their retention
-- deletes them within 30 days.
alter table test_mails add column address_hash bytea;
create index test_mails_by_address on test_mails (address_hash);
