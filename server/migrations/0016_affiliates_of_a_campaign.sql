-- How many affiliates a campaign has is counted whenever it is shown: from this index alone, without a look at their rows.
create index affiliations_present on affiliations (account_id, campaign_id) where status <> 'removed';
