-- People get an email when their sign-in settings change, so that they can act if it was not them.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'approval', 'claim_answered', 'password_reset',
  'address_verification', 'payout_details_changed', 'password_changed', 'second_factor_changed'));
