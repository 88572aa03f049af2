import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { aPartner, aTill, earn, earnApproved, mature } from "../payouts/till.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";

let app: TestApp;
let client: pg.Client;
/** One conversion was lowered by a refund, the other was clawed back in part. */
const world = { lowered: "", clawed: "" };

beforeAll(async () => {
  app = await startApp();
  const till = await aTill(app, { commission_value: 20 });
  const partner = await aPartner(till);
  const refund = (id: string, amount: number) =>
    till.merchant.call("POST", `/v1/conversions/${id}/refunds`, { body: { external_id: id, amount } });
  const clawed = await earnApproved(till, partner, 10_000);
  mature(till);
  await refund(clawed, 25);
  const lowered = await earn(till, partner, 10_000);
  await refund(lowered, 50);
  Object.assign(world, { lowered: uuidOf(lowered), clawed: uuidOf(clawed) });
  client = new pg.Client(app.connection);
  await client.connect();
  // As a superuser, without triggers and foreign keys.
  await client.query("set session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await app.close();
});

test.each([
  { fault: "nothing is wrong", tampering: "select", undoing: "select", found: [] },
  {
    fault: "a refund no longer counts, but its conversion is still lowered",
    tampering: "update refunds set counted = false where conversion_id = $lowered",
    undoing: "update refunds set counted = true where conversion_id = $lowered",
    found: ["refunded_differs_from_refunds: 1"],
  },
  {
    fault: "a conversion is refunded by a cent that no refund has",
    tampering: "update conversions set refunded_minor = refunded_minor + 50 where id = $lowered",
    undoing: "update conversions set refunded_minor = refunded_minor - 50 where id = $lowered",
    found: ["refunded_differs_from_refunds: 1", "commission_differs_from_refunds: 1"],
  },
  {
    fault: "a commission is not what is left of the original",
    tampering:
      "update conversions set original_commission_minor = original_commission_minor + 100 where id in ($lowered, $clawed)",
    undoing:
      "update conversions set original_commission_minor = original_commission_minor - 100 where id in ($lowered, $clawed)",
    found: ["commission_differs_from_refunds: 2"],
  },
  {
    fault: "an adjustment has no transfer",
    tampering: "update transfers set seq = 9 where conversion_id = $lowered and seq = 2",
    undoing: "update transfers set seq = 2 where conversion_id = $lowered and seq = 9",
    found: ["adjustment_without_transfer: 1"],
  },
])("verify finds: $fault", async ({ tampering, undoing, found }) => {
  const named = (text: string): string =>
    text.replaceAll(/\$(\w+)/g, (_, name: string) => `'${world[name as keyof typeof world]}'`);
  await client.query(named(tampering));
  try {
    expect(await ledgerFaults(app)).toEqual(found);
  } finally {
    await client.query(named(undoing));
  }
});
