import type { webcrypto } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  publishedKeys,
  publishedTestKeys,
  StatementError,
  verifyStatement,
  type SignedStatement,
  type Statement,
  type StatementLine,
} from "tributary-sdk";
import { canonicalJson, genesisText, noBalances, presentBalances, sealText } from "tributary-sdk/statement";
import { idOf } from "../../server/src/domain/ids.ts";
import { uuid } from "../../server/test/domain/samples.ts";

const AFFILIATE = idOf("affiliate", uuid(3));
const AT = "2026-03-01T12:00:00.000Z";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const earned = (number: number): StatementLine => ({
  number,
  id: idOf("transfer", uuid(100 + number)),
  at: AT,
  kind: "earned",
  from: { account: "campaign", owner: idOf("campaign", uuid(2)) },
  to: { account: "pending", owner: AFFILIATE },
  amount: "12.35",
  conversion_id: idOf("conversion", uuid(200 + number)),
  payout_id: null,
  claw_back_id: null,
  step: 1,
});

/** The service's rule, written down a second time. */
async function headAfter(head: string, { number }: StatementLine): Promise<string> {
  const text = sealText({
    uuid: uuid(100 + number),
    at: new Date(AT),
    debitKind: "campaign",
    debitOwner: uuid(2),
    creditKind: "pending",
    creditOwner: uuid(3),
    amountMinor: 1_235n,
    currency: "EUR",
    conversion: uuid(200 + number),
    payout: null,
    clawBack: null,
    seq: 1,
  });
  const digest = await sha256(bytesOf(text));
  return hex(await sha256(new Uint8Array(Buffer.concat([Buffer.from(head, "hex"), digest]))));
}

const border = (lines: number, head: string): Statement["opening"] => ({
  balance: presentBalances({ ...noBalances, pending: 1_235n * BigInt(lines) }, "EUR"),
  lines,
  head,
});

/** The statement of a month in which each line earned the same amount. */
async function statement(month: string, from: number, to: number): Promise<Statement> {
  const lines = Array.from({ length: to - from }, (_, index) => earned(from + index + 1));
  let head = hex(await sha256(bytesOf(genesisText(uuid(3), "EUR"))));
  for (let number = 1; number <= from; number += 1) head = await headAfter(head, earned(number));
  const opening = border(from, head);
  for (const line of lines) head = await headAfter(head, line);
  const issuer = { url: "https://partners.example", account_id: idOf("account", uuid(1)) };
  const parties = { issuer, affiliate_id: AFFILIATE, currency: "EUR", month, complete: true };
  return { version: 1, ...parties, opening, lines, closing: border(to, head), issued_at: AT };
}

const keys = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as webcrypto.CryptoKeyPair;
const publicKey = Buffer.from(await crypto.subtle.exportKey("raw", keys.publicKey)).toString("base64");

async function signed(content: Statement): Promise<SignedStatement> {
  const signature = await crypto.subtle.sign("Ed25519", keys.privateKey, bytesOf(canonicalJson(content)));
  return { statement: content, signature: Buffer.from(signature).toString("base64"), public_key: publicKey };
}

/** The file after a change that its signer did not make. */
function changed(file: SignedStatement, change: (copy: SignedStatement) => void): SignedStatement {
  const copy = structuredClone(file);
  change(copy);
  return copy;
}

const march = await signed(await statement("2026-03", 0, 2));
const april = await signed(await statement("2026-04", 2, 5));
const trusting = { keys: [publicKey] };
const UNSIGNED = "The signature is invalid: the file was changed, or signed by someone else.";

const problemsOf = async (file: unknown, earlier?: unknown): Promise<readonly string[]> =>
  (await verifyStatement({ file, ...(earlier === undefined ? {} : { earlier }), ...trusting })).problems;

describe("verifyStatement", () => {
  it("accepts a statement with a trusted key that continues an earlier one", async () => {
    expect(await verifyStatement({ file: april, earlier: march, ...trusting })).toEqual({
      ok: true,
      verdict: "in_order",
      problems: [],
      file: april,
    });
  });

  it("does not accept a consistent file if the caller trusts nobody", async () => {
    expect(await verifyStatement({ file: march })).toMatchObject({ ok: false, verdict: "unknown_key", problems: [] });
  });

  it("rejects another key than the trusted one", async () => {
    const { ok, verdict, problems } = await verifyStatement({ file: march, keys: ["x"] });
    expect([ok, verdict, problems]).toEqual([
      false,
      "not_in_order",
      ["The file was signed with a different key than expected."],
    ]);
  });

  it("says that a file is from a test account, which nobody trusts", async () => {
    const problems = ["The file was signed with a test key: it is from a test account, and its money is not real."];
    const published = JSON.stringify({ keys: [{ public_key: "x" }], test_keys: [{ public_key: publicKey }] });
    const saved = { keys: publishedKeys(published), testKeys: publishedTestKeys(published) };
    expect(await verifyStatement({ file: march, ...saved })).toMatchObject({
      ok: false,
      verdict: "not_in_order",
      problems,
    });
    // Published by a server without test mode.
    expect(publishedTestKeys(JSON.stringify({ keys: [] }))).toEqual([]);
  });

  it.each<[string, (file: SignedStatement) => void, string[]]>([
    ["a signature that is not base64", (file) => (file.signature = "%"), [UNSIGNED]],
    [
      "an invalid key",
      (file) => (file.public_key = "AAAA"),
      ["The file was signed with a different key than expected.", UNSIGNED],
    ],
    ["another month", (file) => (file.statement.month = "2026-05"), [UNSIGNED]],
    [
      "a number out of order",
      ({ statement: { lines } }) => lines.forEach((line) => (line.number = 9)),
      [UNSIGNED, "Line 9 is out of order."],
    ],
    [
      "a missing line",
      ({ statement: { lines } }) => lines.pop(),
      [
        UNSIGNED,
        "The number of lines does not match.",
        "The closing balance does not match the opening balance and the lines.",
        "A line differs from the one that was sealed.",
      ],
    ],
    [
      "a false closing balance",
      ({ statement: { closing } }) => (closing.balance.paid = "1.00"),
      [UNSIGNED, "The closing balance does not match the opening balance and the lines."],
    ],
    [
      "another step",
      ({ statement: { lines } }) => lines.forEach((line) => (line.step = 2)),
      [UNSIGNED, "A line differs from the one that was sealed."],
    ],
    [
      "a false start",
      ({ statement: { opening } }) => (opening.head = "0".repeat(64)),
      [UNSIGNED, "The hash chain does not start at its origin.", "A line differs from the one that was sealed."],
    ],
    [
      "another affiliate",
      ({ statement: { lines } }) => lines.forEach((line) => (line.to.owner = idOf("affiliate", uuid(9)))),
      [UNSIGNED, "Line 1 belongs to another affiliate.", "A line differs from the one that was sealed."],
    ],
    [
      "an opening balance",
      ({ statement: { opening } }) => (opening.balance.paid = "1.00"),
      [
        UNSIGNED,
        "The opening balance of the first statement is not zero.",
        "The closing balance does not match the opening balance and the lines.",
      ],
    ],
    [
      "an unreadable ID",
      ({ statement: { lines } }) => lines.forEach((line) => (line.id = "trf_x")),
      [UNSIGNED, "The statement cannot be read: trf_x is not an ID of the kind trf."],
    ],
  ])("finds %s", async (_name, change, problems) => {
    expect(await problemsOf(changed(march, change))).toEqual(problems);
  });

  it.each<[string, () => Promise<SignedStatement> | SignedStatement, string]>([
    [
      "a gap",
      async () => signed(await statement("2026-05", 3, 4)),
      "There are 1 lines between the two. Check the statements in between as well.",
    ],
    [
      "fewer lines",
      async () => signed(await statement("2026-03", 0, 1)),
      "The later statement covers fewer lines than the earlier one.",
    ],
    [
      "another currency",
      () => changed(april, ({ statement: content }) => (content.currency = "USD")),
      "The two statements are for different affiliates, accounts or currencies.",
    ],
    [
      "another account",
      () => changed(april, ({ statement: { issuer } }) => (issuer.account_id = "acc_x")),
      "The two statements are for different affiliates, accounts or currencies.",
    ],
    [
      "another head",
      () => changed(april, ({ statement: { opening } }) => (opening.head = "0".repeat(64))),
      "The later statement does not continue the earlier one.",
    ],
    [
      "other balances",
      () => changed(april, ({ statement: { opening } }) => (opening.balance.paid = "1.00")),
      "The balances at the end of the earlier statement do not match the later one.",
    ],
  ])("finds that an earlier statement is not continued: %s", async (_name, later, problem) => {
    expect((await problemsOf(await later(), march)).at(-1)).toBe(problem);
  });

  it("names problems of the earlier file as such", async () => {
    const earlier = changed(march, (file) => (file.signature = ""));
    expect(await problemsOf(april, earlier)).toEqual([`Earlier file: ${UNSIGNED}`]);
  });

  it.each<[string, unknown]>([
    ["the file", null],
    ["the file", []],
    ["statement", {}],
    ["more", { ...march, more: 1 }],
    ["statement.lines.0.step", changed(march, ({ statement: { lines } }) => lines.forEach((line) => (line.step = -1)))],
    [
      "statement.lines.1.at",
      changed(march, ({ statement: { lines } }) => lines.slice(1).forEach((line) => (line.at = "soon"))),
    ],
    ["statement.closing.head", changed(march, ({ statement: { closing } }) => (closing.head = "x"))],
    ["statement.lines", { ...march, statement: { ...march.statement, lines: {} } }],
    ["statement.issuer", { ...march, statement: { ...march.statement, issuer: [] } }],
    ["statement.version", { ...march, statement: { ...march.statement, version: 2 } }],
    ["statement.complete", { ...march, statement: { ...march.statement, complete: 1 } }],
  ])("throws if the file is not a statement, and names %s", async (part, file) => {
    const failed = verifyStatement({ file, ...trusting });
    await expect(failed).rejects.toThrow(
      new StatementError("invalid_statement", `file is not a signed statement: ${part} is wrong.`),
    );
    await expect(failed).rejects.toMatchObject({ code: "invalid_statement", name: "StatementError" });
  });
});
