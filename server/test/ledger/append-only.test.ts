import { randomUUID } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, aMerchant, anAffiliate, ledgerFaults } from "../support/world.ts";

let app: TestApp;
let paying = "";
let free = "";
let affiliate = "";
/** In another campaign of the same account. */
let stranger = "";

beforeAll(async () => {
  app = await startApp();
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant);
  const joined = await anAffiliate(app, merchant, campaign);
  const uuid = (id: string): string => uuidOf(parseId("conversion", id) ?? "conv_");
  paying = uuid(await aConversion(merchant, campaign, { code: joined.code, amount: 50 }));
  free = uuid(await aConversion(merchant, campaign, { code: joined.code, amount: 0 }));
  affiliate = uuidOf(parseId("affiliate", joined.affiliateId) ?? "aff_");
  const other = await anAffiliate(app, merchant, await aCampaign(merchant));
  stranger = uuidOf(parseId("affiliate", other.affiliateId) ?? "aff_");
});
afterAll(() => app.close());

const run = (text: string): Promise<unknown> => app.db.query(sql`${raw(text)}`);

describe.each(["transfers", "conversion_transitions"])("%s is append-only", (table) => {
  test.each([
    `update ${table} set seq = seq`,
    `update ${table} set seq = seq where false`,
    `delete from ${table}`,
    `delete from ${table} where false`,
    `truncate ${table} cascade`,
  ])("the database rejects %s", async (statement) => {
    const count = sql`select count(*)::int as count from ${raw(table)}`;
    const before = await app.db.query(count);
    await expect(run(statement)).rejects.toThrow(/is append-only/);
    expect(await app.db.query(count)).toEqual(before);
  });
});

describe("a conversion", () => {
  test.each(["campaign_id", "affiliate_id", "affiliation_id"])(
    "with the %s of another affiliation is rejected",
    async (column) => {
      const value = column === "affiliation_id" ? "id" : column;
      const change = `update conversions set ${column} = a.${value} from affiliations a
      where conversions.id = '${paying}' and a.affiliate_id = '${stranger}'`;
      await expect(run(change)).rejects.toThrow(/conversions_affiliation_fkey/);
    },
  );
});

describe("a transfer", () => {
  const insert = (values: {
    amount?: string;
    seq?: number;
    credit?: string;
    conversion?: string;
  }): Promise<unknown> => {
    const { amount = "100", seq = 1, credit = "pending", conversion = free } = values;
    return run(`
      insert into transfers (id, account_id, conversion_id, seq, debit_kind, debit_owner_id, credit_kind, credit_owner_id,
        amount_minor, currency, created_at)
      select '${randomUUID()}', account_id, id, ${seq}, 'payable', '${affiliate}', '${credit}', '${affiliate}', ${amount}, 'EUR', now()
      from conversions where id = '${conversion}'`);
  };
  test.each(["0", "-1"])("of %s is rejected", async (amount) => {
    await expect(insert({ amount })).rejects.toThrow(/transfers_amount_minor_check/);
  });
  test("from an account to itself is rejected", async () => {
    await expect(insert({ credit: "payable" })).rejects.toThrow(/check constraint/);
  });
  test("that books a transition twice is rejected", async () => {
    await expect(insert({ conversion: paying })).rejects.toThrow(/transfers_once_per_transition/);
  });
  test("for a transition that never happened is rejected", async () => {
    await expect(insert({ seq: 7 })).rejects.toThrow(/foreign key constraint/);
  });
  test("is not created for a commission of 0, which still has its history and event", async () => {
    const [traces] = await app.db.query(sql`
      select (select count(*)::int from transfers where conversion_id = ${free}) as transfers,
        (select count(*)::int from conversion_transitions where conversion_id = ${free}) as transitions,
        (select count(*)::int from events where subject_id = ${free}) as events`);
    expect(traces).toEqual({ transfers: 0, transitions: 1, events: 1 });
  });
});

describe("a balance", () => {
  test.each(["pending", "payable"])("of %s below zero is rejected, whether changed or new", async (kind) => {
    const overdraw = `
      insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
      select account_id, '${kind}', '${affiliate}', 'EUR', -501 from conversions where id = '${paying}'
      on conflict (owner_id, kind, currency) do update set balance_minor = ledger_balances.balance_minor + excluded.balance_minor`;
    await expect(run(overdraw)).rejects.toThrow(new RegExp(`the ${kind} balance of ${affiliate} would be negative`));
  });
  test("may reach exactly zero, and a campaign's may go below: it is the amount spent", async () => {
    const rolledBack = app.db.transaction(async (tx) => {
      await tx.query(
        sql`update ledger_balances set balance_minor = 0 where kind = 'pending' and owner_id = ${affiliate}`,
      );
      await tx.query(sql`update ledger_balances set balance_minor = -1000000 where kind = 'campaign'`);
      throw new Error("both went through");
    });
    await expect(rolledBack).rejects.toThrow("both went through");
  });
});

test("the ledger is sound after all of these attempts", async () => {
  expect(await ledgerFaults(app)).toEqual([]);
});
