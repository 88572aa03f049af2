-- A place at an endpoint holds a short row of deliveries: its sender sends them one after the other, without asking the
-- database between two of them. Their number on their way at a time stays the number of places.
alter table delivery_slots add column deliveries uuid[] not null default '{}';
update delivery_slots set deliveries = array[delivery_id] where delivery_id is not null;
alter table delivery_slots drop column delivery_id;
