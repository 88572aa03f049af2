-- The list of affiliates by person, newest first, without reading all of an account.
create index affiliates_by_account on affiliates (account_id, created_at desc, id desc);

-- Until now, people who signed up were called like their company. Their email address says more until they enter a name.
update users person set name = person.email
where exists (
    select from members m join accounts a on a.id = m.account_id
    where m.user_id = person.id and m.role = 'owner' and a.name = person.name
  )
  and not exists (select from affiliates where user_id = person.id);
