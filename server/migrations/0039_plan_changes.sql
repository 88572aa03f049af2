-- When an affiliation moved to another group, got a plan of its own, or lost it. A bonus is paid by the plan that decided at the
-- end of its month, which may be another one by then.
create table affiliation_plan_changes (
  account_id uuid not null,
  affiliation_id uuid not null,
  changed_at timestamptz(3) not null,
  -- from then on; the group may have been deleted since
  group_id uuid,
  own_plan boolean not null,
  primary key (affiliation_id, changed_at),
  foreign key (account_id, affiliation_id) references affiliations (account_id, id)
);
