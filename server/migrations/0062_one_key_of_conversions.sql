-- A conversion belongs to an affiliation, which belongs to a campaign and an affiliate. One key covers all three, and that they agree. Orders
-- of one campaign no longer all lock the row of that campaign.
alter table affiliations add constraint affiliations_whole_key unique (account_id, id, campaign_id, affiliate_id);
alter table conversions add constraint conversions_affiliation_fkey
  foreign key (account_id, affiliation_id, campaign_id, affiliate_id)
  references affiliations (account_id, id, campaign_id, affiliate_id);
alter table conversions
  drop constraint conversions_account_id_campaign_id_fkey,
  drop constraint conversions_account_id_affiliate_id_fkey,
  drop constraint conversions_account_id_affiliation_id_fkey;
