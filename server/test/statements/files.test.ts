import sql from "sql-template-tag";
import type { SignedStatement } from "tributary-sdk/pages";
import { describe, expect, it, vi } from "vitest";
import { buildServices } from "../../src/app.ts";
import { LINES_AT_ONCE } from "../../src/usecases/statements/statement-pages.ts";
import { problemsOf } from "../../src/usecases/statements/verify-statement.ts";
import { currency } from "../domain/samples.ts";
import { aPartner, aTill, earn, type Paid, type Till } from "../payouts/till.ts";
import { SECRET_KEY, type TestApp } from "../support/app.ts";
import { together } from "../support/parallel.ts";
import { manyLines } from "./many-lines.ts";
import { getSignedStatement } from "./whole.ts";

vi.setConfig({ testTimeout: 60_000 });
const EUR = currency("EUR");
const march = ({ id }: Paid) => ({ affiliateId: id, currency: EUR, month: "2026-03" });

async function marchIsOver(): Promise<{ till: Till; ada: Paid }> {
  const till = await aTill();
  const ada = await aPartner(till);
  await earn(till, ada, 300);
  till.app.clock.set(new Date("2026-04-01T01:00:00.000Z"));
  return { till, ada };
}

/** The same database seen by a process with another address and, if told so, another secret. */
function moved({ app, merchant }: Till, { url, secret = SECRET_KEY }: { url: string; secret?: Uint8Array }) {
  const { db, clock, config } = app;
  return {
    ...merchant.context,
    ...buildServices({ config: { ...config, baseUrl: url }, db, clock, secretKey: secret }),
  };
}

const forgetSignatures = ({ db }: TestApp): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`delete from statement_signatures`);
  });

describe("the file of an issued month", () => {
  it("keeps its bytes when the service moves to another address and has another secret", async () => {
    const { till, ada } = await marchIsOver();
    const before = await getSignedStatement(till.merchant.context, march(ada));
    const elsewhere = moved(till, { url: "https://moved.example", secret: Buffer.alloc(32, 9) });
    expect(JSON.stringify(await getSignedStatement(elsewhere, march(ada)))).toBe(JSON.stringify(before));
    expect(problemsOf(before)).toEqual([]);
    // The running month is signed as the service is now.
    await earn(till, ada, 200);
    const april = await getSignedStatement(elsewhere, { ...march(ada), month: "2026-04" });
    expect(april.statement.issuer.url).toBe("https://moved.example");
    expect(april.public_key).not.toBe(before.public_key);
    expect(problemsOf(april)).toEqual([]);
  });

  it("is signed once if it was issued before signatures were kept", async () => {
    const { till, ada } = await marchIsOver();
    await getSignedStatement(till.merchant.context, march(ada));
    await forgetSignatures(till.app);
    const elsewhere = moved(till, { url: "https://moved.example" });
    const first = await getSignedStatement(elsewhere, march(ada));
    expect(first.statement.issuer.url).toBe("https://moved.example");
    expect(await getSignedStatement(till.merchant.context, march(ada))).toEqual(first);
  });

  it("is one file for all when processes with different addresses are asked at once", async () => {
    const { till, ada } = await marchIsOver();
    const files = await together(8, (number) =>
      getSignedStatement(moved(till, { url: `https://${number}.example` }), march(ada)),
    );
    expect(new Set(files.map((file) => JSON.stringify(file))).size).toBe(1);
    expect(problemsOf(files[0] as SignedStatement)).toEqual([]);
  });

  it("cannot be signed anew in the database", async () => {
    const { till, ada } = await marchIsOver();
    await getSignedStatement(till.merchant.context, march(ada));
    for (const change of [sql`update statement_signatures set signature = ''`, sql`delete from statement_signatures`])
      await expect(till.app.db.transaction((tx) => tx.query(change))).rejects.toThrow(/append-only/);
  });
});

describe("a statement of many pages", () => {
  it("has every line once, in order, in the file and on the page, with a valid signature", async () => {
    const till = await aTill();
    const ada = await aPartner(till);
    await earn(till, ada, 300);
    for (const lines of [LINES_AT_ONCE - 1, 1, 1, 3 * LINES_AT_ONCE + 7, 2]) await manyLines(till, ada, lines);
    const total = 4 * LINES_AT_ONCE + 11;
    const portal = { headers: { cookie: ada.cookie } };
    const query = "currency=EUR&month=2026-03";
    const file = await till.app.http.inject({ url: `/api/portal/statements/${ada.id}/file?${query}`, ...portal });
    const signed = JSON.parse(file.body) as SignedStatement;
    expect(signed.statement.lines.map(({ number }) => number)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
    expect(problemsOf(signed)).toEqual([]);
    // Written page by page, and yet what JSON.stringify would write.
    expect(file.body).toBe(`${JSON.stringify(signed, null, 2)}\n`);
    const page = await till.app.http.inject({ url: `/api/portal/statements/${ada.id}?${query}`, ...portal });
    const shown = JSON.parse(page.body) as { statement: SignedStatement["statement"] };
    expect(page.body).toBe(JSON.stringify(shown));
    expect(shown.statement.lines).toEqual(signed.statement.lines);
  });

  it("may have none", async () => {
    const { till, ada } = await marchIsOver();
    const april = await getSignedStatement(till.merchant.context, { ...march(ada), month: "2026-04" });
    expect(april.statement.lines).toEqual([]);
    expect(problemsOf(april)).toEqual([]);
  });
});
