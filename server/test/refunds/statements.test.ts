import { beforeAll, expect, test } from "vitest";
import { problemsOf, problemsOfContinuation } from "tributary-sdk/statement";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { currency } from "../domain/samples.ts";
import { earnApproved, mature } from "../payouts/till.ts";
import { getSignedStatement } from "../statements/whole.ts";
import { aShop, cancel, refundOf, sound } from "./shop.ts";
import { appForFile, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

test("statements verify before and after refunds, and say what happened", async () => {
  const shop = await aShop(app);
  const statement = async () => {
    await sealWaiting(shop.merchant.context);
    const month = app.clock.now().toISOString().slice(0, 7);
    const file = await getSignedStatement(shop.merchant.context, {
      affiliateId: shop.partner.id,
      currency: currency("EUR"),
      month,
    });
    expect(await problemsOf(file)).toEqual([]);
    return file.statement;
  };
  app.clock.set(new Date("2026-05-01T12:00:00.000Z"));
  const id = await earnApproved(shop, shop.partner, 10_000);
  const before = await statement();
  const early = await refundOf(shop, id, { amount: 25 });
  await cancel(shop, early);
  mature(shop);
  const late = await refundOf(shop, id, { amount: 50 });
  await cancel(shop, late);
  const after = await statement();
  expect(await problemsOfContinuation(before, after)).toEqual([]);
  expect(after.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    "earned 20.00",
    "approved 20.00",
    "refunded 5.00",
    "increased 5.00",
    "clawed_back 10.00",
    "claw_back_returned 10.00",
  ]);
  expect(after.closing.balance).toMatchObject({ payable: "20.00", receivable: "0.00", open: "20.00" });
  await sound(app);
});
