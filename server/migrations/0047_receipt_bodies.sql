-- Encrypted bytes cannot be compressed. Without this, PostgreSQL tries each time a receipt is stored.
alter table receipts alter column body_encrypted set storage external;
