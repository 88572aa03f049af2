-- When the first order was paid after a free one, such as the start of a trial, had bound the customer: a plan's months count from here.
-- null: from bound_at.
alter table customers add column first_paid_at timestamptz(3);

-- An order that bound its customer was paid at bound_at. So where the earliest one was paid later, a free order did it.
update customers set first_paid_at = first.paid_at
from (
  select bound.campaign_id, bound.key, min(o.paid_at) as paid_at
  from customers bound
  join conversions v on v.account_id = bound.account_id and v.campaign_id = bound.campaign_id and v.customer_key = bound.key
  join orders o on o.account_id = v.account_id and o.conversion_id = v.id
  where not bound.unpaid and o.paid_at >= bound.bound_at
  group by bound.campaign_id, bound.key
) first
where first.campaign_id = customers.campaign_id and first.key = customers.key and first.paid_at > customers.bound_at;
