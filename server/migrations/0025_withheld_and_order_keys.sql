-- When the merchant suspended or rejected the affiliate. Conversions tracked up to then are not approved automatically, even
-- after the affiliate has left or come back. Only restoring or approving the affiliate clears it.
alter table affiliations add column withheld_at timestamptz(3);

-- From the audit log: the last time that the merchant suspended or rejected the affiliate, unless that was reversed since. If the log
-- does not go back far enough, the conversions are withheld.
update affiliations affiliation
set withheld_at = case when decision.doubted then decision.at else now() end
from affiliations known
left join lateral (
  select entry.at, entry.action not in ('affiliation.restored', 'affiliation.approved') as doubted
  from audit_entries entry
  where entry.subject_id = known.id and entry.account_id = known.account_id and (
    entry.action in ('affiliation.suspended', 'affiliation.rejected', 'affiliation.restored', 'affiliation.approved')
    or (entry.action in ('affiliation.removed', 'affiliation.left') and entry.before ->> 'status' in ('suspended', 'rejected')))
  order by entry.at desc, entry.id desc limit 1
) decision on true
where affiliation.id = known.id and (
  decision.doubted
  or known.status in ('suspended', 'rejected')
  or (decision.doubted is null and known.status = 'removed' and not exists (
    select from audit_entries entry
    where entry.subject_id = known.id and entry.account_id = known.account_id
      and entry.action in ('affiliation.removed', 'affiliation.left'))));

-- The visible form of an order ID: without case, spaces and invisible characters. Order IDs stay unique byte for byte; this finds
-- recorded orders that a claim may be about. Limited to the length of an order ID, because compatibility forms may expand to many times
-- their length and an index entry must fit into a third of a page.
create function order_key(external_id text) returns text
language sql immutable strict parallel safe
return left(lower(regexp_replace(normalize(external_id, nfkc),
  '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5'
  '\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
  '\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
  '', 'g') collate "C"), 255);

create index conversions_by_order_key on conversions (account_id, order_key(external_id));

-- Includes the click, to distinguish repeat orders from one click from other orders at the same address.
drop index conversions_by_address;
create index conversions_by_address on conversions (account_id, address_hash, click_id) where address_hash is not null;
