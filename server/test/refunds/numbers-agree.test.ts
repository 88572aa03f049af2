import { beforeAll, expect, test } from "vitest";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { linesOf } from "../dashboard/desk.ts";
import { clawedBackOf, sum } from "../payouts/model-worth.ts";
import type { ModelConversion } from "../payouts/model-types.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";
import { compareBalances, comparePayouts, compareStatements } from "./compare-money.ts";
import { majorOf, PEOPLE, PlayedShop } from "./played-shop.ts";
import { cents, rowsOf } from "./shown-numbers.ts";

const STEPS = 180;
const COMPARISONS = 2;

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

test.each([
  ["percentage", 1],
  ["fixed", 2],
  ["scaling", 3],
] as const)(
  "after refunds before and after approval, hold period and payout, every page, list and file shows the same numbers: %s",
  async (plan, seed) => {
    // The overview shows at most a year, and each shop plays for months.
    app.clock.set(new Date("2026-03-01T12:00:00.000Z"));
    const shop = new PlayedShop(app, { seed, plan });
    await shop.open();
    for (let step = 1; step <= STEPS; step += 1) {
      await shop.step();
      if (step % (STEPS / COMPARISONS) === 0) await compareAll(shop);
    }
    // Something of everything happened, so there was something to compare.
    const { refunds, clawBacks, payouts, conversions } = shop.model;
    expect(refunds.some(({ counted }) => !counted) && refunds.some(({ counted }) => counted)).toBe(true);
    expect(clawBacks.some(({ minor }) => minor > 0n) && clawBacks.some(({ minor }) => minor < 0n)).toBe(true);
    expect(payouts.filter(({ status }) => status === "paid").length).toBeGreaterThan(2);
    expect(conversions.some(({ rejectedBy }) => rejectedBy === "refund")).toBe(true);
  },
);

async function compareAll(shop: PlayedShop): Promise<void> {
  await sealWaiting(shop.till.merchant.context);
  compareWithOriginals(shop);
  await compareConversions(shop);
  await compareTotals(shop);
  await compareBalances(app, shop);
  await compareStatements(shop);
  await comparePayouts(shop);
  await comparePortal(shop);
  expect(await ledgerFaults(app)).toEqual([]);
}

const isKept = ({ status }: ModelConversion): boolean => status !== "rejected";
const ofPerson = (shop: PlayedShop, person: number): ModelConversion[] =>
  shop.model.conversions.filter(({ affiliate }) => affiliate === person);
const total = (all: readonly ModelConversion[], of: "amount" | "commission"): number =>
  majorOf(sum(all.map((one) => one[of])));

/**
 * Whatever happened to an order, its affiliate gets what its refunds leave, calculated from the original, and nothing if
 * they leave nothing. In between, an order in several parts is rounded in each of them.
 */
function compareWithOriginals(shop: PlayedShop): void {
  for (const order of new Set(shop.model.conversions.map((one) => one.order))) {
    const gets = sum(order.conversions.filter(isKept).map((one) => one.commission - clawedBackOf(one)));
    const due = shop.dueFor(order);
    if (order.conversions.length === 1 || due === 0n) expect([order.externalId, gets]).toEqual([order.externalId, due]);
  }
}

/** The fields of a conversion that everybody sees. */
function shown(one: ModelConversion): Record<string, unknown> {
  const { amount, commission, status, original } = one;
  const refunds = {
    original_amount: majorOf(original.amount),
    original_commission: majorOf(original.commission),
    refunded_amount: majorOf(one.refunded),
  };
  const always = { amount: majorOf(amount), commission: majorOf(commission), status };
  return one.hasRefunds ? { ...always, ...refunds } : always;
}

const fields = ["amount", "commission", "status", "original_amount", "original_commission", "refunded_amount"];
const picked = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(fields.filter((field) => field in row).map((field) => [field, row[field]]));
const byId = (rows: readonly Record<string, unknown>[]): Record<string, unknown> =>
  Object.fromEntries(rows.map((row) => [row["id"], picked(row)]));

async function compareConversions(shop: PlayedShop): Promise<void> {
  const { model, till, ids } = shop;
  const expected = Object.fromEntries(model.conversions.map((one) => [ids.get(one), shown(one)]));
  const listed = await shop.api("GET", `campaigns/${till.campaignId}/conversions?limit=100`);
  expect(byId(listed.body.conversions)).toEqual(expected);
  const pages = await shop.desk("GET", "conversions?limit=100");
  expect(byId(pages.body.conversions)).toEqual(expected);
  expect(byId(rowsOf(linesOf(await shop.desk("GET", "conversions.csv"))))).toEqual(expected);
  for (const one of model.conversions) {
    const refunds = await shop.api("GET", `conversions/${ids.get(one)}/refunds`);
    expect(
      (refunds.body.refunds as { amount: number; counted: boolean }[]).map(({ amount, counted }) => [amount, counted]),
    ).toEqual(one.order.refunds.map(({ minor, counted }) => [majorOf(minor), counted]));
    const page = await shop.desk("GET", `conversions/${ids.get(one)}`);
    expect(picked(page.body.conversion)).toEqual(shown(one));
    expect(clawedBackIn(page.body.history)).toBe(clawedBackOf(one));
  }
}

async function compareTotals(shop: PlayedShop): Promise<void> {
  const { model, till, people } = shop;
  const kept = model.conversions.filter(isKept);
  const { campaign } = (await shop.api("GET", `campaigns/${till.campaignId}`)).body;
  expect([campaign.current_spend, campaign.stats.total_conversions, campaign.stats.total_revenue]).toEqual([
    total(kept, "commission"),
    kept.length,
    total(kept, "amount"),
  ]);
  const [row] = rowsOf(linesOf(await shop.desk("GET", "campaigns.csv")));
  expect([row?.["current_spend"], row?.["total_revenue"]]).toEqual([total(kept, "commission"), total(kept, "amount")]);
  const span = `from=2026-01-01&to=${new Date(shop.now).toISOString().slice(0, 10)}&currency=EUR`;
  for (const path of [`overview?${span}`, `campaigns/${till.campaignId}/numbers?${span}`]) {
    const { body } = await shop.desk("GET", path);
    const figures = { conversions: kept.length, revenue: total(kept, "amount"), commission: total(kept, "commission") };
    expect(body.span).toMatchObject(figures);
  }
  const members = (await shop.api("GET", `campaigns/${till.campaignId}/affiliates`)).body.affiliates;
  const persons = (await shop.desk("GET", "affiliates/by-person")).body.affiliates;
  const csv = rowsOf(linesOf(await shop.desk("GET", "affiliates/by-person.csv")));
  for (const [number, { id }] of people.entries()) {
    const theirs = ofPerson(shop, number).filter(isKept);
    const pending = theirs.filter(({ status }) => status === "pending");
    const [revenue, commission] = [total(theirs, "amount"), total(theirs, "commission")];
    const counts = { conversions: theirs.length, revenue };
    const isTheirs = (each: { id?: unknown; affiliate_id?: unknown }) => each.id === id || each.affiliate_id === id;
    expect(members.find(isTheirs).stats).toMatchObject({ ...counts, pending_commission: total(pending, "commission") });
    expect(persons.find(isTheirs).by_currency).toEqual(theirs.length > 0 ? { EUR: { revenue, commission } } : {});
    expect(csv.find(isTheirs)).toMatchObject({ commission: theirs.length > 0 ? `${commission} EUR` : "" });
    const { body } = await shop.desk("GET", `affiliates/${id}/numbers?${span}`);
    expect(body.span).toMatchObject({ ...counts, commission });
  }
}

async function comparePortal(shop: PlayedShop): Promise<void> {
  const { ids, now } = shop;
  for (let number = 0; number < PEOPLE; number += 1) {
    const theirs = ofPerson(shop, number);
    const listed = (await shop.portal(number, "conversions?limit=100")).body.conversions;
    expect(byId(listed)).toEqual(Object.fromEntries(theirs.map((one) => [ids.get(one), shown(one)])));
    for (const one of theirs) {
      const { body } = await shop.portal(number, `conversions/${ids.get(one)}`);
      expect(picked(body.conversion)).toEqual(shown(one));
      const clawedBack = clawedBackOf(one);
      expect(body.claw_back?.amount ?? 0).toBe(majorOf(clawedBack));
      const isOpen = one.clawBacks.some(({ payout }) => payout === null);
      const isPicked = one.status === "approved" && now >= one.maturesAt && !one.payout && one.commission > 0n;
      expect(body.conversion.withdrawable).toBe(isPicked && !(isOpen && clawedBack === one.commission));
      expect(clawedBackIn(body.history)).toBe(clawedBack);
    }
    const { months } = (await shop.portal(number, "earnings")).body;
    const earned = theirs.filter(isKept).map((one) => one.commission - clawedBackOf(one));
    expect(cents((months as { earned: number }[]).map((month) => month.earned))).toBe(sum(earned));
  }
}

/** The history is in order, and what it says was clawed back and returned adds up. */
function clawedBackIn(history: readonly { action: string; at: string; clawed_back: number | null }[]): bigint {
  expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted());
  return cents(history.map(({ action, clawed_back: amount }) => (action === "return" ? -1 : 1) * (amount ?? 0)));
}
