import sql from "sql-template-tag";
import { expect } from "vitest";
import type { SignedStatement } from "tributary-sdk/pages";
import { problemsOf } from "tributary-sdk/statement";
import { uuidOf } from "../../src/domain/ids.ts";
import { linesOf } from "../dashboard/desk.ts";
import { sum } from "../payouts/model-worth.ts";
import type { ModelPayout } from "../payouts/model-types.ts";
import type { TestApp } from "../support/app.ts";
import { majorOf, PEOPLE, type PlayedShop } from "./played-shop.ts";
import { addUp, cents, rowsOf } from "./shown-numbers.ts";
import { foldAll } from "../support/folding.ts";

/** What the ledger, the dashboard, its file and the portal show about an affiliate's money. */
function balanceOf({ model, now }: PlayedShop, person: number): Record<string, number> {
  const balances = model.balances();
  const held = (kind: string): bigint => balances.get(`${kind} ${person} EUR`) ?? 0n;
  const unpaid = model.conversions.filter(
    (one) => one.affiliate === person && one.status === "approved" && !one.payout,
  );
  const maturing = sum(unpaid.filter(({ maturesAt }) => now < maturesAt).map(({ commission }) => commission));
  const [withdrawable, owed] = [held("payable") - maturing, -held("receivable")];
  return {
    pending: majorOf(held("pending")),
    maturing: majorOf(maturing),
    withdrawable: majorOf(withdrawable),
    owed_back: majorOf(owed),
    payable: withdrawable > owed ? majorOf(withdrawable - owed) : 0,
    in_payout: majorOf(held("in_payout")),
    paid: majorOf(held("paid")),
  };
}

export async function compareBalances(app: TestApp, shop: PlayedShop): Promise<void> {
  await foldAll(app);
  const rows = await app.db.query<{ kind: string; owner: string; minor: bigint }>(sql`
    select kind, owner_id as owner, balance_minor as minor from ledger_balances
    where account_id = ${uuidOf(shop.till.merchant.accountId)} and balance_minor <> 0`);
  const whose = (owner: string): string => {
    const person = shop.people.findIndex(({ id }) => uuidOf(id) === owner);
    return person === -1 ? "" : ` ${person}`;
  };
  const ledger = new Map(rows.map(({ kind, owner, minor }) => [`${kind}${whose(owner)} EUR`, minor]));
  expect(ledger).toEqual(shop.model.balances());
  const listed = (await shop.desk("GET", "balances")).body.balances;
  const csv = rowsOf(linesOf(await shop.desk("GET", "balances.csv")));
  for (const [number, { id }] of shop.people.entries()) {
    const expected = balanceOf(shop, number);
    const isTheirs = (each: { affiliate_id?: unknown }) => each.affiliate_id === id;
    if (!shop.model.conversions.some(({ affiliate }) => affiliate === number)) continue;
    expect(listed.find(isTheirs)).toMatchObject(expected);
    expect(csv.find(isTheirs)).toMatchObject(expected);
    expect((await shop.portal(number, "balances")).body.balances.find(isTheirs)).toMatchObject(expected);
    const { EUR: now } = (await shop.portal(number, "overview")).body.now;
    expect(expected).toMatchObject(now);
  }
  const both = Array.from({ length: PEOPLE }, (_, number) => balanceOf(shop, number));
  const { withdrawable: _, ...sums } = Object.fromEntries(
    Object.keys(both[0] ?? {}).map((stage) => [stage, addUp(both.map((each) => each[stage] ?? 0))]),
  );
  expect((await shop.desk("GET", "balances/summary")).body.totals).toEqual([{ currency: "EUR", ...sums }]);
}

export async function compareStatements(shop: PlayedShop): Promise<void> {
  for (const [number, { id }] of shop.people.entries()) {
    const months = (await shop.desk("GET", `statements?affiliate_id=${id}&currency=EUR`)).body.statements;
    const { month } = months[0] as { month: string };
    const path = `statements/${id}`;
    const query = `?currency=EUR&month=${month}`;
    const page = (await shop.desk("GET", `${path}${query}`)).body.statement;
    expect((await shop.portal(number, `${path}${query}`)).body.statement.lines).toEqual(page.lines);
    const file = JSON.parse((await shop.portal(number, `${path}/file${query}`)).text) as SignedStatement;
    expect(await problemsOf(file)).toEqual([]);
    expect(file.statement.lines).toEqual(page.lines);
    const { pending, maturing, withdrawable, owed_back: owed, in_payout: open, paid } = balanceOf(shop, number);
    const closing = Object.entries(file.statement.closing.balance).map(([account, text]) => [account, Number(text)]);
    expect(Object.fromEntries(closing)).toMatchObject({
      pending,
      payable: addUp([maturing ?? 0, withdrawable ?? 0]),
      receivable: 0 - (owed ?? 0),
      in_payout: open,
      paid,
    });
  }
}

export async function comparePayouts(shop: PlayedShop): Promise<void> {
  const { model, payoutIds } = shop;
  const listed = (await shop.desk("GET", "payouts?limit=100")).body.payouts as Record<string, unknown>[];
  const csv = rowsOf(linesOf(await shop.desk("GET", "payouts.csv")));
  expect(listed).toHaveLength(model.payouts.length);
  for (const payout of model.payouts) {
    const id = payoutIds.get(payout);
    const expected = payoutShown(payout);
    expect(listed.find((row) => row["id"] === id)).toMatchObject(expected);
    expect(csv.find((row) => row["payout_id"] === id)).toMatchObject(expected);
    expect((await shop.portal(payout.affiliate, `payouts/${id}`)).body.payout).toMatchObject(expected);
    const lines = [
      ...payout.conversions.map((one) => [shop.ids.get(one), "conversion"]),
      ...payout.debts.map(({ one }) => [shop.ids.get(one), "claw_back"]),
    ];
    const path = `payouts/${id}/lines`;
    const tables = [
      (await shop.desk("GET", `${path}?limit=100`)).body.lines as Record<string, unknown>[],
      (await shop.portal(payout.affiliate, `${path}?limit=100`)).body.lines as Record<string, unknown>[],
      rowsOf(linesOf(await shop.desk("GET", `${path}.csv`))),
    ];
    for (const table of tables) {
      expect(new Set(table.map((line) => [line["conversion_id"], line["kind"]].join()))).toEqual(
        new Set(lines.map((line) => line.join())),
      );
      expect(cents(table.map((line) => Number(line["amount"])))).toBe(payout.amount);
      const deducted = table.filter((line) => line["kind"] === "claw_back").map((line) => Number(line["amount"]));
      expect(cents(deducted)).toBe(-sum(payout.debts.map(({ minor }) => minor)));
    }
  }
}

const payoutShown = ({ amount, status, debts, conversions }: ModelPayout): Record<string, unknown> => {
  const clawedBack = sum(debts.map(({ minor }) => minor));
  return {
    amount: majorOf(amount),
    status,
    earned: majorOf(amount + clawedBack),
    clawed_back: majorOf(clawedBack),
    conversions: conversions.length,
    claw_backs: debts.length,
  };
};
