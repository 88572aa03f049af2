import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { connect, type Db } from "../../src/db/database.ts";
import { idOf } from "../../src/domain/ids.ts";
import { ClickIdMaker } from "../../src/redirector/click-ids.ts";
import { random } from "../../src/system/random.ts";
import { lookAgain, reportClean } from "../../src/usecases/clicks/click-journals.ts";
import { eventually } from "../support/eventually.ts";
import { startPair, type Pair } from "../support/standby.ts";

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.close());

test("an order is sent again after a standby was promoted, until every redirector has reported", async () => {
  const [primary, standby] = [pair.primary, pair.standby].map((server) => connect(server, { onIdleError: () => {} }));
  if (!primary || !standby) throw new Error("There are two servers.");
  onTestFinished(async () => {
    await Promise.all([primary.close(), standby.close()]);
  });
  const journals = [random.uuid(new Date()), random.uuid(new Date())];
  const report = async (db: Db, at: Date): Promise<void> => {
    for (const journal of journals) await reportClean({ db }, journal, at);
  };
  const reportedAt = new Date();
  // Stands still, so that no redirector becomes silent meanwhile.
  const wallClock = { now: () => reportedAt };
  const accountId = idOf("account", random.uuid(reportedAt));
  const { id } = new ClickIdMaker().make(reportedAt.getTime() + 1);
  const foundAt = (db: Db): Promise<string> => lookAgain({ db, wallClock, accountId }, id);

  await report(primary, reportedAt);
  expect(await foundAt(primary)).toBe("unknown");
  await eventually(async () => expect(await standby.query(sql`select from click_journals`)).toHaveLength(2));
  expect(await foundAt(standby)).toBe("coming");

  await pair.failOver();
  expect(await foundAt(standby)).toBe("coming");
  await reportClean({ db: standby }, journals[0] ?? "", reportedAt);
  expect(await foundAt(standby)).toBe("coming");
  await report(standby, reportedAt);
  expect(await foundAt(standby)).toBe("unknown");
});
