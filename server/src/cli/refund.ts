import type { Command } from "commander";
import { AMOUNT_MAX, ORDER_ID_MAX, REASON_MAX } from "tributary-sdk/limits";
import { parseCurrency } from "../domain/values/currency.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import { majorOf, moneyText, type Money } from "../domain/values/money.ts";
import { isAtLeast, isAtMost, isStorable } from "../domain/values/plain-text.ts";
import type { Refund } from "../domain/refund.ts";
import {
  cancelRefundForAccount,
  listRefundsForAccount,
  recordRefundForAccount,
} from "../usecases/refunds/for-account.ts";
import type { RecordedRefund } from "../usecases/refunds/record-refund.ts";
import { command, group, table } from "./command.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

interface OfAccount {
  readonly account: string;
}
interface NewRefund extends OfAccount {
  readonly order: string;
  readonly id: string;
  readonly amount: string;
  readonly currency?: string;
  readonly reason?: string;
}

const ACCOUNT = ["--account <email>", "the account's ID or its owner's email address"] as const;
const ORDER = ["--order <id>", "the order ID (external_id of the conversion)"] as const;
const ID = ["--id <id>", "your refund ID; each counts once"] as const;
/** Refunds from the command line and from the API share their IDs. */
const SOURCE = "api";

export function refundCommand(): Command {
  const record = command<NewRefund>("record", "record a refund of an order", ({ options }) => recording(options))
    .requiredOption(...ACCOUNT)
    .requiredOption(...ORDER)
    .requiredOption(...ID)
    .requiredOption("--amount <amount>", "what the customer got back, in the order's currency")
    .option("--currency <code>", "the order's currency, if you want it checked")
    .option("--reason <text>", "why, for the merchant and the affiliate");
  const cancel = command<OfAccount & { id: string }>(
    "cancel",
    "cancel a refund that failed, or a dispute you won",
    ({ options }) => cancelling(options),
  )
    .requiredOption(...ACCOUNT)
    .requiredOption(...ID);
  const list = command<OfAccount & { order: string }>("list", "list the refunds of an order", ({ options }) =>
    listing(options),
  )
    .requiredOption(...ACCOUNT)
    .requiredOption(...ORDER);
  return group("refund", "record and cancel refunds", [record, cancel, list]);
}

async function recording({ account, order, id, amount, currency, reason }: NewRefund): Promise<Outcome> {
  const refund = {
    of: { externalId: order },
    source: SOURCE,
    externalId: textOf("--id", id, ORDER_ID_MAX),
    amount: amountOf(amount),
    currency: currency === undefined ? undefined : currencyOf(currency),
    items: null,
    reason: reason === undefined || reason === "" ? null : textOf("--reason", reason, REASON_MAX),
  };
  const recorded = withOperator((context) => recordRefundForAccount(context, account, refund));
  return described(await inWords(recorded, { order }));
}

async function cancelling({ account, id }: OfAccount & { id: string }): Promise<Outcome> {
  const reported = { source: SOURCE, externalId: textOf("--id", id, ORDER_ID_MAX) };
  const cancelled = withOperator((context) => cancelRefundForAccount(context, account, reported));
  return described(await inWords(cancelled, { id }));
}

async function listing({ account, order }: OfAccount & { order: string }): Promise<Outcome> {
  const listed = withOperator((context) => listRefundsForAccount(context, account, order));
  const refunds = await inWords(listed, { order });
  const rows = refunds.map((refund) => [
    refund.externalId,
    text(refund.amount),
    refund.counted ? "counted" : "cancelled",
    refund.recordedAt.toISOString(),
    refund.reason ?? "",
  ]);
  return {
    json: { refunds: refunds.map(describe) },
    text: refunds.length === 0 ? "No refunds yet." : table(["ID", "AMOUNT", "STATE", "RECORDED", "REASON"], rows),
  };
}

function described({ refund, conversion, clawBack }: RecordedRefund): Outcome {
  const deducted = clawBack && { id: clawBack.id, amount: majorOf(clawBack.amount) };
  const { id, amount, commission, status } = conversion;
  return {
    json: {
      refund: describe(refund),
      conversion: { id, amount: majorOf(amount), commission: majorOf(commission), status },
      claw_back: deducted,
    },
    text: [
      `Refund ${refund.externalId} of ${text(refund.amount)} is ${refund.counted ? "recorded" : "cancelled"}.`,
      `The order is now ${text(amount)}, the commission ${text(commission)} (${status}).`,
      ...(clawBack ? [deduction(clawBack.amount)] : []),
    ],
  };
}

const deduction = (amount: Money): string =>
  amount.minor > 0n
    ? `The next payout deducts ${text(amount)}.`
    : `The next payout returns ${text({ ...amount, minor: -amount.minor })}.`;

/** The errors of the API name its fields. Here they name the options. */
async function inWords<Result>(
  work: Promise<Result>,
  { order = "", id = "" }: { order?: string; id?: string },
): Promise<Result> {
  const texts: Partial<Record<ErrorCode, string>> = {
    conversion_not_found: `No conversion with order ID ${order}.`,
    refund_not_found: `No refund with ID ${id}.`,
    refund_differs: "A refund with this --id was already recorded with another amount or for another order.",
    refund_id_reserved: "--id must not start with edit:, which is reserved for edited orders.",
  };
  try {
    return await work;
  } catch (error) {
    const words = error instanceof AppError ? texts[error.code] : undefined;
    if (!(error instanceof AppError) || words === undefined) throw error;
    throw new AppError(error.code, { text: words, cause: error });
  }
}

function textOf(option: string, given: string, max: number): string {
  if (!(isAtMost(given, max) && isStorable(given) && isAtLeast(given.trim(), 1)))
    throw new AppError("invalid_request", { text: `${option} must be text of 1 to ${max} characters.` });
  return given;
}

function amountOf(given: string): number {
  const amount = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (!(amount > 0 && amount <= AMOUNT_MAX))
    throw new AppError("invalid_request", { text: `--amount must be a number above 0 and up to ${AMOUNT_MAX}.` });
  return amount;
}

function currencyOf(code: string) {
  const currency = parseCurrency(code);
  if (!currency)
    throw new AppError("invalid_request", { text: "--currency must be a three-letter ISO 4217 currency code." });
  return currency;
}

const text = (money: Money): string => `${moneyText(money)} ${money.currency}`;

const describe = (refund: Refund) => ({
  id: refund.id,
  external_id: refund.externalId,
  amount: majorOf(refund.amount),
  currency: refund.amount.currency,
  counted: refund.counted,
  reason: refund.reason,
  recorded_at: refund.recordedAt,
});
