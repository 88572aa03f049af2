import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { connect, type Connection, type Db } from "../../src/db/database.ts";
import { cloneDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";

let connection: Connection;
let db: Db;
beforeAll(async () => {
  connection = await cloneDatabase();
  db = connect(connection, { onIdleError: () => {} });
});
afterAll(() => db.close());

/** Counts notifications; resolves once it listens. */
async function listening(
  channel: string,
): Promise<{ heard: () => number; expectMore: (count: number) => Promise<void> }> {
  let heard = 0;
  const listener = db.listen(channel, () => {
    heard += 1;
  });
  onTestFinished(() => listener.close());
  const expectMore = (count: number): Promise<void> => eventually(() => expect(heard).toBeGreaterThan(count));
  await expectMore(0); // the first is its own: it checks once it is connected
  return { heard: () => heard, expectMore };
}

describe("a notification", () => {
  it("reaches every listener after the commit, including other processes", async () => {
    const { heard, expectMore } = await listening("news");
    const other = connect(connection, { onIdleError: () => {} });
    const before = heard();
    await other.transaction(async (tx) => {
      tx.tell("news");
      await tx.query(sql`select 1`);
    });
    await expectMore(before);
    await other.close();
  });

  it("is not sent when the transaction is rolled back", async () => {
    const { heard, expectMore } = await listening("quiet");
    const before = heard();
    const failing = db.transaction((tx) => {
      tx.tell("quiet");
      return Promise.reject(new Error("no"));
    });
    await expect(failing).rejects.toThrow("no");
    // The next one that arrives is the one sent here.
    await db.transaction((tx) => Promise.resolve(tx.tell("quiet")));
    await expectMore(before);
    expect(heard()).toBe(before + 1);
  });

  it("is merged when many arrive at once, and the last is never lost", async () => {
    const { heard, expectMore } = await listening("crowd");
    const before = heard();
    for (let count = 0; count < 200; count += 1) db.tell("crowd");
    // The first is sent at once, and all others together.
    await expectMore(before + 1);
    const soFar = heard();
    expect(soFar - before).toBe(2);
    await db.transaction((tx) => Promise.resolve(tx.tell("crowd")));
    await expectMore(soFar);
  });

  it("is sent before a short-lived program's pool is closed", async () => {
    const { heard, expectMore } = await listening("tools");
    const before = heard();
    const tool = connect(connection, { onIdleError: () => {} });
    await tool.transaction((tx) => Promise.resolve(tx.tell("tools")));
    await tool.transaction((tx) => Promise.resolve(tx.tell("tools")));
    await tool.close();
    await expectMore(before + 1);
  });

  it("is received again after the listening connection was lost, and the loss triggers a check", async () => {
    const { heard, expectMore } = await listening("again");
    const before = heard();
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tributary-listen' and datname = current_database()`);
    await expectMore(before);
    const back = heard();
    await db.transaction((tx) => Promise.resolve(tx.tell("again")));
    await expectMore(back);
  });
});
