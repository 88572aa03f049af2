import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sepaText } from "../../src/formats/sepa-text.ts";
import { isReachedBySepa, sepaCreditTransfer, type SepaFile, type SepaPayment } from "../../src/formats/sepa.ts";
import { money } from "../domain/samples.ts";
import { problemsBySchema } from "./schema.ts";
import { all, one, readXml } from "./xml.ts";

const payment = (more: Partial<SepaPayment> = {}): SepaPayment => ({
  id: "po_01j00000000000000000000001",
  name: "Ada Lovelace",
  iban: "DE89370400440532013000",
  bic: null,
  amount: money(123_45),
  ...more,
});
const fileOf = (payments: readonly SepaPayment[], more: Partial<SepaFile> = {}): SepaFile => ({
  id: "bat_01j00000000000000000000009",
  writtenAt: new Date("2026-03-09T08:00:00.000Z"),
  executesOn: "2026-03-09",
  payer: { name: "Müller & Söhne GmbH", iban: "FR1420041010050500013M02606", bic: "BNPAFRPP" },
  total: money(payments.reduce((sum, { amount }) => sum + amount.minor, 0n)),
  payments,
  purpose: "Affiliate commission Müller & Söhne",
  otherScripts: "transliterated",
  ...more,
});

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]*$/;

/** ISO 13616: move the first four characters to the end, read letters as numbers, expect remainder 1. */
function hasCheckDigits(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

describe("a SEPA credit transfer", () => {
  const many = fileOf([
    payment(),
    payment({ id: "po_01j00000000000000000000002", name: "Łukasz Żółć", bic: "PKOPPLPW", amount: money(1) }),
    payment({ id: "po_01j00000000000000000000003", name: "Δημήτρης Παπαδόπουλος", amount: money(99_999_999_99n) }),
    payment({ id: "po_01j00000000000000000000004", name: "山田太郎", amount: money(10) }),
    payment({ id: "po_01j00000000000000000000005", name: '<Robert "); DROP> & Co', amount: money(70) }),
    payment({ id: "po_01j00000000000000000000006", name: "//", amount: money(5) }),
    payment({ id: "po_01j00000000000000000000007", name: "A".repeat(300), amount: money(5) }),
  ]);

  it("is valid by ISO's schema, and the schema rejects errors", () => {
    expect(problemsBySchema(sepaCreditTransfer(many))).toBe("");
    expect(problemsBySchema(sepaCreditTransfer(fileOf([payment()], { payer: { ...many.payer, bic: null } })))).toBe("");
    const wrong = sepaCreditTransfer(many).replace("<PmtMtd>TRF</PmtMtd>", "<PmtMtd>CASH</PmtMtd>");
    expect(problemsBySchema(wrong)).toContain("PmtMtd");
  });

  it("reads the same in an independent parser: counts, sums, IDs, accounts", () => {
    const document = readXml(sepaCreditTransfer(many));
    expect(document.attributes["xmlns"]).toBe("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
    const transfers = all(document, "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf");
    const cents = transfers.map((each) => BigInt(one(each, "Amt/InstdAmt").replace(".", "")));
    const total = cents.reduce((sum, each) => sum + each, 0n);
    for (const part of ["GrpHdr", "PmtInf"]) {
      expect(one(document, `CstmrCdtTrfInitn/${part}/NbOfTxs`)).toBe("7");
      expect(BigInt(one(document, `CstmrCdtTrfInitn/${part}/CtrlSum`).replace(".", ""))).toBe(total);
    }
    const ids = transfers.map((each) => one(each, "PmtId/EndToEndId"));
    expect(new Set(ids).size).toBe(7);
    expect(ids[0]).toBe("po-01j00000000000000000000001");
    const ibans = all(document, "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN").map(({ text }) => text);
    expect([...ibans, one(document, "CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/IBAN")].every(hasCheckDigits)).toBe(true);
    expect(transfers.every((each) => all(each, "Amt/InstdAmt")[0]?.attributes["Ccy"] === "EUR")).toBe(true);
    expect(one(document, "CstmrCdtTrfInitn/PmtInf/ReqdExctnDt/Dt")).toBe("2026-03-09");
    expect(one(document, "CstmrCdtTrfInitn/GrpHdr/MsgId")).toBe("bat-01j00000000000000000000009");
  });

  it("contains only characters that every bank accepts, in names of 1 to 70 and texts of up to 140", () => {
    const document = readXml(sepaCreditTransfer(many));
    const names = all(document, "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm").map(({ text }) => text);
    expect(names.slice(0, 6)).toEqual([
      "Ada Lovelace",
      "Lukasz Zolc",
      "Dimitris Papadopoylos",
      "ShanTianTaiLang",
      ".Robert .), DROP. + Co",
      "po-01j00000000000000000000006",
    ]);
    expect(names[6]).toHaveLength(70);
    const purposes = all(document, "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/RmtInf/Ustrd").map(({ text }) => text);
    expect(purposes[0]).toBe("Affiliate commission Mueller + Soehne po-01j00000000000000000000001");
    for (const text of [...names, ...purposes]) expect(text).toMatch(ALLOWED);
  });

  it("has the same bytes each time", () => {
    expect(sepaCreditTransfer(many)).toBe(sepaCreditTransfer(structuredClone(many)));
  });
});

describe("a text for banks", () => {
  it.each([
    ["Jürgen Groß", "Juergen Gross"],
    ["Ærøskøbing Åse", "AEroskobing Ase"],
    ["Đorđe Šćepanović", "Dorde Scepanovic"],
    ["Иван Щербаков", "Ivan Shterbakov"],
    ["Δημήτρης Παπαδόπουλος", "Dimitris Papadopoylos"],
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["İbrahim Yıldız Çağrı", "Ibrahim Yildiz Cagri"],
    ["王小明", "WangXiaoMing"],
    ["山田 たろう", "ShanTian tarou"],
    ["ジョン・スミス", "jiyon.sumisu"],
    ["محمد علي", "mhmd 'ly"],
    ["גולדה מאיר", "gvldh m'yr"],
    ["김민수", "GimMinSu"],
    ["नरेन्द्र", "nrendr"],
    ["ნინო №٣", "nino No3"],
    ["e\u0301\u200d x\u0301\u0302", "e x"],
    ["Nguyễn Thị Ánh", "Nguyen Thi Anh"],
    ["O’Brien – Smith", "O'Brien - Smith"],
    ["a@b.example", "a(at)b.example"],
    ["Zoë 👩‍💻 Dev", "Zoe .. Dev"],
  ])("%s becomes %s", (text, expected) => {
    expect(sepaText(text, 70)).toBe(expected);
  });

  it("is never longer, has no other characters, and never starts or ends with a space or a slash", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 1, max: 140 }), (text, max) => {
        const made = sepaText(text, max);
        expect(made.length).toBeLessThanOrEqual(max);
        expect(made).toMatch(ALLOWED);
        expect(made).not.toMatch(/^[ /]|[ /]$|\/\//);
        expect(sepaText(made, max)).toBe(made);
      }),
      { numRuns: 2_000 },
    );
  });
});

it("knows which accounts SEPA transfers reach", () => {
  const reached = (iban: string, bic: string | null = null): boolean => isReachedBySepa({ iban, bic });
  expect(reached("DE89370400440532013000")).toBe(true);
  const outsideEea = ["CH9300762011623852957", "GB29NWBK60161331926819"];
  expect(outsideEea.map((iban) => reached(iban))).toEqual([false, false]);
  expect(outsideEea.map((iban) => reached(iban, "ABCDGB2L"))).toEqual([true, true]);
  expect(reached("KW81CBKU0000000000001234560101", "CBKUKWKW")).toBe(false);
  expect(reached("TR330006100519786457841326", "TGBATRIS")).toBe(false);
});
