-- Claw-backs sorted by amount: without it, a page reads and sorts all claw-backs of the account.
create index claw_backs_by_amount on claw_backs (account_id, amount_minor, id);
