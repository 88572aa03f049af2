import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { getSignedStatement } from "../../src/usecases/statements/get-statement.ts";
import { currency } from "../domain/samples.ts";
import { aPartner, aTill, earn } from "../payouts/till.ts";
import { build, newFolder, run, runJson } from "../start/processes.ts";

beforeAll(build);

test("verify-statement needs nothing but files, and its exit code says whether they are in order", async () => {
  const till = await aTill();
  const ada = await aPartner(till);
  await earn(till, ada, 1_000);
  const ask = { affiliateId: ada.id, currency: currency("EUR") };
  till.app.clock.set(new Date("2026-04-02T00:00:00.000Z"));
  await earn(till, ada, 2_000);
  const folder = newFolder();
  const save = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  };
  const march = await getSignedStatement(till.merchant.context, { ...ask, month: "2026-03" });
  const april = await getSignedStatement(till.merchant.context, { ...ask, month: "2026-04" });
  const [first, second] = [save("march.json", march), save("april.json", april)];
  // No environment at all: no data folder, no database, no secret.
  const good = await runJson(["verify-statement", second, first, "--key", april.public_key], {});
  expect([good.exitCode, good.json]).toEqual([
    0,
    { ok: true, problems: [], public_key: april.public_key, lines: 2, head: april.statement.closing.head },
  ]);
  const plain = await run(["verify-statement", first], {});
  expect(plain.exitCode).toBe(0);
  expect(plain.stdout).toContain("http://tributary.test/.well-known/tributary-statements.json");
  expect(plain.stdout).toContain("The statement is in order.");

  const forged = structuredClone(april);
  forged.statement.closing.balance.pending = "99.00";
  const bad = await runJson(["verify-statement", save("forged.json", forged)], {});
  expect([bad.exitCode, bad.json["ok"]]).toEqual([1, false]);
  expect(bad.json["problems"]).toHaveLength(2);
  const otherKey = await runJson(["verify-statement", first, "--key", Buffer.alloc(32).toString("base64")], {});
  expect(otherKey.exitCode).toBe(1);
  const backwards = await runJson(["verify-statement", first, second], {});
  expect(backwards.json["problems"]).toEqual(["The later statement has fewer lines than the earlier one showed."]);
  for (const [name, content] of [
    ["empty.json", ""],
    ["other.json", "{}"],
    ["list.json", "[]"],
  ] as const) {
    const unreadable = await runJson(["verify-statement", save(name, content)], {});
    expect([unreadable.exitCode, unreadable.json["code"]]).toEqual([1, "invalid_request"]);
  }
  const missing = await runJson(["verify-statement", join(folder, "none.json")], {});
  expect([missing.exitCode, missing.json["code"]]).toEqual([1, "invalid_request"]);
});
