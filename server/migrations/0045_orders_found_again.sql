-- How people find an order: by its number, as they type it, and by the folded codes of its coupons.
create table fact_keys (
  account_id uuid not null,
  key text collate "C" not null,
  provider text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  primary key (account_id, key, provider, kind, object_id),
  foreign key (account_id, provider, kind, object_id) references facts (account_id, provider, kind, object_id)
);
insert into fact_keys (account_id, key, provider, kind, object_id)
select distinct account_id, 'order=' || order_key(name), provider, kind, object_id
from facts cross join lateral (values (order_external_id), (split_part(order_external_id, ':', -1))) names (name)
where kind = 'payment' and order_key(name) <> '';
insert into fact_keys (account_id, key, provider, kind, object_id)
select distinct account_id, 'code=' || left(lower(normalize(trim(coupon ->> 'code'), nfkc)), 128), provider, kind, object_id
from facts cross join lateral jsonb_array_elements(body::jsonb -> 'coupons') coupon
where kind in ('payment', 'evidence') and coupon ->> 'code' <> '';
insert into fact_keys (account_id, key, provider, kind, object_id)
select account_id, 'code=' || left(lower(normalize(trim(body::jsonb ->> 'code'), nfkc)), 128), provider, kind, object_id
from facts where kind = 'coupon' and body::jsonb ->> 'code' <> '';

-- Since when an order waits to be brought in line again without a new event, such as after its coupon got a holder.
alter table facts add column reconcile_at timestamptz(3);
create index facts_to_reconcile on facts (account_id, reconcile_at, object_id) where reconcile_at is not null;
