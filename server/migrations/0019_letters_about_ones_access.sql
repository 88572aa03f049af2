-- Whoever changes how they get in hears of it by mail: if it was not them, they can act.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'approval', 'claim_answered', 'password_reset',
  'address_verification', 'payout_details_changed', 'password_changed', 'second_factor_changed'));
