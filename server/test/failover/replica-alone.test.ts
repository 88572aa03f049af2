import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/db/database.ts";
import { openReplicaPool } from "../../src/db/pools.ts";
import { ReplicaReads } from "../../src/db/reads.ts";
import { cableTo } from "../support/cable.ts";
import { eventually } from "../support/eventually.ts";
import { startPair, type Pair } from "../support/standby.ts";
import { isStandby } from "./read-figures.ts";

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.close());

test("of several hosts for reads, the standby is used", async () => {
  const cables = [await cableTo(pair.primary), await cableTo(pair.standby)];
  const hosts = cables.map(({ connection }) => `127.0.0.1:${connection.port}`).join();
  const db = connect(
    { connectionString: `postgres://${pair.primary.user}@${hosts}/${pair.primary.database}` },
    { onIdleError: () => {}, isReplica: true },
  );
  expect(await db.transaction(isStandby)).toBe(true);
  await db.close();
  for (const cable of cables) await cable.pull();
});

test("a replica is not used after its primary was restored from an older copy", async () => {
  const reasons: string[] = [];
  const replica = openReplicaPool(pair.standby, () => {});
  const primary = connect(pair.primary, { onIdleError: () => {} });
  onTestFinished(() => primary.close());
  const onUnused = ({ message }: Error): unknown => reasons.push(message);
  const reads = new ReplicaReads({ primary, replica, maxLagMs: 10_000, onUnused, onUsed: () => {} });
  onTestFinished(() => reads.close());
  await reads.start();
  await primary.query(sql`create table lost as select n from generate_series(1, 20000) n`);
  expect(await reads.run(isStandby)).toBe(true);
  await pair.restorePrimary();
  await eventually(() => primary.query(sql`create table new_one (n int)`));
  expect(await reads.run(isStandby)).toBe(false);
  expect(reasons.at(-1)).toContain("a log that the primary does not have");
  const anew = new ReplicaReads({ primary, replica, maxLagMs: 10_000, onUnused, onUsed: () => {} });
  await anew.start();
  expect(await anew.run(isStandby)).toBe(false);
  await anew.close();
});
