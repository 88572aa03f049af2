import { PAYER_NAME_MAX, PAYMENT_REFERENCE_MAX } from "tributary-sdk/limits";
import type { Currency } from "../domain/values/currency.ts";
import { moneyText, type Money } from "../domain/values/money.ts";
import { sepaText, type OtherScripts } from "./sepa-text.ts";

export interface SepaPayment {
  /** The payout's ID, which the bank shows to both sides and in its results. */
  readonly id: string;
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly amount: Money;
}
export interface SepaFile {
  /** The batch's ID. It is the same for the same file, so a bank recognizes a second upload. */
  readonly id: string;
  readonly writtenAt: Date;
  /** The day the bank is asked to pay, YYYY-MM-DD. */
  readonly executesOn: string;
  readonly payer: { readonly name: string; readonly iban: string; readonly bic: string | null };
  /** The sum of all payments, as computed by the database. */
  readonly total: Money;
  readonly payments: readonly SepaPayment[];
  /** Precedes each payment's ID in the text that the payee reads. */
  readonly purpose: string;
  readonly otherScripts: OtherScripts;
}

export const SEPA_CURRENCY = "EUR" as Currency;
/** The scheme's limit for one transfer: 999,999,999.99. */
export const SEPA_MINOR_MAX = 999_999_999_99n;

/** YYYY-MM-DD */
export const executionDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Whether a recognizable part of the name is left. */
export const hasSepaName = (name: string): boolean => /[A-Za-z0-9]/.test(sepaText(name, PAYER_NAME_MAX));

/** Identifiers may not contain an underscore. */
export const sepaId = (id: string): string => id.replace("_", "-");

/** ISO 20022 customer credit transfer initiation, pain.001.001.09, according to the SEPA rules. */
export function sepaCreditTransfer(file: SepaFile): string {
  const counts = element("NbOfTxs", String(file.payments.length)) + element("CtrlSum", moneyText(file.total));
  // Banks reject an empty name. New files need a usable one; files from before that rule fall back to the ID.
  const name = element("Nm", sepaText(file.payer.name, PAYER_NAME_MAX, file.otherScripts) || sepaId(file.id));
  const header =
    element("MsgId", sepaId(file.id)) +
    element("CreDtTm", file.writtenAt.toISOString()) +
    counts +
    wrap("InitgPty", name);
  const payment = [
    element("PmtInfId", sepaId(file.id)),
    element("PmtMtd", "TRF"),
    element("BtchBookg", "true"),
    counts,
    wrap("PmtTpInf", wrap("SvcLvl", element("Cd", "SEPA"))),
    wrap("ReqdExctnDt", element("Dt", file.executesOn)),
    wrap("Dbtr", name),
    account("DbtrAcct", file.payer.iban),
    wrap("DbtrAgt", wrap("FinInstnId", file.payer.bic ? element("BICFI", file.payer.bic) : NOT_PROVIDED)),
    element("ChrgBr", "SLEV"),
    ...file.payments.map((each) => transfer(each, file)),
  ];
  const body = wrap("CstmrCdtTrfInitn", wrap("GrpHdr", header) + wrap("PmtInf", payment.join("")));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${body}</Document>\n`;
}

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
const NOT_PROVIDED = "<Othr><Id>NOTPROVIDED</Id></Othr>";

function transfer(
  { id, name, iban, bic, amount }: SepaPayment,
  { purpose, otherScripts }: Pick<SepaFile, "purpose" | "otherScripts">,
): string {
  const reference = sepaId(id);
  const text = `${sepaText(purpose, PAYMENT_REFERENCE_MAX - reference.length - 1, otherScripts)} ${reference}`.trim();
  return wrap(
    "CdtTrfTxInf",
    [
      "\n",
      wrap("PmtId", element("InstrId", reference) + element("EndToEndId", reference)),
      wrap("Amt", `<InstdAmt Ccy="${amount.currency}">${moneyText(amount)}</InstdAmt>`),
      bic ? wrap("CdtrAgt", wrap("FinInstnId", element("BICFI", bic))) : "",
      // Banks reject an empty name; the ID at least identifies the payout.
      wrap("Cdtr", element("Nm", sepaText(name, PAYER_NAME_MAX, otherScripts) || reference)),
      account("CdtrAcct", iban),
      wrap("RmtInf", element("Ustrd", text)),
    ].join(""),
  );
}

const account = (name: string, iban: string): string => wrap(name, wrap("Id", element("IBAN", iban)));
const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;
const wrap = (name: string, inside: string): string => `<${name}>${inside}</${name}>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const EEA = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK";
const SEPA_OUTSIDE_EEA = "AD AL CH GB GI MC MD ME MK RS SM VA";
const eea = new Set(EEA.split(" "));
const sepaOutsideEea = new Set(SEPA_OUTSIDE_EEA.split(" "));

/** Inside the EEA the IBAN identifies the bank. Other SEPA countries need the BIC as well. */
export const needsBic = (iban: string): boolean => sepaOutsideEea.has(iban.slice(0, 2));

/** Whether a SEPA transfer can reach the account. */
export const isReachedBySepa = ({ iban, bic }: { readonly iban: string; readonly bic: string | null }): boolean =>
  eea.has(iban.slice(0, 2)) || (needsBic(iban) && bic !== null);
