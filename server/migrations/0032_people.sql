-- Lists an account's affiliates, newest first, without reading all of them.
create index affiliates_by_account on affiliates (account_id, created_at desc, id desc);

-- Until now, people who signed up got their company's name. Their email address identifies them better until they enter a name.
update users person set name = person.email
where exists (
    select from members m join accounts a on a.id = m.account_id
    where m.user_id = person.id and m.role = 'owner' and a.name = person.name
  )
  and not exists (select from affiliates where user_id = person.id);
