import { expect, it } from "vitest";
import { rejectConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { aPartner, aTill, earn, earnApproved } from "../payouts/till.ts";
import { cloneDatabase } from "../support/database.ts";
import { exported, imported, manifestIn } from "./copies.ts";

/** They keep writing while an export reads one table after another. More would only slow it down. */
const WRITERS = 2;
const EXPORTS = 3;

it("an export during writes is a consistent snapshot with a sound ledger", async () => {
  const till = await aTill();
  const people = await Promise.all(Array.from({ length: WRITERS }, () => aPartner(till)));
  let stopped = false;
  const writers = people.map(async (person) => {
    while (!stopped) {
      await earnApproved(till, person, 100);
      await rejectConversion(till.merchant.context, { id: await earn(till, person, 50), reason: "Returned" });
    }
  });
  const paths: string[] = [];
  for (let number = 0; number < EXPORTS; number += 1) paths.push(await exported(till.app.connection));
  stopped = true;
  await Promise.all(writers);
  const rows: number[] = [];
  for (const path of paths) {
    const { checks } = await imported(path, await cloneDatabase());
    expect(checks.filter(({ count }) => count > 0)).toEqual([]);
    rows.push(manifestIn(path).tables.find(({ name }) => name === "conversions")?.rows ?? 0);
  }
  // Writes did happen meanwhile.
  expect(new Set(rows).size).toBeGreaterThan(1);
});
