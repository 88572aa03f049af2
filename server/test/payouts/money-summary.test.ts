import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../people/browser.ts";
import { portalOf } from "../portal/portal.ts";
import { aBatch, aCounter, aPayee, later, type Counter } from "../money-files/counter.ts";
import { money } from "../domain/samples.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { earn, earnApproved } from "./till.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const stages = ["pending", "maturing", "payable", "owed_back", "in_payout", "paid"] as const;
type Row = Record<(typeof stages)[number], number> & { currency: string };

/** The rows of the balance list, added up by currency. */
async function addedUp({ desk }: Counter): Promise<Row[]> {
  const rows = (await desk.get("balances?limit=100")).body.balances as Row[];
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sum = (stage: (typeof stages)[number]) => own.reduce((total, row) => total + row[stage] * 100, 0) / 100;
    return Object.assign({ currency } as Row, Object.fromEntries(stages.map((stage) => [stage, sum(stage)])));
  });
}

type Sum = { currency: string; amount: number };

/** What is payable must be ready, blocked or unpayable. */
async function totalsOf({ desk }: Counter): Promise<Row[]> {
  const { ready, blocked, unpayable, totals } = (await desk.get("balances/summary")).body;
  const parts = [...ready, ...blocked, ...unpayable] as Sum[];
  for (const { currency, payable } of totals as Row[]) {
    const own = parts.filter((part) => part.currency === currency);
    expect(own.reduce((sum, { amount }) => sum + amount * 100, 0)).toBe(payable * 100);
  }
  return totals;
}

describe("the totals of an account", () => {
  it("are empty without commission, and add up all balances at every stage", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    expect(await totalsOf(counter)).toEqual([]);
    const person = await aPayee(counter, 2_000);
    await aPayee(counter, 3_000, null);
    await earn(till, person, money(450, "USD"));
    const returned = await earnApproved(till, person, 700);
    expect(await totalsOf(counter)).toMatchObject([
      { currency: "EUR", pending: 0, maturing: 57, payable: 0, paid: 0 },
      { currency: "USD", pending: 4.5, maturing: 0, payable: 0, paid: 0 },
    ]);
    expect(await totalsOf(counter)).toEqual(await addedUp(counter));
    await aBatch(counter);
    expect(await totalsOf(counter)).toEqual(await addedUp(counter));
    await desk.send("POST", `conversions/${returned}/claw-back`, { reason: "Returned" });
    const { body } = await desk.get("payouts");
    await desk.send("POST", `payouts/${body.payouts[0].id}/paid`, {
      paid_on: app.clock.now().toISOString().slice(0, 10),
    });
    await earnApproved(till, person, 1_000);
    expect(await totalsOf(counter)).toEqual(await addedUp(counter));
    await later(counter);
    expect(await totalsOf(counter)).toMatchObject([
      { currency: "EUR", maturing: 0, payable: 33, owed_back: 7, in_payout: 0, paid: 27 },
      { currency: "USD", pending: 4.5 },
    ]);
    expect(await totalsOf(counter)).toEqual(await addedUp(counter));
  });

  it("include an erased affiliate at every stage, but only as unpayable", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    const erased = await aPayee(counter, 1_200, null);
    await later(counter);
    await earn(till, erased, money(300, "EUR"));
    await earnApproved(till, erased, 500);
    const portal = portalOf(app, erased);
    await portal.browser.signIn(erased.email);
    expect((await portal.send("DELETE", "account", { password: PASSWORD })).status).toBe(200);
    const { body } = await desk.get("balances/summary");
    expect(body).toMatchObject({
      ready: [],
      blocked: [],
      blocked_affiliates: 0,
      unpayable: [{ currency: "EUR", amount: 12, affiliates: 1 }],
      unpayable_affiliates: 1,
    });
    expect(await totalsOf(counter)).toEqual(body.totals);
    expect(body.totals).toMatchObject([{ currency: "EUR", pending: 3, maturing: 5, payable: 12 }]);
    expect(body.totals).toEqual(await addedUp(counter));
  });
});
