import { beforeAll, describe, expect, it } from "vitest";
import { aBatch, aCounter, aPayee, later, type Counter } from "../money-files/counter.ts";
import { earnApproved } from "./till.ts";
import { appForFile, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

/** Affiliates with 20.00, 50.00 and 20.00 ready, in this order of time. */
async function threePayees(): Promise<Counter> {
  const counter = await aCounter(app);
  for (const minor of [2_000, 5_000, 2_000]) {
    app.clock.forward({ seconds: 1 });
    await aPayee(counter, minor);
  }
  return counter;
}

const amountsOf = async ({ desk }: Counter, path: string): Promise<number[]> => {
  const { body } = await desk.get(path);
  const rows = (body.payouts ?? body.claw_backs ?? body.balances) as { amount?: number; payable?: number }[];
  return rows.map(({ amount, payable }) => amount ?? payable ?? 0);
};

describe("sorting the money lists", () => {
  it("orders payouts by amount and time, and shows every row once across pages", async () => {
    const counter = await threePayees();
    await aBatch(counter);
    expect(await amountsOf(counter, "payouts?sort=amount")).toEqual([20, 20, 50]);
    expect(await amountsOf(counter, "payouts?sort=-amount")).toEqual([50, 20, 20]);
    const ids = async (query: string) =>
      (await counter.desk.get(`payouts?${query}`)).body.payouts.map(({ id }: { id: string }) => id);
    const pages = await Promise.all([0, 1, 2].map((offset) => ids(`sort=-amount&limit=1&offset=${offset}`)));
    expect(pages.flat()).toEqual(await ids("sort=-amount"));
    expect(await ids("sort=created")).toEqual((await ids("sort=-created")).toReversed());
    expect((await counter.desk.get("payouts?sort=reference")).status).toBe(400);
  });

  it("orders balances by what is ready to pay, even with a status filter", async () => {
    const counter = await threePayees();
    await later(counter);
    expect(await amountsOf(counter, "balances?sort=-payable")).toEqual([50, 20, 20]);
    expect(await amountsOf(counter, "balances?sort=payable&state=payable")).toEqual([20, 20, 50]);
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => amountsOf(counter, `balances?sort=payable&limit=1&offset=${offset}`)),
    );
    expect(pages.flat()).toEqual([20, 20, 50]);
    expect((await counter.desk.get("balances?sort=state")).status).toBe(400);
    expect((await counter.desk.get("balances.csv?sort=payable")).status).toBe(200);
  });

  it("orders deductions and batches", async () => {
    const counter = await aCounter(app);
    const person = await aPayee(counter, 1_000);
    const ids = [await earnApproved(counter.till, person, 3_000), await earnApproved(counter.till, person, 500)];
    await later(counter);
    for (const id of ids) {
      app.clock.forward({ seconds: 1 });
      await counter.desk.send("POST", `conversions/${id}/claw-back`, { reason: "Returned" });
    }
    expect(await amountsOf(counter, "claw-backs?sort=amount")).toEqual([5, 30]);
    expect(await amountsOf(counter, "claw-backs?sort=-amount")).toEqual([30, 5]);
    expect(await amountsOf(counter, "claw-backs?sort=created")).toEqual([30, 5]);
    const first = await aBatch(counter);
    await earnApproved(counter.till, person, 700);
    const second = await aBatch(counter);
    const batches = async (sort: string) =>
      (await counter.desk.get(`payout-batches?sort=${sort}`)).body.batches.map(({ id }: { id: string }) => id);
    expect(await batches("created")).toEqual([first, second]);
    expect(await batches("-created")).toEqual([second, first]);
  });
});
