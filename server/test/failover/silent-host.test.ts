import sql from "sql-template-tag";
import { describe, expect, test, type TestContext } from "vitest";
import { connect, DatabaseUnavailable, type ConnectOptions, type Db } from "../../src/db/database.ts";
import { cableTo, type Cable } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";

type Test = Pick<TestContext, "onTestFinished">;

/** Without statement limits, so that only the watchdog can end the wait. */
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

// Each waits for seconds on the real clock, independently of the others.
describe.concurrent("a host that vanishes silently", () => {
  test("does not block waiting statements, regardless of their limit", async (context) => {
    const { db, cable } = await onCable(context);
    const waiting = [sleepFor(db, 50), sleepFor(db, 50), sleepFor(db, 50)];
    await eventually(() => expect(db.connections.busy).toBe(3));
    cable.silence();
    for (const each of waiting) await expect(each).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test("fails one connection's statement and drops the idle ones: the next statement works", async (context) => {
    const { db, cable } = await onCable(context, { statementTimeoutMs: 1_000 });
    await Promise.all([sleepFor(db, 0.2), sleepFor(db, 0.2), sleepFor(db, 0.2)]);
    await eventually(() => expect(db.connections.idle).toBe(3));
    cable.silence();
    await expect(sleepFor(db, 0)).rejects.toBeInstanceOf(DatabaseUnavailable);
    cable.speak();
    await expect(sleepFor(db, 0)).resolves.toBeDefined();
    expect(db.connections).toEqual({ busy: 0, idle: 1, waiting: 0 });
  });
});

test.concurrent("a long statement on a reachable host is not interrupted", async (context) => {
  const { db } = await onCable(context);
  await expect(sleepFor(db, 7)).resolves.toBeDefined();
});
