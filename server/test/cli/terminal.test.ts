import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/db/database.ts";
import { cloneDatabase } from "../support/database.ts";
import { build, run, runJson, SECRET_KEY, urlOf, type Env } from "../start/processes.ts";

/** Clears the screen and forges a row in the list. */
const KEY_NAME = "k\u001b[2J\u001b[H\nkey_01fake  acc_01fake  sk_live_…fake  active  forged row";
/** Hides everything after it. */
const HIDDEN = "in order\u001b[8m\u202e\u009b8m";
const NOT_PRINTABLE = /[^\P{C}\n]/u;

let env: Env = {};
let connection: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  build();
  connection = await cloneDatabase();
  env = { DATABASE_URL: urlOf(connection), SECRET_KEY };
});

describe("human-readable output of the command line", () => {
  test("escapes control characters in names already in the database", async () => {
    await run(["account", "create", "--email", "a@example.com", "--name", "Shop"], env);
    await run(["key", "create", "--account", "a@example.com", "--name", "backend"], env);
    const db = connect(connection, { onIdleError: () => {}, max: 1 });
    onTestFinished(() => db.close());
    await db.query(sql`update api_keys set name = ${KEY_NAME}`);
    await db.query(sql`update accounts set name = ${HIDDEN}`);
    const keys = await run(["key", "list"], env);
    expect(keys.stdout).not.toMatch(NOT_PRINTABLE);
    expect(keys.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(keys.stdout).toContain(String.raw`k\u{1b}[2J\u{1b}[H\u{a}key_01fake`);
    const accounts = await run(["account", "list"], env);
    expect(accounts.stdout).not.toMatch(NOT_PRINTABLE);
    expect(accounts.stdout).toContain(String.raw`in order\u{1b}[8m\u{202e}\u{9b}8m`);
    const { json } = await runJson(["key", "list"], env);
    expect(json["keys"]).toMatchObject([{ name: KEY_NAME }]);
  });

  test("escapes text from a file that somebody else wrote", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tributary-statement-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const border = { balance: { open: HIDDEN }, head: "", lines: 0 };
    const statement = {
      affiliate_id: `The statement is valid.\n${HIDDEN}`,
      month: "2026-01",
      currency: "EUR",
      lines: [],
      issuer: { url: HIDDEN },
      opening: border,
      closing: border,
    };
    for (const content of [
      JSON.stringify({ statement, public_key: HIDDEN, signature: "" }),
      `${HIDDEN}\nThe statement is valid.\n`,
    ]) {
      const file = join(folder, "statement.json");
      writeFileSync(file, content);
      const { exitCode, stdout, stderr } = await run(["verify-statement", file], {});
      expect(exitCode).toBe(1);
      expect(stdout + stderr).not.toMatch(NOT_PRINTABLE);
      expect(`${stdout}${stderr}`.split("\n")).not.toContain("The statement is valid.");
    }
  });

  test("rejects control characters in a new name", async () => {
    await run(["account", "create", "--email", "b@example.com", "--name", "Shop"], env);
    const wrong = "name must not contain line breaks or other control characters.";
    const key = await runJson(["key", "create", "--account", "b@example.com", "--name", KEY_NAME], env);
    expect(key).toMatchObject({ exitCode: 1, json: { error: wrong } });
    const account = await runJson(["account", "create", "--email", "c@example.com", "--name", HIDDEN], env);
    expect(account).toMatchObject({ exitCode: 1, json: { error: wrong } });
  });
});
