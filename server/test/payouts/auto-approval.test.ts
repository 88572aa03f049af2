import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { approveMatured } from "../../src/usecases/conversions/approve-matured.ts";
import { setAutoApprove } from "../../src/usecases/conversions/set-auto-approve.ts";
import { appForTest, turnsFor, type TestApp, type TestParts } from "../support/app.ts";
import { hold } from "../support/held.ts";
import { timeout } from "../support/parallel.ts";
import { aPartner, aTill, earn, mature, type Till } from "./till.ts";

vi.setConfig({ testTimeout: timeout });

/** One more than a page. */
const MANY = 201;

async function anApprovingTill(app: TestApp, conversions: number): Promise<Till> {
  // Campaign IDs contain their time.
  app.clock.forward({ seconds: 1 });
  const till = await aTill(app);
  await setAutoApprove(till.merchant.context, { id: till.campaignId, autoApprove: "when_matured" });
  const partner = await aPartner(till);
  for (let number = 0; number < conversions; number += 1) await earn(till, partner, 1_000);
  await app.db.query(sql`
    update conversions set warning_signs = '{}' where account_id = ${uuidOf(till.merchant.accountId)}`);
  return till;
}

/** The conversions of the first account come before the only one of the second. */
async function twoTills(conversions: number, parts: TestParts = {}): Promise<{ first: Till; second: Till }> {
  const app = await appForTest({}, parts);
  const [first, second] = [await anApprovingTill(app, conversions), await anApprovingTill(app, 1)];
  mature(second);
  return { first, second };
}

async function approvedOf({ app, merchant }: Till): Promise<number> {
  const [row] = await app.db.query<{ count: number }>(sql`
    select count(*)::int as count from conversions
    where account_id = ${uuidOf(merchant.accountId)} and status = 'approved'`);
  return row?.count ?? 0;
}

/** The conversion that a run approves first. */
const holdFirstDue = ({ app, merchant: { accountId } }: Till) =>
  hold(
    app,
    `select from conversions where account_id = '${uuidOf(accountId)}' order by matures_at, id limit 1 for update`,
  );

describe("automatic approval", () => {
  it("goes on to other conversions and accounts if some fail, and then reports the failure", async () => {
    const { first, second } = await twoTills(2);
    const { app, merchant } = first;
    // Approving anything adds to this balance, which is full.
    await app.db.query(sql`
      insert into ledger_balances (account_id, kind, owner_id, currency, balance_minor)
      select distinct account_id, 'payable', affiliate_id, commission_currency, 9223372036854775807 from conversions
      where account_id = ${uuidOf(merchant.accountId)}`);
    const other = await aPartner(first);
    await earn(first, other, 1_000);
    await app.db.query(sql`
      update conversions set warning_signs = '{}' where account_id = ${uuidOf(merchant.accountId)}`);
    mature(first);
    await expect(approveMatured(app.services)).rejects.toThrow("bigint out of range");
    expect([await approvedOf(first), await approvedOf(second)]).toEqual([1, 1]);
  });

  it("goes on if a conversion is locked for too long", async () => {
    const { first, second } = await twoTills(2, { connect: { lockTimeoutMs: 100 } });
    const { app } = first;
    const held = await holdFirstDue(first);
    await expect(approveMatured(app.services)).rejects.toThrow("lock timeout");
    expect([await approvedOf(first), await approvedOf(second)]).toEqual([1, 1]);
    await held.release();
    await approveMatured(app.services);
    expect(await approvedOf(first)).toBe(2);
  });

  it("leaves an account to the next run if its locks take too long", async () => {
    const { first, second } = await twoTills(2, { connect: { lockTimeoutMs: 100 } });
    const { app } = first;
    const held = await holdFirstDue(first);
    let minutes = 0;
    const wallClock = { now: () => app.clock.after({ seconds: 60 * (minutes += 1) }) };
    await expect(approveMatured({ ...app.services, wallClock })).rejects.toThrow("lock timeout");
    expect([await approvedOf(first), await approvedOf(second)]).toEqual([0, 1]);
    await held.release();
    await approveMatured(app.services);
    expect(await approvedOf(first)).toBe(2);
  });

  it("reaches other accounts while one is too busy to approve a page of its conversions", async () => {
    const { first, second } = await twoTills(MANY, { turns: turnsFor(1) });
    const { services } = first.app;
    const end = await services.turns.account.take(first.merchant.accountId);
    await approveMatured(services);
    expect([await approvedOf(first), await approvedOf(second)]).toEqual([0, 1]);
    end?.();
    await approveMatured(services);
    expect(await approvedOf(first)).toBe(MANY);
  });
});
