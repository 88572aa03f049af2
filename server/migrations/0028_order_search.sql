-- Order IDs are searched as people type them: `#1001` and `1001` are the same order. The key now ignores `#`, which also helps to find
-- recorded orders that a claim may be about.
drop index conversions_by_order_key;
create or replace function order_key(external_id text) returns text
language sql immutable strict parallel safe
return left(lower(regexp_replace(normalize(external_id, nfkc),
  '[#\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5'
  '\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
  '\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
  '', 'g') collate "C"), 255);

-- In byte order and with the ID, so that a prefix search reads only the first matches.
create index conversions_by_order_key on conversions (account_id, order_key(external_id) text_pattern_ops, id);
create index claims_by_order_key on claims (account_id, order_key(external_id) text_pattern_ops, id) where state <> 'asked';

-- Conversions without flags, and the pending ones among them. There are few if most orders are tracked by code.
create index conversions_unflagged on conversions (account_id, created_at desc, id desc) where warning_signs = '{}';
create index conversions_to_approve on conversions (account_id, created_at desc, id desc)
  where status = 'pending' and warning_signs = '{}';
