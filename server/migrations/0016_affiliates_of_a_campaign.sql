-- A campaign's affiliates are counted whenever it is shown, from this index alone.
create index affiliations_present on affiliations (account_id, campaign_id) where status <> 'removed';
