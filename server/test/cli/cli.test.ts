import { beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../support/database.ts";
import {
  build,
  launch,
  newDataDir,
  run,
  runAlone,
  runJson,
  SECRET_KEY,
  start,
  stop,
  urlOf,
  type Env,
} from "../start/processes.ts";

let env: Env = {};

beforeAll(async () => {
  build();
  env = { DATABASE_URL: urlOf(await cloneDatabase()), SECRET_KEY };
});

async function json(...args: string[]): Promise<{ exitCode: number | null; json: Record<string, unknown> }> {
  const { exitCode, stdout } = await run([...args, "--json"], env);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  return { exitCode, json: JSON.parse(stdout) as Record<string, unknown> };
}
async function create(email: string, ...more: string[]): Promise<Record<string, unknown>> {
  return (await json("account", "create", "--email", email, "--name", "Shop", ...more)).json;
}

describe("account", () => {
  test("create generates a password if none is given, and does not print a given one", async () => {
    const made = await create("made@example.com");
    expect(made).toMatchObject({ account: { name: "Shop", plan: "pro" }, owner: { email: "made@example.com" } });
    expect(made["password"]).toMatch(/^\S{12,}$/);
    const given = await create("given@example.com", "--password", "correct horse battery", "--plan", "free");
    expect(given).toMatchObject({ account: { plan: "free" } });
    expect(given["password"]).toBeUndefined();
  });

  test("create rejects an unknown plan with 2 and an invalid address with 1", async () => {
    const plan = await json("account", "create", "--email", "x@example.com", "--name", "X", "--plan", "gold");
    expect(plan).toMatchObject({ exitCode: 2, json: { code: "wrong_usage" } });
    const address = await json("account", "create", "--email", "nobody", "--name", "X");
    expect(address).toMatchObject({ exitCode: 1, json: { code: "invalid_request" } });
  });

  test("plan changes the plan, list shows it", async () => {
    await create("plan@example.com");
    expect((await json("account", "plan", "plan@example.com", "free")).exitCode).toBe(0);
    const { json: listed } = await json("account", "list");
    expect(listed["accounts"]).toContainEqual(expect.objectContaining({ plan: "free", owners: ["plan@example.com"] }));
  });

  test("plan for an unknown address fails with 1", async () => {
    const result = await json("account", "plan", "unknown@example.com", "free");
    expect(result).toMatchObject({ exitCode: 1, json: { code: "account_not_found", error: expect.any(String) } });
  });
});

describe("key", () => {
  test("create shows the secret once; list and revoke never do", async () => {
    await create("keys@example.com");
    const made = (await json("key", "create", "--account", "keys@example.com", "--name", "shop")).json;
    const key = made["key"] as { id: string; secret: string };
    expect(key.secret).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    const listed = await run(["key", "list"], env);
    expect(listed.stdout).toContain(key.id);
    expect(listed.stdout).not.toContain(key.secret);
    const revoked = await json("key", "revoke", key.id);
    expect(revoked).toMatchObject({ exitCode: 0, json: { key: { id: key.id, revoked_at: expect.any(String) } } });
  });

  test("revoke of an unknown key fails with 1", async () => {
    expect(await json("key", "revoke", "key_nonsense")).toMatchObject({ exitCode: 1, json: { code: "key_not_found" } });
  });
});

describe("user", () => {
  test("reset creates a new password; an unknown address fails with 1", async () => {
    await create("reset@example.com");
    const { json: reset } = await json("user", "reset", "reset@example.com");
    expect(reset["password"]).toMatch(/^\S{12,}$/);
    const unknown = await json("user", "reset", "unknown@example.com");
    expect(unknown).toMatchObject({ exitCode: 1, json: { code: "user_not_found" } });
  });
});

describe("verify", () => {
  test("prints a zero for each check of a sound ledger and exits with 0", async () => {
    const { exitCode, json: report } = await json("verify");
    expect(exitCode).toBe(0);
    const counts = (report["checks"] as { count: number }[]).map(({ count }) => count);
    expect(counts.length).toBeGreaterThan(5);
    expect(new Set(counts)).toEqual(new Set([0]));
  });
});

describe("wrong usage", () => {
  test("exits with 2, with text on stderr or JSON on stdout", async () => {
    const plain = await run(["key", "create"], env);
    expect(plain).toMatchObject({ exitCode: 2, stdout: "" });
    expect(plain.stderr).toContain("--account");
    expect(await json("key", "create")).toMatchObject({ exitCode: 2, json: { code: "wrong_usage" } });
    expect(await json("no-such-command")).toMatchObject({ exitCode: 2, json: { code: "wrong_usage" } });
  });

  test("every command documents itself and its exit codes", async () => {
    const names = ["start", "account create", "account plan", "account list", "user reset"];
    const all = [...names, "key create", "key list", "key revoke", "verify", "doctor"];
    const helps = await Promise.all(all.map((name) => run([...name.split(" "), "--help"], {})));
    for (const { exitCode, stdout } of helps) {
      expect(exitCode).toBe(0);
      expect(stdout).toContain("--json");
      expect(stdout).toContain("Exit codes: 0 success");
    }
  });

  test("an unavailable database exits with 3", async () => {
    const result = await runJson(["verify"], { DATABASE_URL: "postgres://x@127.0.0.1:1/x", SECRET_KEY });
    expect(result).toMatchObject({ exitCode: 3, json: { code: "database_away" } });
  });
});

describe("a separate process", () => {
  test.each([
    ["a list", ["account", "list"]],
    ["JSON", ["verify", "--json"]],
    ["a version", ["--version"]],
    ["help", ["key", "--help"]],
    ["a refusal", ["user", "reset", "unknown@example.com"]],
    ["an unknown command", ["no-such-command"]],
  ])("prints %s, and exits with the same code as in this process", async (_what, words) => {
    const expected = await run(words, env);
    expect(`${expected.stdout}${expected.stderr}`).not.toBe("");
    expect(await runAlone(words, env)).toEqual(expected);
  });
});

describe("when the program that reads the output exits early, like head", () => {
  test("a command finishes its work and exits with 0", async () => {
    const args = ["account", "create", "--email", "head@example.com", "--name", "Shop"];
    const { child, ended } = launch({ args, env });
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ exitCode: 0, stderr: "" });
    const { json: listed } = await json("account", "list");
    expect(listed["accounts"]).toContainEqual(expect.objectContaining({ owners: ["head@example.com"] }));
  });

  test("a command that fails keeps its exit code", async () => {
    const { child, ended } = launch({ args: ["account", "plan"], env });
    child.stderr?.destroy();
    expect(await ended).toMatchObject({ exitCode: 2 });
  });
});

describe("with the embedded database", () => {
  test("works before the first start, while the server runs, and after it, on the same data", async () => {
    const DATA_DIR = newDataDir();
    const list = async (): Promise<unknown[]> =>
      (await runJson(["account", "list"], { DATA_DIR })).json["accounts"] as unknown[];
    await runJson(["account", "create", "--email", "early@example.com", "--name", "Early"], { DATA_DIR });
    const app = await start({ DATA_DIR });
    await runJson(["account", "create", "--email", "beside@example.com", "--name", "Beside"], { DATA_DIR });
    expect(await list()).toHaveLength(2);
    await stop(app);
    expect(await list()).toHaveLength(2);
  });
});
