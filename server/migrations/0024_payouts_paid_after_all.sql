-- A payout that failed or was cancelled can be marked as paid if the bank paid it after all. Its lines become active again. The unique
-- indexes over active lines still keep a conversion out of two payouts, and at commit a payout must equal the sum of its lines.
drop trigger payout_lines_only_end on payout_lines;
create trigger payout_lines_keep_their_sums before update on payout_lines for each row
  when ((old.payout_id, old.account_id, old.conversion_id, old.claw_back_id, old.amount_minor)
    is distinct from (new.payout_id, new.account_id, new.conversion_id, new.claw_back_id, new.amount_minor))
  execute function refuse_change();
