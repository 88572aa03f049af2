-- The public page of a campaign. A page that is closed keeps its address.
create table application_pages (
  slug text collate "C" primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60),
  account_id uuid not null,
  campaign_id uuid not null unique,
  is_open boolean not null,
  changed_at timestamptz(3) not null,
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);

-- What a person wrote when they applied to a campaign. Without an affiliation, they have not joined yet.
create table applications (
  account_id uuid not null,
  campaign_id uuid not null,
  email_folded text collate "C" not null,
  name text not null,
  website text not null check (website like 'https://%'),
  audience text not null,
  note text not null,
  affiliation_id uuid,
  applied_at timestamptz(3) not null,
  primary key (campaign_id, email_folded),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, affiliation_id) references affiliations (account_id, id)
);
create index applications_by_affiliation on applications (affiliation_id) where affiliation_id is not null;
create index applications_waiting on applications (account_id) where affiliation_id is null;
create index applications_by_email on applications (email_folded);
create index applications_by_age on applications (applied_at);
