import type { Command } from "commander";
import { AMOUNT_MAX } from "tributary-sdk/limits";
import { parseCurrency } from "../domain/currency.ts";
import { AppError } from "../domain/errors.ts";
import { majorOf, moneyText, type Money } from "../domain/money.ts";
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
const ID = ["--id <id>", "your ID of the refund; each counts once"] as const;
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
    externalId: id,
    amount: amountOf(amount),
    currency: currency === undefined ? undefined : currencyOf(currency),
    items: null,
    reason: reason ?? null,
  };
  return described(await withOperator((context) => recordRefundForAccount(context, account, refund)));
}

async function cancelling({ account, id }: OfAccount & { id: string }): Promise<Outcome> {
  const reported = { source: SOURCE, externalId: id };
  return described(await withOperator((context) => cancelRefundForAccount(context, account, reported)));
}

async function listing({ account, order }: OfAccount & { order: string }): Promise<Outcome> {
  const refunds = await withOperator((context) => listRefundsForAccount(context, account, order));
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
      `The order counts ${text(amount)}, the commission is ${text(commission)} (${status}).`,
      ...(clawBack ? [deduction(clawBack.amount)] : []),
    ],
  };
}

const deduction = (amount: Money): string =>
  amount.minor > 0n
    ? `The next payout deducts ${text(amount)}.`
    : `The next payout returns ${text({ ...amount, minor: -amount.minor })}.`;

function amountOf(given: string): number {
  const amount = given.trim() === "" ? Number.NaN : Number(given);
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
