import sql from "sql-template-tag";
import { describe, expect, test, type TestContext } from "vitest";
import { connect, DatabaseAway, type ConnectOptions, type Db } from "../../src/db/database.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";

type Test = Pick<TestContext, "onTestFinished">;

/** No limit for statements: whatever ends the wait is the watch itself. */
async function onCable(
  { onTestFinished }: Test,
  options: Partial<ConnectOptions> = {},
): Promise<{ db: Db; cable: Cable }> {
  const cable = await cableTo(await cloneDatabase());
  const db = connect(cable.connection, { onIdleError: () => {}, max: 4, ...options });
  onTestFinished(async () => {
    await cable.pull();
    await db.close();
  });
  return { db, cable };
}

const sleepFor = (db: Db, seconds: number): Promise<unknown> => db.query(sql`select pg_sleep(${seconds})`);

// Each waits for seconds on the real clock, and for nothing of the others.
describe.concurrent("a host that vanishes without a word", () => {
  test("does not hold up those who wait for it, whatever their limit", async (context) => {
    const { db, cable } = await onCable(context);
    const waiting = [sleepFor(db, 50), sleepFor(db, 50), sleepFor(db, 50)];
    await eventually(() => expect(db.connections.busy).toBe(3));
    cable.silence();
    for (const each of waiting) await expect(each).rejects.toBeInstanceOf(DatabaseAway);
  });

  test("costs one connection its statement and takes the idle ones along: the next statement works", async (context) => {
    const { db, cable } = await onCable(context, { statementTimeoutMs: 1_000 });
    await Promise.all([sleepFor(db, 0.2), sleepFor(db, 0.2), sleepFor(db, 0.2)]);
    expect(db.connections.idle).toBe(3);
    cable.silence();
    await expect(sleepFor(db, 0)).rejects.toBeInstanceOf(DatabaseAway);
    cable.speak();
    await expect(sleepFor(db, 0)).resolves.toBeDefined();
    expect(db.connections).toEqual({ busy: 0, idle: 1, waiting: 0 });
  });
});

test.concurrent("a statement that takes long on a host that is there is left alone", async (context) => {
  const { db } = await onCable(context);
  await expect(sleepFor(db, 7)).resolves.toBeDefined();
});
