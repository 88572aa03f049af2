import fc from "fast-check";
import {
  affiliateAccounts,
  afterLine,
  canonicalJson,
  genesisText,
  minorOf,
  noBalances,
  presentBalances,
  readBalances,
  sealText,
  type Balances,
  type SealedTransfer,
} from "tributary-sdk/statement";
import { describe, expect, test } from "vitest";
import { idOf } from "../../src/domain/ids.ts";
import { monthOf, presentLine, splitAtLines } from "../../src/domain/statement.ts";
import { currency, NOON, uuid } from "./samples.ts";

const EUR = currency("EUR");
const transfer: SealedTransfer = {
  uuid: uuid(1),
  at: NOON,
  debitKind: "campaign",
  debitOwner: uuid(2),
  creditKind: "pending",
  creditOwner: uuid(3),
  amountMinor: 1_235n,
  currency: "EUR",
  conversion: uuid(4),
  payout: null,
  clawBack: null,
  seq: 1,
};

describe("the sealed text of a transfer", () => {
  test("equals the text that the database writes", () => {
    const [own, from, to, order] = [1, 2, 3, 4].map(uuid);
    expect(sealText(transfer)).toBe(`${own}|1772366400000|campaign|${from}|pending|${to}|1235|EUR|${order}|||1`);
    const paid = { ...transfer, conversion: null, payout: uuid(5), clawBack: uuid(6) };
    expect(sealText(paid)).toBe(
      `${own}|1772366400000|campaign|${from}|pending|${to}|1235|EUR||${uuid(5)}|${uuid(6)}|1`,
    );
  });

  test("starts with a text that names the affiliate and the currency", () => {
    expect(genesisText(uuid(9), "EUR")).toBe(`tributary:seal:1|${uuid(9)}|EUR`);
  });
});

describe("a line", () => {
  const first = { number: 1, adjusts: false };

  test("names the transfer, both accounts and what it belongs to", () => {
    const affiliate = idOf("affiliate", uuid(3));
    expect(presentLine({ ...transfer, number: 7, adjusts: false }, EUR)).toEqual({
      number: 7,
      id: idOf("transfer", uuid(1)),
      at: "2026-03-01T12:00:00.000Z",
      kind: "earned",
      from: { account: "campaign", owner: idOf("campaign", uuid(2)) },
      to: { account: "pending", owner: affiliate },
      amount: "12.35",
      conversion_id: idOf("conversion", uuid(4)),
      payout_id: null,
      claw_back_id: null,
      step: 1,
    });
    const payout = { ...transfer, debitKind: "payable", conversion: null, payout: uuid(5), clawBack: uuid(6) };
    expect(presentLine({ ...payout, ...first }, EUR)).toMatchObject({
      from: { account: "payable", owner: idOf("affiliate", uuid(2)) },
      conversion_id: null,
      payout_id: idOf("payout", uuid(5)),
      claw_back_id: idOf("claw_back", uuid(6)),
    });
  });

  test.each([
    ["earned", {}],
    ["restored", { seq: 3 }],
    ["approved", { debitKind: "pending", creditKind: "payable", seq: 2 }],
    ["rejected", { debitKind: "pending", creditKind: "campaign", seq: 2 }],
    ["clawed_back", { debitKind: "receivable", creditKind: "recovered", clawBack: uuid(6) }],
    ["claw_back_returned", { debitKind: "recovered", creditKind: "receivable", clawBack: uuid(6) }],
    ["refunded", { debitKind: "payable", creditKind: "campaign", seq: 3, adjusts: true }],
    ["increased", { creditKind: "payable", seq: 4, adjusts: true }],
    ["payout_made", { payout: uuid(5), seq: 1 }],
    ["claw_back_deducted", { payout: uuid(5), seq: 2 }],
    ["payout_paid", { payout: uuid(5), seq: 3 }],
    ["payout_returned", { payout: uuid(5), seq: 4 }],
    ["claw_back_restored", { payout: uuid(5), seq: 5 }],
    ["payout_released", { payout: uuid(5), seq: 6 }],
    ["return_added", { payout: uuid(5), seq: 2, debitKind: "receivable" }],
    ["return_withdrawn", { payout: uuid(5), seq: 5, debitKind: "in_payout" }],
    ["payout_made", { payout: uuid(5), seq: 7 }],
    ["payout_paid", { payout: uuid(5), seq: 9 }],
  ])("is %s with %j", (kind, change) => {
    expect(presentLine({ ...transfer, ...first, ...change }, EUR).kind).toBe(kind);
  });

  test("moves its amount between the affiliate's accounts, and in or out of them if the other is a campaign's", () => {
    const line = (debitKind: string, creditKind: string) =>
      presentLine({ ...transfer, ...first, debitKind, creditKind }, EUR);
    const earned = afterLine(noBalances, line("campaign", "pending"), EUR);
    expect(earned).toEqual({ ...noBalances, pending: 1_235n });
    const approved = afterLine(earned, line("pending", "payable"), EUR);
    expect(approved).toEqual({ ...noBalances, payable: 1_235n });
    expect(afterLine(approved, line("payable", "campaign"), EUR)).toEqual(noBalances);
    expect(afterLine(approved, line("receivable", "recovered"), EUR)).toEqual({ ...approved, receivable: -1_235n });
    expect(noBalances).toEqual({ pending: 0n, payable: 0n, in_payout: 0n, paid: 0n, receivable: 0n });
  });
});

const minor = fc.bigInt(-(10n ** 15n), 10n ** 15n);
const anyBalances: fc.Arbitrary<Balances> = fc.record({
  pending: minor,
  payable: minor,
  in_payout: minor,
  paid: minor,
  receivable: minor,
});

describe("balances", () => {
  test("are parsed as they were written, with every number of decimals", () => {
    fc.assert(
      fc.property(anyBalances, fc.constantFrom("JPY", "EUR", "KWD", "CLF"), (balances, code) => {
        const written = presentBalances(balances, currency(code));
        expect(readBalances(written, currency(code))).toEqual(balances);
        const open = affiliateAccounts.reduce((sum, kind) => (kind === "paid" ? sum : sum + balances[kind]), 0n);
        expect(minorOf(written.open, currency(code))).toBe(open);
      }),
    );
  });

  test.each([
    ["1", "EUR"],
    ["1.5", "EUR"],
    ["1.500", "EUR"],
    ["1,50", "EUR"],
    ["+1.50", "EUR"],
    [" 1.50", "EUR"],
    ["1.50 ", "EUR"],
    ["--1.50", "EUR"],
    [".50", "EUR"],
    ["1x50", "EUR"],
    ["1.0", "JPY"],
    ["x1", "JPY"],
    ["1x", "JPY"],
    ["", "JPY"],
  ])("are rejected in another form: %j in %s", (text, code) => {
    expect(() => minorOf(text, currency(code))).toThrow(`${text} is not an amount in ${code}.`);
  });

  test("below zero keep their sign", () => {
    expect([minorOf("-0.05", EUR), minorOf("-12.30", EUR), minorOf("-17", currency("JPY"))]).toEqual([
      -5n,
      -1_230n,
      -17n,
    ]);
  });

  test("are in a known currency", () => {
    expect(minorOf("17", "JPY")).toBe(17n);
    expect(() => minorOf("17.00", "DEM")).toThrow("DEM is not a currency.");
  });
});

/** The same value with the keys of every object reversed. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, turned(item)]),
  );
}
const anyValue = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  value: fc.oneof(
    { depthSize: "small" },
    tie("leaf"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;

describe("canonical JSON", () => {
  test("is JSON, and independent of the order of keys", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("has sorted keys and no spaces", () => {
    expect(canonicalJson({ b: [1, "x y", null], a: { d: true, c: -2 } })).toBe(
      '{"a":{"c":-2,"d":true},"b":[1,"x y",null]}',
    );
  });
});

describe("a statement without lines", () => {
  test.each([
    ['{"lines":[],"n":1}', '{"lines":', ',"n":1}'],
    ['{ "lines": [], "n": 1 }', '{ "lines": ', ', "n": 1 }'],
    ['{"note":"\\"lines\\":[]","lines":[]}', '{"note":"\\"lines\\":[]","lines":', "}"],
  ])("is cut where they belong: %s", (text, before, after) => {
    expect(splitAtLines(text)).toEqual([before, after]);
  });

  test.each(['{"lines":[1]}', '{"lines":  []}', "{}"])("is not %s", (text) => {
    expect(() => splitAtLines(text)).toThrow("This text contains no statement without lines.");
  });
});

describe("a month", () => {
  test.each([
    ["2026-03", "2026-03-01", "2026-04-01"],
    ["2026-12", "2026-12-01", "2027-01-01"],
    ["1970-01", "1970-01-01", "1970-02-01"],
    ["9999-10", "9999-10-01", "9999-11-01"],
  ])("%s starts on %s and ends before %s", (text, first, end) => {
    expect(monthOf(text)).toEqual({ first, endsAt: new Date(`${end}T00:00:00.000Z`) });
  });

  test.each(["1969-12", "0970-01", "2026-00", "2026-13", "2026-3", "2026-03-01", "x2026-03", "12026-03", ""])(
    "%j is not a month",
    (text) => {
      expect(monthOf(text)).toBeUndefined();
    },
  );
});
