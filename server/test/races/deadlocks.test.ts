import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { timeout, wideApp } from "../support/parallel.ts";

test("a deadlock resolved by a retry is still counted, so the other races would detect one", { timeout }, async () => {
  const app = await wideApp();
  await app.db.transaction((tx) =>
    tx.script("create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)"),
  );
  let holders = 0;
  const { promise: bothHold, resolve: go } = gate();
  const lockBoth = (first: number, second: number): Promise<void> =>
    app.db.transaction(async (tx) => {
      await tx.query(sql`update pair set n = n + 1 where id = ${first}`);
      holders += 1;
      if (holders === 2) go();
      await bothHold;
      await tx.query(sql`update pair set n = n + 1 where id = ${second}`);
    });
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
  expect(await app.db.query(sql`select n from pair`)).toEqual([{ n: 2 }, { n: 2 }]);
  // Both sides may detect it at the same moment.
  expect(await app.deadlocks()).toBeGreaterThan(0);
});

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
