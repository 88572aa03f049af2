import { readFileSync } from "node:fs";
import sql, { raw } from "sql-template-tag";
import { expect, it } from "vitest";
import { money } from "../domain/samples.ts";
import { aBatch, aCounter, aPayee } from "../money-files/counter.ts";
import { aPartner, earn } from "../payouts/till.ts";
import { faultsInBooks } from "../support/world.ts";

/** What a migration fills its new table or columns with. */
function backfillIn(migration: string): string {
  const text = readFileSync(new URL(`../../migrations/${migration}.sql`, import.meta.url), "utf8");
  const statement = /^insert into [^;]+;/m.exec(text)?.[0];
  if (statement === undefined) throw new Error(`${migration} fills nothing.`);
  return statement;
}

it("what a migration writes from older rows is what the books would have kept", async () => {
  const counter = await aCounter({ commission_type: "fixed", commission_value: 5 });
  const { desk, till } = counter;
  await aPayee(counter, 1_000);
  await aPayee(counter, 2_000, { kind: "paypal", holder: "Grace Hopper", email: "grace@mail.example" });
  await aPayee(counter, 3_000, { kind: "paypal", holder: "Mary Somerville", email: "mary@mail.example" });
  const batch = await aBatch(counter);
  await desk.send("POST", `payout-batches/${batch}/files`, { format: "paypal" });
  const [, second, third] = (await desk.get("payouts")).body.payouts as { id: string }[];
  expect((await desk.send("POST", `payouts/${second?.id}/paid`, {})).status).toBe(200);
  expect((await desk.send("POST", `payouts/${third?.id}/paid`, {})).status).toBe(200);
  expect((await desk.send("POST", `payouts/${third?.id}/failed`, { reason: "Returned" })).status).toBe(200);
  const pending = await aPartner(till);
  await earn(till, pending, 700);
  // Commissions are in the campaign's currency, whatever the order is in.
  await earn(till, pending, money(800, "USD"));
  expect(await faultsInBooks(desk.app)).toEqual([]);

  await desk.app.db.query(sql`delete from payout_tallies`);
  await desk.app.db.query(sql`update campaign_days set waiting = 0, waiting_minor = 0`);
  expect(await faultsInBooks(desk.app)).toEqual(["days_differ_from_conversions: 1", "payout_tally_differs: 3"]);
  for (const migration of ["0017_payout_tallies", "0018_waiting_by_day"])
    await desk.app.db.query(sql`${raw(backfillIn(migration))}`);
  expect(await faultsInBooks(desk.app)).toEqual([]);
});
