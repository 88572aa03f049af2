-- Merchants can remind affiliates to add payout details.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'approval', 'claim_answered', 'payout_reminder',
  'password_reset', 'address_verification', 'payout_details_changed', 'password_changed', 'second_factor_changed'));
alter table mail_switches drop constraint mail_switches_kind_check;
alter table mail_switches add constraint mail_switches_kind_check
  check (kind in ('invitation', 'approval', 'claim_answered', 'payout_reminder'));
