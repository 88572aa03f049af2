import { moneyText, type Money } from "./money.ts";
import { sepaText } from "./sepa-text.ts";

export interface SepaPayment {
  /** The payout's id: the bank shows it on both sides and in its answer. */
  readonly id: string;
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly amount: Money;
}
export interface SepaFile {
  /** The batch's id. The same file has the same one, so that a bank recognises a second upload. */
  readonly id: string;
  readonly writtenAt: Date;
  readonly payer: { readonly name: string; readonly iban: string; readonly bic: string | null };
  /** The sum of all payments, as the database added it up. */
  readonly total: Money;
  readonly payments: readonly SepaPayment[];
  /** Stands before each payment's id in what the payee reads. */
  readonly purpose: string;
}

const NAME_MAX = 70;
const PURPOSE_MAX = 140;
/** Identifications may not hold an underscore. */
export const sepaId = (id: string): string => id.replace("_", "-");

/** ISO 20022 customer credit transfer initiation, pain.001.001.09, by the rules of the SEPA scheme. */
export function sepaCreditTransfer(file: SepaFile): string {
  const counts = element("NbOfTxs", String(file.payments.length)) + element("CtrlSum", moneyText(file.total));
  const name = element("Nm", sepaText(file.payer.name, NAME_MAX));
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
    wrap("ReqdExctnDt", element("Dt", file.writtenAt.toISOString().slice(0, 10))),
    wrap("Dbtr", name),
    account("DbtrAcct", file.payer.iban),
    wrap("DbtrAgt", wrap("FinInstnId", file.payer.bic ? element("BICFI", file.payer.bic) : NOT_PROVIDED)),
    element("ChrgBr", "SLEV"),
    ...file.payments.map((each) => transfer(each, file.purpose)),
  ];
  const body = wrap("CstmrCdtTrfInitn", wrap("GrpHdr", header) + wrap("PmtInf", payment.join("")));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${body}</Document>\n`;
}

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
const NOT_PROVIDED = "<Othr><Id>NOTPROVIDED</Id></Othr>";

function transfer({ id, name, iban, bic, amount }: SepaPayment, purpose: string): string {
  const reference = sepaId(id);
  const text = `${sepaText(purpose, PURPOSE_MAX - reference.length - 1)} ${reference}`.trim();
  return wrap(
    "CdtTrfTxInf",
    [
      "\n",
      wrap("PmtId", element("InstrId", reference) + element("EndToEndId", reference)),
      wrap("Amt", `<InstdAmt Ccy="${amount.currency}">${moneyText(amount)}</InstdAmt>`),
      bic ? wrap("CdtrAgt", wrap("FinInstnId", element("BICFI", bic))) : "",
      // Banks refuse an empty name; the id says at least which payout it is.
      wrap("Cdtr", element("Nm", sepaText(name, NAME_MAX) || reference)),
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

const SEPA_COUNTRIES = new Set(
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(
    " ",
  ),
);

/** Whether a SEPA transfer can reach the account. */
export const isInSepa = (iban: string): boolean => SEPA_COUNTRIES.has(iban.slice(0, 2));
