-- The signature of an issued month. A later change of BASE_URL or SECRET_KEY must not change the bytes of a file that someone may already
-- have, so the issuer's address, the key and the signature are stored. A month issued before this migration gets its row when it is next
-- read.
create table statement_signatures (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  month date not null,
  issuer_url text not null,
  public_key text collate "C" not null,
  signature text collate "C" not null,
  signed_at timestamptz(3) not null,
  primary key (affiliate_id, currency, month),
  foreign key (affiliate_id, currency, month) references issued_statements (affiliate_id, currency, month),
  foreign key (account_id, affiliate_id) references affiliates (account_id, id)
);

create trigger statement_signatures_append_only before update or delete or truncate on statement_signatures
  for each statement execute function refuse_change();

-- The last seal of a month is now one index lookup, however many seals the chain has.
create index seals_by_end_of_month on seals (affiliate_id, currency, month, number);
drop index seals_by_month;
