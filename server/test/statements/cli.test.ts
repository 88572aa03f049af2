import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { run, runJson } from "../start/processes.ts";
import { listen } from "../support/sockets.ts";
import { forged, twoFiles, type Files } from "./two-files.ts";

let files: Files;
beforeAll(async () => {
  files = await twoFiles();
});

// With an empty environment: no data folder, no database, no secret.
const verify = (...args: string[]) => runJson(["verify-statement", ...args], {});

describe("verify-statement", () => {
  it("accepts a file that continues an earlier one and was signed with the given key, as text or as a file", async () => {
    const { march, april, save } = files;
    const [first, second] = [save("march.json", march), save("april.json", april)];
    for (const key of [april.public_key, save("key.txt", `${april.public_key}\n`)]) {
      const good = await verify(second, first, "--key", key);
      expect([good.exitCode, good.json]).toEqual([
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
    }
    const plain = await run(["verify-statement", first, "--key", march.public_key], {});
    expect(plain.stdout).toMatch(/Signed with a key you trust\.\nThe statement is valid\.\n$/);
    const backwards = await verify(first, second, "--key", march.public_key);
    expect([backwards.exitCode, backwards.json["problems"]]).toEqual([
      1,
      ["The later statement covers fewer lines than the earlier one."],
    ]);
  });

  it("fetches the keys of the issuer that the person names", async () => {
    const { app, march, save } = files;
    const issuer = `http://127.0.0.1:${await listen(app)}`;
    const path = save("march.json", march);
    const good = await verify(path, "--issuer", `${issuer}/`);
    expect([good.exitCode, good.json["verdict"]]).toEqual([0, "in_order"]);
    const other = await verify(
      save(
        "forged.json",
        forged(march, () => {}),
      ),
      "--issuer",
      issuer,
    );
    expect([other.exitCode, other.json["problems"]]).toEqual([
      1,
      ["The file was signed with a different key than expected."],
    ]);
  });

  it("trusts neither plain http nor a redirect, and says when an issuer cannot be reached", async () => {
    const { march, save } = files;
    const path = save("march.json", march);
    for (const issuer of [
      "http://partners.example",
      "partners.example",
      "https://a:b@partners.example",
      "file:///etc",
    ]) {
      const refused = await verify(path, "--issuer", issuer);
      expect([refused.exitCode, refused.json["code"]]).toEqual([1, "invalid_request"]);
    }
    const elsewhere = createServer((_request, response) => {
      response.writeHead(302, { location: "https://forger.example/" }).end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void elsewhere.close());
    const { port } = elsewhere.address() as AddressInfo;
    const redirected = await verify(path, "--issuer", `http://127.0.0.1:${port}`);
    expect([redirected.exitCode, redirected.json["code"]]).toEqual([1, "issuer_unreachable"]);
  });

  it("does not accept a file that anybody could have signed, nor point the reader to an address in it", async () => {
    const { march, save } = files;
    const forgery = forged(march, ({ issuer }) => {
      issuer.url = "https://forger.example";
    });
    for (const file of [save("march.json", march), save("forged.json", forgery)]) {
      const unknown = await verify(file);
      expect([unknown.exitCode, unknown.json["ok"], unknown.json["verdict"]]).toEqual([1, false, "unknown_key"]);
      const plain = await run(["verify-statement", file], {});
      expect(plain.exitCode).toBe(1);
      expect(plain.stdout).toContain("The statement is consistent, but signed by an unknown key.");
      expect(plain.stdout).not.toMatch(/is valid|forger\.example/);
    }
  });

  it("names the fault, and does not say that the key is right", async () => {
    const { april, save } = files;
    const changed = structuredClone(april);
    changed.statement.closing.balance.pending = "99.00";
    const path = save("changed.json", changed);
    const bad = await verify(path, "--key", april.public_key);
    expect([bad.exitCode, bad.json["ok"], bad.json["verdict"]]).toEqual([1, false, "not_in_order"]);
    expect(bad.json["problems"]).toHaveLength(2);
    expect((await run(["verify-statement", path, "--key", april.public_key], {})).stdout).not.toContain("Signed with");
    const otherKey = await verify(save("april.json", april), "--key", Buffer.alloc(32).toString("base64"));
    expect([otherKey.exitCode, otherKey.json["verdict"]]).toEqual([1, "not_in_order"]);
  });

  it("prints no control characters of a hostile file", async () => {
    const { april, save } = files;
    const hostile = forged(april, (statement) => {
      statement.month = "2026-04\u001b[2J\u009b8m\u202e\nThe statement is valid.";
      statement.closing.balance.open = "\u001b]0;x\u0007";
    });
    const { stdout, exitCode } = await run(["verify-statement", save("hostile.json", hostile)], {});
    expect(exitCode).toBe(1);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{C}]/u);
    expect(stdout).not.toMatch(/^The statement is valid/m);
  });

  it("rejects files that are not a statement or a key", async () => {
    const { march, save } = files;
    const { issuer: _, ...rest } = march.statement;
    const contents = ["", "{}", "[]", "\u001b[2J", { ...march, statement: rest }, { ...march, more: [[[]]] }];
    for (const content of contents) {
      const unreadable = await verify(save("wrong.json", content));
      expect([unreadable.exitCode, unreadable.json["code"]]).toEqual([1, "invalid_request"]);
      expect(String(unreadable.json["error"])).not.toContain("\u001b");
    }
    for (const key of ["none", save("wrong.key", "AAAA")]) {
      const noKey = await verify(save("march.json", march), "--key", key);
      expect([noKey.exitCode, noKey.json["code"]]).toEqual([1, "invalid_request"]);
    }
    const missing = await verify("/nowhere/none.json");
    expect([missing.exitCode, missing.json["code"]]).toEqual([1, "invalid_request"]);
  });
});
