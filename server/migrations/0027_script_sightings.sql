-- When t.js last reported itself, once for each check that a merchant starts in the dashboard.
create table script_sightings (
  campaign_id uuid primary key,
  account_id uuid not null,
  seen_at timestamptz(3) not null,
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
