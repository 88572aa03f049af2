-- A slot holds a few deliveries: its sender sends them one after the other, without a database query in between. The number of deliveries
-- in flight is still the number of slots.
alter table delivery_slots add column deliveries uuid[] not null default '{}';
update delivery_slots set deliveries = array[delivery_id] where delivery_id is not null;
alter table delivery_slots drop column delivery_id;
