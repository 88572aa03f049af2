import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { buildDownloads, newFolder } from "../start/processes.ts";
import { listen } from "../support/sockets.ts";
import { forged, twoFiles, type Files } from "./two-files.ts";

let files: Files;
let issuer = "";
let program = "";
beforeAll(async () => {
  buildDownloads();
  files = await twoFiles();
  issuer = `http://127.0.0.1:${await listen(files.app)}`;
  // Far from the checkout, as on the machine of somebody who only has a statement.
  program = join(newFolder(), "verify-statement.mjs");
  const response = await fetch(`${issuer}/verify-statement.mjs`);
  writeFileSync(program, await response.text());
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
}

async function verify(...args: string[]): Promise<Ended> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env: {} });
    return { code: 0, stdout };
  } catch (error) {
    return error as Ended;
  }
}

describe("GET /verify-statement.mjs", () => {
  it("is one file that imports nothing but Node", () => {
    const source = readFileSync(program, "utf8");
    const imported = [...source.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, name]) => String(name));
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !builtinModules.includes(name.replace("node:", "")))).toEqual([]);
    expect(Buffer.byteLength(source)).toBeLessThan(25_000);
  });

  it("accepts a statement of this service that continues an earlier one", async () => {
    const { march, april, save } = files;
    const [first, second] = [save("march.json", march), save("april.json", april)];
    expect(await verify(second, first, "--issuer", issuer)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The statement is valid\.\n$/) as string,
    });
    const { code, stdout } = await verify(second, "--key", april.public_key, "--json");
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        ok: true,
        verdict: "in_order",
        problems: [],
        public_key: april.public_key,
        lines: 2,
        head: april.statement.closing.head,
      },
    ]);
  });

  it("rejects a changed statement and one that somebody else signed", async () => {
    const { april, save } = files;
    const changed = structuredClone(april);
    changed.statement.closing.balance.pending = "99.00";
    expect(await verify(save("changed.json", changed), "--issuer", issuer)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        "The signature is invalid: the file was changed, or signed by someone else.",
      ) as string,
    });
    const forgery = save(
      "forged.json",
      forged(april, () => {}),
    );
    expect(await verify(forgery, "--issuer", issuer)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("signed with a different key than expected") as string,
    });
    const unknown = await verify(forgery);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).not.toContain("is valid");
  });

  it("says what it needs and what it cannot read", async () => {
    expect(await verify()).toMatchObject({ code: 2, stdout: expect.stringMatching(/^Usage: /) as string });
    expect(await verify("x.json", "--unknown")).toMatchObject({ code: 2 });
    const wrong = await verify(files.save("wrong.json", "{}"), "--issuer", issuer, "--json");
    expect([wrong.code, JSON.parse(wrong.stdout)]).toMatchObject([1, { code: "invalid_statement" }]);
    const far = await verify(files.save("april.json", files.april), "--issuer", "http://partners.example");
    expect([far.code, far.stdout]).toEqual([
      1,
      "The issuer must be the https address of the service, such as https://partners.example.\n",
    ]);
  });
});
