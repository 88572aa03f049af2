import { afterAll, beforeAll, expect, test } from "vitest";
import { connectorChecks } from "../../src/store/ledger/verify-connectors.ts";
import { faultsAfter } from "../ledger/tampering.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, tracked } from "../support/shop.ts";
import { aConnector, sendAll } from "./inbox-world.ts";

let app: TestApp;

// A connector with an order of an affiliate, one without, a refund whose order is missing, and a test event.
beforeAll(async () => {
  app = await startApp();
  const shop = await aShop(app, { currency: "EUR" });
  const connector = await aConnector(shop.merchant);
  const paid = { type: "order.paid", amount: 100, currency: "EUR" };
  await sendAll(app, connector, [
    { ...paid, external_id: "A1", click_id: await aClick(shop) },
    { ...paid, external_id: "A2" },
    { type: "refund.created", external_id: "R3", order_id: "A3", amount: 25, currency: "EUR" },
    { type: "something.else", external_id: "X" },
  ]);
  await tracked(shop, { external_id: "B1" });
});
afterAll(() => app.close());

const faults = [
  { fault: "nothing is wrong", tampering: "select", found: [] },
  {
    fault: "an order has a conversion, and a reason for having none",
    tampering: "update orders set unattributed_reason = 'no_evidence' where external_id = 'A1'",
    found: ["order_not_decided: 1"],
  },
  {
    fault: "an order has neither a conversion nor a reason",
    tampering: "update orders set unattributed_reason = null where external_id = 'A2'",
    found: ["order_not_decided: 1"],
  },
  {
    fault: "the payment of an order is missing",
    tampering: "delete from facts where kind = 'payment' and order_external_id = 'A1'",
    found: ["order_without_payment: 1"],
  },
  {
    fault: "the order of a conversion is missing",
    tampering: "delete from orders where external_id = 'A1'",
    found: ["conversion_without_order: 1"],
  },
  {
    fault: "the order of a conversion has another ID",
    tampering: "update orders set external_id = 'B2' where external_id = 'B1'",
    found: ["conversion_without_order: 1"],
  },
  {
    fault: "a webhook was processed at no time",
    tampering: "update receipts set worked_at = null where order_external_id = 'A2'",
    found: ["receipt_without_outcome: 1"],
  },
  {
    fault: "a webhook was ignored for no reason",
    tampering: "update receipts set reason = null where state = 'ignored'",
    found: ["receipt_without_outcome: 1"],
  },
  {
    fault: "a webhook failed without a problem",
    tampering: "update receipts set state = 'failed' where order_external_id = 'A1'",
    found: ["receipt_without_outcome: 1"],
  },
  {
    fault: "a webhook names the conversion of another order",
    tampering:
      "update receipts set conversion_id = (select id from conversions where external_id = 'B1') where order_external_id = 'A1'",
    found: ["receipt_of_other_order: 1"],
  },
];

const names = connectorChecks.map(({ name }) => name);

test.each(faults)("verify notices: $fault", async ({ tampering, found }) => {
  const noticed = await faultsAfter(app, tampering);
  expect(noticed.filter((each) => names.includes(each.split(":")[0] ?? ""))).toEqual(found);
});

test("every check of connectors is covered above", () => {
  const covered = new Set(faults.flatMap(({ found }) => found.map((each) => each.split(":")[0])));
  expect(names.filter((name) => !covered.has(name))).toEqual([]);
});
