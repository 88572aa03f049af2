import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { twinChecks } from "../../src/store/ledger/verify-twins.ts";
import { faultsAfter } from "../ledger/tampering.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aShop, tracked } from "../support/shop.ts";
import { advance, aSale, aTestShop } from "./test-world.ts";

let app: TestApp;
/** The accounts, for the tampering SQL. */
const account = { live: "", twin: "" };

// A live account with an order, and a test account with one that was paid.
beforeAll(async () => {
  app = await startApp();
  const shop = await aShop(app);
  await tracked(shop);
  const sold = await aTestShop(app);
  await aSale(sold);
  await advance(sold.merchant, "P8D");
  const { status, text } = await sold.merchant.call("POST", "/v1/test/payouts", { body: {} });
  if (status !== 200) throw new Error(text);
  account.live = `'${uuidOf(shop.merchant.accountId)}'::uuid`;
  account.twin = `'${uuidOf(sold.merchant.accountId)}'::uuid`;
});
afterAll(() => app.close());

const faults = [
  { fault: "nothing is wrong", tampering: ["select"], found: [] },
  {
    fault: "a test account has no clock",
    tampering: ["delete from account_clocks where account_id = $twin"],
    found: ["twin_without_clock: 1"],
  },
  {
    fault: "a live account has a clock",
    tampering: ["insert into account_clocks values ($live, now(), now())"],
    found: ["twin_without_clock: 1"],
  },
  {
    fault: "a test account belongs to another one",
    tampering: ["update accounts set live_account_id = id where id = $twin"],
    found: ["twin_without_clock: 1"],
  },
  {
    fault: "somebody is a member of a test account",
    tampering: ["update members set account_id = $twin where account_id = $live"],
    found: ["twin_with_members: 1"],
  },
  {
    fault: "an affiliate of a test account is a real person",
    tampering: ["update users set twin_id = null where twin_id = $twin"],
    found: ["person_in_wrong_account: 1"],
  },
  {
    fault: "an affiliate of a live account is a test person",
    tampering: [
      "update users set twin_id = $twin where id in (select user_id from affiliates where account_id = $live)",
    ],
    found: ["person_in_wrong_account: 1"],
  },
  {
    fault: "a member is a test person",
    tampering: ["update users set twin_id = $twin where id in (select user_id from members where account_id = $live)"],
    found: ["person_in_wrong_account: 1"],
  },
  {
    fault: "a test person belongs to a live account",
    tampering: ["update users set twin_id = $live where twin_id = $twin"],
    found: ["person_in_wrong_account: 2"],
  },
  {
    fault: "a live key reaches a test account",
    tampering: ["update api_keys set account_id = $twin where account_id = $live"],
    found: ["key_of_other_mode: 1"],
  },
  {
    fault: "a test key reaches a live account",
    tampering: ["update api_keys set account_id = $live where account_id = $twin"],
    found: ["key_of_other_mode: 1"],
  },
  {
    fault: "the event of a test account says that it is live",
    tampering: ["update events set livemode = true where account_id = $twin and type = 'conversion.created'"],
    found: ["event_of_other_mode: 1"],
  },
  {
    fault: "a statement of a live account is signed with a test key",
    tampering: [
      "insert into statement_keys values ('key', now(), true)",
      `insert into statement_signatures (account_id, affiliate_id, currency, month, issuer_url, public_key, signature, signed_at)
        select account_id, id, 'EUR', '2026-03-01', '', 'key', '', now() from affiliates where account_id = $live`,
    ],
    found: ["statement_with_other_key: 1"],
  },
  {
    fault: "the click of a test order is a live one",
    tampering: ["update clicks set account_id = $live where account_id = $twin"],
    found: ["row_of_other_account: 1"],
  },
  {
    fault: "an attempt to deliver a live event is in a test account",
    tampering: [
      `insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, due_at, created_at)
        select id, account_id, id, id, type, 'waiting', now(), now() from events where account_id = $live limit 1`,
      `insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, manual, overtaken)
        select id, id, $twin, now(), 1, false, false from deliveries`,
    ],
    found: ["row_of_other_account: 1"],
  },
  {
    fault: "a transition of a test order names a live refund",
    tampering: [
      `insert into refunds (id, account_id, order_id, source, external_id, amount_minor, currency, counted, actor, occurred_at,
          recorded_at)
        select id, account_id, id, 'api', 'R1', 1, currency, false, 'system', now(), now() from orders where account_id = $live`,
      `update conversion_transitions set refund_id = (select id from refunds) where seq = 1
        and conversion_id = (select id from conversions where account_id = $twin)`,
    ],
    found: ["row_of_other_account: 1"],
  },
  {
    fault: "a bank file of a live account pays a test affiliate",
    tampering: [
      `insert into payout_files (id, account_id, batch_id, format, actor, written_at, parts)
        select id, $live, batch_id, 'csv', 'system', now(), 1 from payouts`,
      "insert into payout_file_payouts select id, id, 1 from payouts",
    ],
    found: ["row_of_other_account: 1"],
  },
  {
    fault: "a rejected request of a live account has a test key",
    tampering: [
      `insert into refused_calls select $live, 0, 1, id, now(), 'GET', '/', 400, 'invalid_request', '', ''
        from api_keys where account_id = $twin`,
    ],
    found: ["row_of_other_account: 1"],
  },
];

const names = twinChecks.map(({ name }) => name);

test.each(faults)("verify notices: $fault", async ({ tampering, found }) => {
  const statements = tampering.map((text) => text.replaceAll("$live", account.live).replaceAll("$twin", account.twin));
  const noticed = await faultsAfter(app, ...statements);
  expect(noticed.filter((each) => names.includes(each.split(":")[0] ?? ""))).toEqual(found);
});

test("every check of test accounts is covered above", () => {
  const covered = new Set(faults.flatMap(({ found }) => found.map((each) => each.split(":")[0])));
  expect(names.filter((name) => !covered.has(name))).toEqual([]);
});
