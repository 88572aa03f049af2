import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId, uuidOf, type Id, type IdKind } from "../../src/domain/ids.ts";
import { connectorChecks } from "../../src/store/ledger/verify-connectors.ts";
import { twinChecks } from "../../src/store/ledger/verify-twins.ts";
import { verifyLedger } from "../../src/usecases/installation/verify-ledger.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, aMerchant, anAffiliate, conversionIdOf, ledgerFaults } from "../support/world.ts";
import { foldAll } from "../support/folding.ts";

let app: TestApp;
let client: pg.Client;
/** IDs of the data below, for the tampering SQL. */
const world: Record<string, string> = {};

// Two campaigns with an affiliate each; the first has a pending and an approved conversion, the second a pending one.
beforeAll(async () => {
  app = await startApp();
  const merchant = await aMerchant(app);
  const other = await aMerchant(app);
  const [one, two] = [
    await aCampaign(merchant, { max_budget: 1_000 }),
    await aCampaign(merchant, { max_budget: 1_000 }),
  ];
  const [ada, bob] = [await anAffiliate(app, merchant, one), await anAffiliate(app, merchant, two)];
  const pending = await aConversion(merchant, one, { code: ada.code, amount: 100 });
  const approved = await aConversion(merchant, one, { code: ada.code, amount: 200 });
  await approveConversion(merchant.context, { id: conversionIdOf(approved) });
  await aConversion(merchant, two, { code: bob.code, amount: 300 });
  await foldAll(app);
  Object.assign(world, {
    account: uuid("account", merchant.accountId),
    otherAccount: uuid("account", other.accountId),
    one: uuid("campaign", one),
    two: uuid("campaign", two),
    ada: uuid("affiliate", ada.affiliateId),
    bob: uuid("affiliate", bob.affiliateId),
    pending: uuid("conversion", pending),
    approved: uuid("conversion", approved),
  });
  client = new pg.Client(app.connection);
  await client.connect();
  // As a superuser, without triggers and foreign keys.
  await client.query("set session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await app.close();
});

function uuid(kind: IdKind, text: string): string {
  const id: Id<IdKind> | undefined = parseId(kind, text);
  if (!id) throw new Error(`${text} is not an ID.`);
  return uuidOf(id);
}

/** Commits the tampering, runs the checks, and restores from copies: the checks use their own transactions. */
async function faultsAfter(tampering: string): Promise<string[]> {
  const tables = [
    "campaigns",
    "campaign_budgets",
    "conversion_deltas",
    "conversion_delta_floor",
    "conversions",
    "conversion_transitions",
    "conversion_totals",
    "affiliate_days",
    "campaign_days",
    "transfers",
    "ledger_balances",
    "events",
    "deliveries",
  ];
  for (const table of tables) await client.query(`create temp table copy_of_${table} as table ${table}`);
  try {
    await client.query(tampering.replaceAll(/\$(\w+)/g, (_match, name: string) => `'${world[name]}'`));
    return await ledgerFaults(app);
  } finally {
    for (const table of tables)
      await client.query(
        `delete from ${table}; insert into ${table} overriding system value table copy_of_${table}; drop table copy_of_${table}`,
      );
  }
}

const move = (side: "debit" | "credit", from: string, to: string): string => {
  const kind = side === "debit" ? "campaign" : "pending";
  const sign = side === "debit" ? "-" : "";
  return `
    update transfers set ${side}_owner_id = ${to} where conversion_id = $pending and seq = 1;
    update ledger_balances set balance_minor = balance_minor - ${sign}1000 where owner_id = ${from} and kind = '${kind}';
    update ledger_balances set balance_minor = balance_minor + ${sign}1000 where owner_id = ${to} and kind = '${kind}';`;
};

/** What tracking the second campaign's conversion adds, or takes away again. */
const delta = (sign: 1 | -1): string => `
    insert into conversion_deltas (account_id, campaign_id, affiliate_id, affiliation_id, day, status, currency, commission_currency,
      clicked, conversions, revenue_minor, commission_minor)
    select account_id, campaign_id, affiliate_id, affiliation_id, (created_at at time zone 'UTC')::date, status, currency,
      commission_currency, false, ${sign}, ${sign} * amount_minor, ${sign} * commission_minor
    from conversions where campaign_id = $two`;

const faults = [
  {
    fault: "the spend of one campaign is booked on another throughout",
    tampering: `${move("debit", "$one", "$two")}
      update campaign_budgets set spent_minor = spent_minor - 1000 where campaign_id = $one;
      update campaign_budgets set spent_minor = spent_minor + 1000 where campaign_id = $two`,
    found: ["spend_differs_from_conversions: 2", "spend_differs_from_ledger: 2"],
  },
  {
    fault: "a transfer is debited to another campaign",
    tampering: move("debit", "$one", "$two"),
    found: ["spend_differs_from_ledger: 2"],
  },
  {
    fault: "a spend is a cent too high",
    tampering: "update campaign_budgets set spent_minor = spent_minor + 1 where campaign_id = $two",
    found: ["spend_differs_from_conversions: 1"],
  },
  {
    fault: "a budget is not counted",
    tampering: "delete from campaign_budgets where campaign_id = $two",
    found: ["spend_differs_from_conversions: 1"],
  },
  {
    fault: "a change of a conversion is folded and kept",
    tampering: delta(1),
    found: [
      "balance_differs_from_transfers: 2",
      "balance_differs_from_conversions: 1",
      "spend_differs_from_ledger: 1",
      "totals_differ_from_conversions: 4",
      "days_differ_from_conversions: 2",
    ],
  },
  {
    fault: "a change of a conversion is below the floor",
    tampering: `${delta(1)}; ${delta(-1)}; insert into conversion_delta_floor select true, max(id) from conversion_deltas`,
    found: ["delta_below_the_floor: 2"],
  },
  {
    fault: "a transfer's amount was changed",
    tampering: "update transfers set amount_minor = amount_minor + 1 where conversion_id = $pending",
    found: ["balance_differs_from_transfers: 2", "transition_without_transfer: 1"],
  },
  {
    fault: "a balance has no transfer",
    tampering:
      "insert into ledger_balances values ($account, 'campaign', gen_random_uuid(), 'JPY', 0), ($account, 'campaign', gen_random_uuid(), 'USD', -7)",
    found: ["balance_differs_from_transfers: 1", "ledger_not_zero: 1", "spend_differs_from_ledger: 1"],
  },
  {
    fault: "a balance was moved to another account",
    tampering: "update ledger_balances set account_id = $otherAccount where owner_id = $two",
    found: ["ledger_not_zero: 2"],
  },
  {
    fault: "a balance was set below zero",
    tampering: "update ledger_balances set balance_minor = -1 where owner_id = $bob and kind = 'pending'",
    found: [
      "balance_differs_from_transfers: 1",
      "ledger_not_zero: 1",
      "negative_balance: 1",
      "balance_differs_from_conversions: 1",
    ],
  },
  {
    fault: "a commission was credited to another affiliate",
    tampering: move("credit", "$ada", "$bob"),
    found: ["balance_differs_from_conversions: 2"],
  },
  {
    fault: "a transfer does not name its transition",
    tampering: "update transfers set seq = 9 where conversion_id = $approved and seq = 2",
    found: ["transition_without_transfer: 1"],
  },
  {
    fault: "an event is missing",
    tampering: "delete from events where subject_id = $approved and seq = 2",
    found: ["transition_without_event: 1"],
  },
  {
    fault: "a conversion counts one transition more than its history",
    tampering: "update conversions set seq = 2 where id = $pending",
    found: ["conversion_without_history: 1"],
  },
  {
    fault: "a history ends in another status than its conversion",
    tampering: "update conversion_transitions set status = 'rejected' where conversion_id = $approved and seq = 2",
    found: ["conversion_without_history: 1"],
  },
  {
    fault: "a history starts too late",
    tampering: "delete from conversion_transitions where conversion_id = $approved and seq = 1",
    found: ["conversion_without_history: 1"],
  },
  {
    fault: "a total of one day is a cent too high",
    tampering:
      "update conversion_totals set revenue_minor = revenue_minor + 1 where scope_id = $one and status = 'pending' and day > '-infinity'",
    found: ["totals_differ_from_conversions: 1"],
  },
  {
    fault: "the totals of a campaign are missing",
    tampering: "delete from conversion_totals where scope_id = $two",
    found: ["totals_differ_from_conversions: 2"],
  },
  {
    fault: "an affiliate's day has one conversion too many",
    tampering: "update affiliate_days set conversions = conversions + 1 where conversions = 1",
    found: ["days_differ_from_conversions: 1"],
  },
  {
    fault: "a campaign's day counts a decided conversion as pending",
    tampering: "update campaign_days set waiting = waiting + 1 where campaign_id = $one and conversions > 0",
    found: ["days_differ_from_conversions: 1"],
  },
  {
    fault: "a campaign's day counts a conversion by code as one from a click",
    tampering: "update campaign_days set clicked = clicked + 1 where campaign_id = $one and conversions > 0",
    found: ["days_differ_from_conversions: 1"],
  },
  {
    fault: "the days of a campaign are missing",
    tampering: "delete from campaign_days where campaign_id = $two",
    found: ["days_differ_from_conversions: 1"],
  },
  {
    fault: "a delivery has no event",
    tampering: `insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, due_at, created_at)
      values (gen_random_uuid(), $account, gen_random_uuid(), gen_random_uuid(), 'conversion.created', 'waiting', now(), now())`,
    found: ["delivery_without_event: 1"],
  },
  {
    fault: "a conversion was rejected without a ledger entry",
    tampering: "update conversions set status = 'rejected', rejected_at = now() where id = $pending",
    found: [
      "balance_differs_from_conversions: 1",
      "conversion_without_history: 1",
      "spend_differs_from_conversions: 1",
      "spend_differs_from_ledger: 1",
      "totals_differ_from_conversions: 8",
      "days_differ_from_conversions: 2",
    ],
  },
];

describe("each check finds its own fault, and only affected checks do", () => {
  test("the checks find nothing without tampering", async () => {
    expect(await faultsAfter("select")).toEqual([]);
  });

  test.each(faults)("$fault: $found", async ({ tampering, found }) => {
    expect(await faultsAfter(tampering)).toEqual(found);
  });

  // The checks of payouts are tested in verify-payouts.test.ts, those of seals with the statements, and those of refunds, plans,
  // connectors and test accounts with them.
  const elsewhere =
    /payout|matured|line_|lines|claw_back|seal|statement|refunds|adjustment|plan|customer|coupon|holder/;
  const withTheirOwnTests = new Set([...connectorChecks, ...twinChecks].map(({ name }) => name));
  test("every check of conversions, events and balances is covered above", async () => {
    const checks = await verifyLedger({ ...app.services, operator: true });
    const seen = new Set(faults.flatMap(({ found }) => found.map((line) => line.split(":")[0])));
    const names = checks
      .map(({ name }) => name)
      .filter((name) => !elsewhere.test(name) && !withTheirOwnTests.has(name));
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  test("the ledger is sound again afterwards", async () => {
    expect(await ledgerFaults(app)).toEqual([]);
  });
});
