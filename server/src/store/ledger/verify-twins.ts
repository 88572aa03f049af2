import type { Check } from "./verify-check.ts";

/** Test accounts and live ones, where no foreign key keeps them apart. */
export const twinChecks: readonly Check[] = [
  {
    name: "twin_without_clock",
    finding: "test accounts without a clock or without a live account, or live accounts with a clock",
    wrong: `select a.id from accounts a
      left join account_clocks c on c.account_id = a.id left join accounts l on l.id = a.live_account_id
      where (a.mode = 'test') <> (c.account_id is not null) or (a.mode = 'test' and l.mode is distinct from 'live')`,
  },
  {
    name: "twin_with_members",
    finding: "test accounts with their own members or invitations",
    wrong: `select m.account_id as id from (
        select account_id from members union all select account_id from member_invitations) m
      join accounts a on a.id = m.account_id where a.mode = 'test'`,
  },
  {
    name: "person_in_wrong_account",
    finding: "test people outside their own test account, or real people in one",
    wrong: `select u.id from affiliates f join accounts a on a.id = f.account_id join users u on u.id = f.user_id
        where u.twin_id is distinct from case a.mode when 'test' then a.id end
      union all
      select u.id from users u left join accounts a on a.id = u.twin_id
        where u.twin_id is not null and (a.mode is distinct from 'test' or exists (select from members m where m.user_id = u.id))`,
  },
  {
    name: "key_of_other_mode",
    finding: "test keys of live accounts, or live keys of test accounts",
    wrong: `select k.id from api_keys k join accounts a on a.id = k.account_id
      where (k.prefix = 'sk_test_') <> (a.mode = 'test')`,
  },
  {
    name: "event_of_other_mode",
    finding: "events that say live in a test account, or test in a live one",
    wrong: `select e.id from events e join accounts a on a.id = e.account_id where e.livemode <> (a.mode = 'live')`,
  },
  {
    name: "statement_with_other_key",
    finding:
      "affiliates with a statement signed with a test key in a live account, or with a live key in a test account",
    wrong: `select s.affiliate_id as id from statement_signatures s
      join statement_keys k on k.public_key = s.public_key join accounts a on a.id = s.account_id
      where k.test <> (a.mode = 'test')`,
  },
  {
    // A foreign key that names the account keeps all others apart. Clicks are looked up one by one: there may be millions
    // without a conversion.
    name: "row_of_other_account",
    finding: "rows that refer to a row of another account",
    wrong: `select v.id from conversions v
        cross join lateral (select account_id from clicks where id = v.click_id offset 0) c where c.account_id <> v.account_id
      union all
      select d.id from delivery_attempts t join deliveries d on d.id = t.delivery_id where t.account_id <> d.account_id
      union all
      select v.id from conversion_transitions t join conversions v on v.id = t.conversion_id
        join refunds r on r.id = t.refund_id where r.account_id <> v.account_id
      union all
      select p.id from payout_file_payouts f join payouts p on p.id = f.payout_id join payout_files file on file.id = f.file_id
        where file.account_id <> p.account_id
      union all
      select k.id from refused_calls r join api_keys k on k.id = r.key_id where k.account_id <> r.account_id`,
  },
];
