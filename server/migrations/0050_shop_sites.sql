-- WooCommerce only: the site whose orders count, such as shop.example or shop.example/de. Clones of a shop keep its webhooks.
alter table connectors
  add column site text collate "C",
  -- the last other site that sent events, which were ignored
  add column other_site text collate "C";
