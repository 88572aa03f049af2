-- Most of the time a few campaigns have all deltas, and PostgreSQL then expects as many for every other one: it read all deltas once for
-- each affiliate of a list. With this estimate it looks up those of each in the index.
alter table conversion_deltas
  alter column campaign_id set (n_distinct = 1000),
  alter column affiliate_id set (n_distinct = 1000),
  alter column affiliation_id set (n_distinct = 1000);
analyze conversion_deltas;
