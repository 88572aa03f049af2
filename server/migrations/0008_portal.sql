-- The affiliate's side: payout details, questions about missing sales, and queued emails.

-- Where an affiliate is paid, the same for all their merchants.
create table payout_details (
  user_id uuid primary key references users (id),
  kind text not null check (kind in ('iban', 'paypal', 'other')),
  -- the end of the account: enough to recognize it, too little to use it
  hint text not null,
  details_encrypted bytea not null,
  changed_at timestamptz(3) not null
);

-- An affiliate's question about a sale. The merchant sees it only once it is opened.
create table claims (
  id uuid primary key,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  affiliation_id uuid not null,
  -- as the affiliate typed it; it may match no order
  external_id text collate "C" not null,
  approximate_time timestamptz(3) not null,
  state text not null check (state in ('asked', 'open', 'answered', 'converted')),
  -- the immediate response to the affiliate
  finding text not null check (finding in ('recorded', 'refused', 'unknown')),
  finding_text text not null,
  finding_conversion_id uuid,
  finding_status text check (finding_status in ('pending', 'approved', 'rejected')),
  finding_reason text,
  message text,
  answer text,
  conversion_id uuid,
  asked_at timestamptz(3) not null,
  opened_at timestamptz(3),
  answered_at timestamptz(3),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id),
  foreign key (account_id, affiliation_id) references affiliations (account_id, id),
  foreign key (account_id, finding_conversion_id) references conversions (account_id, id),
  foreign key (account_id, conversion_id) references conversions (account_id, id),
  check ((state = 'asked') = (opened_at is null)),
  check ((state = 'converted') = (conversion_id is not null)),
  check ((finding = 'recorded') = (finding_conversion_id is not null))
);
-- one open claim per order
create unique index claims_open on claims (affiliation_id, external_id) where state = 'open';
create index claims_by_affiliate on claims (affiliate_id, asked_at desc, id desc);
create index claims_by_account on claims (account_id, opened_at desc, id desc) where state <> 'asked';
create index claims_by_account_and_state on claims (account_id, state, opened_at desc, id desc) where state <> 'asked';
create index claims_only_asked on claims (asked_at) where state = 'asked';

-- The outbox for emails. The text contains links that grant access, so it is encrypted, and deleted once it is sent.
create table mails (
  id uuid primary key,
  kind text not null check (kind in
    ('invitation', 'approval', 'claim_answered', 'password_reset', 'address_verification', 'payout_details_changed')),
  -- a keyed hash, which finds a person's emails without storing the address
  address_hash bytea not null,
  -- null once it was sent or dropped
  message_encrypted bytea,
  status text not null check (status in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  -- the current sender, and when its lease expires
  lease_token uuid,
  lease_expires_at timestamptz(3),
  -- the mail server's code, or the kind of failure
  last_failure text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((status = 'waiting') = (ended_at is null)),
  check ((status = 'waiting') = (message_encrypted is not null))
);
create index mails_due on mails (due_at, id) where status = 'waiting';
create index mails_by_address on mails (address_hash);
create index mails_ended on mails (ended_at) where status <> 'waiting';

-- A row unsubscribes an address from one kind of email, even if the address belongs to no user yet.
create table mail_switches (
  address_hash bytea not null,
  kind text not null check (kind in ('invitation', 'approval', 'claim_answered')),
  off_since timestamptz(3) not null,
  primary key (address_hash, kind)
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index password_resets_by_user on password_resets (user_id);

-- A code sent by email proves access to the mailbox.
create table address_codes (
  user_id uuid primary key references users (id),
  code_hash bytea not null,
  expires_at timestamptz(3) not null
);
