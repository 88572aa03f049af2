import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Connection, type Db } from "../../src/db/database.ts";
import { idOf } from "../../src/domain/ids.ts";
import { ClickIdMaker } from "../../src/redirector/click-ids.ts";
import { random } from "../../src/system/random.ts";
import { forgetJournal, lookAgain, reportClean } from "../../src/usecases/clicks/click-journals.ts";
import { eventually } from "../support/eventually.ts";
import { asAdmin } from "../support/global-setup.ts";
import { startPair, type Pair } from "../support/standby.ts";

let pair: Pair;
let primary: Db;
let standby: Db;
beforeAll(async () => {
  pair = await startPair();
  primary = connect(pair.primary, { onIdleError: () => {} });
  standby = connect(pair.standby, { onIdleError: () => {} });
});
afterAll(async () => {
  await Promise.all([primary.close(), standby.close()]);
  await pair.close();
});

/** Two redirectors, and a click that neither has reported as recorded. */
function aWorld() {
  const journals = [random.uuid(new Date()), random.uuid(new Date())] as const;
  const at = new Date();
  // Stands still, so that no redirector becomes silent meanwhile.
  const wallClock = { now: () => at };
  const accountId = idOf("account", random.uuid(at));
  const { id } = new ClickIdMaker().make(at.getTime() + 1);
  const report = (db: Db, journal: string): Promise<void> => reportClean({ db }, journal, at);
  return {
    journals,
    report,
    reportAll: async (db: Db): Promise<void> => {
      for (const journal of journals) await report(db, journal);
    },
    found: (db: Db) => lookAgain({ db, wallClock, accountId }, id),
  };
}

async function killBackendOf(server: Connection): Promise<void> {
  await asAdmin(server, async (admin) => {
    admin.on("error", () => {});
    const { rows } = await admin.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => admin.once("end", resolve));
    process.kill(rows[0]?.pid ?? 0, "SIGKILL");
    await ended;
  });
}

test("a click may still come after a process of the database crashed, until every redirector has reported", async () => {
  const { journals, reportAll, found } = aWorld();
  const startedAt = sql`select pg_postmaster_start_time()::text as at`;
  const before = await primary.query(startedAt);
  await reportAll(primary);
  expect(await found(primary)).toBe("unknown");
  // Reports are not flushed on their own.
  await primary.query(sql`create table flushed ()`);
  await killBackendOf(pair.primary);
  await eventually(async () => expect(await found(primary)).toBe("coming"));
  expect(await primary.query(startedAt)).toEqual(before);
  await reportAll(primary);
  expect(await found(primary)).toBe("unknown");
  for (const journal of journals) await forgetJournal({ db: primary }, journal);
});

test("a click may still come after a standby was promoted, until every redirector has reported", async () => {
  const { journals, report, reportAll, found } = aWorld();
  await reportAll(primary);
  expect(await found(primary)).toBe("unknown");
  const arrived = sql`select from click_journals where id = any(${[...journals]}::uuid[])`;
  await eventually(async () => expect(await standby.query(arrived)).toHaveLength(2));
  expect(await found(standby)).toBe("coming");

  await pair.failOver();
  expect(await found(standby)).toBe("coming");
  await report(standby, journals[0]);
  expect(await found(standby)).toBe("coming");
  await reportAll(standby);
  expect(await found(standby)).toBe("unknown");
});
