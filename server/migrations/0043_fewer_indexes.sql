-- Every index of conversions costs time for each order. An order counts for an earlier month than it was tracked in, so
-- conversions_counted_otherwise finds it among what was created since.
drop index conversions_counted_later;
