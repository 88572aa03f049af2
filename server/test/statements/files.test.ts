import sql from "sql-template-tag";
import type { SignedStatement } from "tributary-sdk/pages";
import { beforeAll, describe, expect, it } from "vitest";
import { buildServices } from "../../src/app.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { LINES_AT_ONCE } from "../../src/usecases/statements/statement-pages.ts";
import { problemsOf } from "tributary-sdk/statement";
import { currency } from "../domain/samples.ts";
import { aPartner, aTill, earn, type Paid, type Till } from "../payouts/till.ts";
import { appForFile, SECRET_KEY, type TestApp } from "../support/app.ts";
import { together } from "../support/parallel.ts";
import { manyLines } from "./many-lines.ts";
import { getSignedStatement } from "./whole.ts";

const EUR = currency("EUR");

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});

interface Months {
  readonly till: Till;
  readonly ada: Paid;
  readonly ended: StatementQuery;
  readonly running: StatementQuery;
}
type StatementQuery = Parameters<typeof getSignedStatement>[1];

const monthNow = ({ id }: Paid): StatementQuery => ({
  affiliateId: id,
  currency: EUR,
  month: app.clock.dayAfter(0).slice(0, 7),
});

/** An affiliate earned a commission in a month that has just ended. */
async function aFinishedMonth(): Promise<Months> {
  const till = await aTill(app);
  const ada = await aPartner(till);
  await earn(till, ada, 300);
  const ended = monthNow(ada);
  const now = app.clock.now();
  app.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 1)));
  return { till, ada, ended, running: monthNow(ada) };
}

/** The same database in a process with another address and, if given, another secret. */
function moved({ app, merchant }: Till, { url, secret = SECRET_KEY }: { url: string; secret?: Uint8Array }) {
  const { db, clock, config } = app;
  return {
    ...merchant.context,
    ...buildServices({ config: { ...config, baseUrl: url }, db, clock, secretKey: secret }),
  };
}

const forgetSignatures = ({ merchant }: Till): Promise<void> =>
  app.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`delete from statement_signatures where account_id = ${uuidOf(merchant.accountId)}`);
  });

describe("the file of an issued month", () => {
  it("keeps its bytes when the service gets another address and another secret", async () => {
    const { till, ada, ended, running } = await aFinishedMonth();
    const before = await getSignedStatement(till.merchant.context, ended);
    const elsewhere = moved(till, { url: "https://moved.example", secret: Buffer.alloc(32, 9) });
    expect(JSON.stringify(await getSignedStatement(elsewhere, ended))).toBe(JSON.stringify(before));
    expect(await problemsOf(before)).toEqual([]);
    // The current month is signed with the current address and secret.
    await earn(till, ada, 200);
    const next = await getSignedStatement(elsewhere, running);
    expect(next.statement.issuer.url).toBe("https://moved.example");
    expect(next.public_key).not.toBe(before.public_key);
    expect(await problemsOf(next)).toEqual([]);
  });

  it("is signed once if it was issued before signatures were stored", async () => {
    const { till, ended } = await aFinishedMonth();
    await getSignedStatement(till.merchant.context, ended);
    await forgetSignatures(till);
    const elsewhere = moved(till, { url: "https://moved.example" });
    const first = await getSignedStatement(elsewhere, ended);
    expect(first.statement.issuer.url).toBe("https://moved.example");
    expect(await getSignedStatement(till.merchant.context, ended)).toEqual(first);
  });

  it("is the same for all when processes with different addresses get concurrent requests", async () => {
    const { till, ended } = await aFinishedMonth();
    const files = await together(8, (number) =>
      getSignedStatement(moved(till, { url: `https://${number}.example` }), ended),
    );
    expect(new Set(files.map((file) => JSON.stringify(file))).size).toBe(1);
    expect(await problemsOf(files[0] as SignedStatement)).toEqual([]);
  });

  it("cannot be signed again in the database", async () => {
    const { till, ended } = await aFinishedMonth();
    await getSignedStatement(till.merchant.context, ended);
    for (const change of [sql`update statement_signatures set signature = ''`, sql`delete from statement_signatures`])
      await expect(till.app.db.transaction((tx) => tx.query(change))).rejects.toThrow(/append-only/);
  });
});

describe("a statement of many pages", () => {
  it("has every line once, in order, in the file and on the page, with a valid signature", async () => {
    const till = await aTill(app);
    const ada = await aPartner(till);
    await earn(till, ada, 300);
    for (const lines of [LINES_AT_ONCE - 1, 1, 1, 3 * LINES_AT_ONCE + 7, 2]) await manyLines(till, ada, lines);
    const total = 4 * LINES_AT_ONCE + 11;
    const portal = { headers: { cookie: ada.cookie } };
    const query = `currency=EUR&month=${monthNow(ada).month}`;
    const file = await till.app.http.inject({ url: `/api/portal/statements/${ada.id}/file?${query}`, ...portal });
    const signed = JSON.parse(file.body) as SignedStatement;
    expect(signed.statement.lines.map(({ number }) => number)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
    expect(await problemsOf(signed)).toEqual([]);
    // Written page by page, with the same output as JSON.stringify.
    expect(file.body).toBe(`${JSON.stringify(signed, null, 2)}\n`);
    const page = await till.app.http.inject({ url: `/api/portal/statements/${ada.id}?${query}`, ...portal });
    const shown = JSON.parse(page.body) as { statement: SignedStatement["statement"] };
    expect(page.body).toBe(JSON.stringify(shown));
    expect(shown.statement.lines).toEqual(signed.statement.lines);
  });

  it("may have no lines", async () => {
    const { till, running } = await aFinishedMonth();
    const next = await getSignedStatement(till.merchant.context, running);
    expect(next.statement.lines).toEqual([]);
    expect(await problemsOf(next)).toEqual([]);
  });
});
