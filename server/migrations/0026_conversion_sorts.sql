-- The lists of conversions can be sorted by amount and commission without reading the whole history.
create index conversions_by_amount on conversions (account_id, amount_minor desc, id desc);
create index conversions_by_commission on conversions (account_id, commission_minor desc, id desc);
create index conversions_by_affiliation_and_commission on conversions (affiliation_id, commission_minor desc, id desc);
