import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { buildApp, buildServices } from "../../src/app.ts";
import { makeDemo } from "../../src/demo/make-demo.ts";
import { createLog } from "../../src/system/log.ts";
import { readConfig } from "../../src/config.ts";
import { cheapPasswords, SECRET_KEY } from "../support/app.ts";
import { openDatabase } from "../support/database.ts";

const log = createLog("error");

/** The database contents after the first weeks of a year. */
async function beginningOf(seed: number): Promise<unknown> {
  const db = await openDatabase({ max: 4 });
  const result = readConfig({ ROLES: "http" });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  const parts = { config: result.config, db, log, secretKey: SECRET_KEY, passwords: cheapPasswords };
  const signIns = await makeDemo({
    seed,
    end: new Date("2026-06-01T12:00:00.000Z"),
    days: 14,
    log,
    retrySeconds: [60],
    open: async (handed) => ({
      app: await buildApp({ ...parts, ...handed }),
      services: buildServices({ ...parts, ...handed }),
    }),
    onProgress: () => {},
  });
  const conversions = await db.query(sql`
    select id, external_id, affiliate_id, amount_minor, commission_minor, status, created_at from conversions order by id`);
  const clicks = await db.query(sql`select id, sub, clicked_at from clicks order by id`);
  await db.close();
  expect(conversions.length).toBeGreaterThan(10);
  return { conversions, clicks, passwords: signIns.map(({ password }) => password) };
}

test("the same seed creates the same year down to the IDs, with other passwords; another seed creates another one", async () => {
  const first = (await beginningOf(7)) as { passwords: string[] };
  const second = (await beginningOf(7)) as { passwords: string[] };
  const other = (await beginningOf(8)) as { passwords: string[] };
  expect({ ...second, passwords: [] }).toEqual({ ...first, passwords: [] });
  expect(second.passwords.filter((password) => first.passwords.includes(password))).toEqual([]);
  expect({ ...other, passwords: [] }).not.toEqual({ ...first, passwords: [] });
});
