import { chmodSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../src/db/database.ts";
import { preparedDataDir } from "../start/prepared.ts";
import { build, newDataDir, run, runJson, SECRET_KEY, start, stop, urlOf, type Env } from "../start/processes.ts";
import { emptyDatabase } from "../support/database.ts";

beforeAll(build);

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly text: string;
}
async function examine(env: Env): Promise<{ exitCode: number | null; of: (check: string) => Finding | undefined }> {
  const { exitCode, json } = await runJson(["doctor"], env);
  const findings = json["findings"] as Finding[];
  return { exitCode, of: (check) => findings.find((each) => each.check === check) };
}

describe("doctor", async () => {
  const used = await preparedDataDir();

  test("finds nothing wrong before the first start, and creates nothing", async () => {
    const DATA_DIR = newDataDir();
    expect((await examine({ DATA_DIR })).exitCode).toBe(0);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test("reports a running installation as healthy, in one line per check", async () => {
    const DATA_DIR = used;
    const app = await start({ DATA_DIR });
    const BASE_URL = "https://partners.example.com";
    const { exitCode, stdout } = await run(["doctor"], { DATA_DIR, BASE_URL, TRUSTED_PROXIES: "127.0.0.1" });
    expect(exitCode).toBe(0);
    const checks = [
      "node",
      "configuration",
      "data folder",
      "secret",
      "database",
      "writes",
      "migrations",
      "totals",
      "connectors",
      "BASE_URL",
      "proxies",
      "disk",
    ];
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.slice(0, 8).trim()),
    ).toEqual(checks.map(() => "ok"));
    for (const check of checks) expect(stdout).toContain(check);
    await stop(app);
  });

  test("names every invalid variable", async () => {
    const { exitCode, stdout } = await run(["doctor"], { PORT: "x", SIGNUP: "x" });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/WRONG .*PORT must[^]*WRONG .*SIGNUP must/);
  });

  test("finds a secret that others can read and a missing one, and creates no new one", async () => {
    const DATA_DIR = used;
    const file = join(DATA_DIR, "secret.key");
    chmodSync(file, 0o644);
    const open = await examine({ DATA_DIR });
    expect(open).toMatchObject({ exitCode: 1 });
    expect(open.of("secret")).toMatchObject({ verdict: "wrong", text: expect.stringContaining("chmod 600") });
    renameSync(file, `${file}.moved`);
    const lost = await examine({ DATA_DIR });
    expect(lost.of("secret")).toMatchObject({ verdict: "wrong", text: expect.stringContaining("Restore") });
    expect(existsSync(file)).toBe(false);
  });

  test("finds pending migrations, and a database of a newer version", async () => {
    const connection = await emptyDatabase();
    const env = { DATABASE_URL: urlOf(connection), SECRET_KEY };
    const waiting = await examine(env);
    expect(waiting).toMatchObject({ exitCode: 1 });
    expect(waiting.of("migrations")).toMatchObject({ verdict: "wrong", text: expect.stringContaining("0001_") });
    const db = connect(connection, { onIdleError: () => {} });
    await db.query(sql`create table migrations (name text primary key)`);
    await db.query(sql`insert into migrations values ('9999_future.sql')`);
    await db.close();
    expect((await examine(env)).of("migrations")?.text).toContain("9999_future.sql");
  });

  test("finds an unavailable database", async () => {
    const unreachable = await examine({ DATABASE_URL: "postgres://x@127.0.0.1:1/x", SECRET_KEY });
    expect(unreachable).toMatchObject({ exitCode: 1 });
    expect(unreachable.of("database")).toMatchObject({
      verdict: "wrong",
      text: expect.stringContaining("DATABASE_URL"),
    });
  });

  test("warns about an address that only this machine can reach", async () => {
    const { of } = await examine({ DATA_DIR: newDataDir() });
    expect(of("BASE_URL")).toMatchObject({ verdict: "advice" });
  });
});
