import type { OrderEditOutcome, Refund as WireRefund, RefundOutcome } from "tributary-sdk";
import { AMOUNT_MAX, ORDER_ID_MAX, REASON_MAX, REFUNDED_ITEMS_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import type { ClawBack } from "../../domain/claw-back.ts";
import { conversionStatuses, type Conversion } from "../../domain/conversion.ts";
import { majorOf } from "../../domain/values/money.ts";
import type { Refund } from "../../domain/refund.ts";
import type { EditedOrder } from "../../usecases/refunds/edit-order.ts";
import type { RecordedRefund } from "../../usecases/refunds/record-refund.ts";
import { amount, currencyCode, optional, positiveAmount, text } from "./fields.ts";
import { conversionId } from "./ids.ts";
import { currency } from "./money.ts";
import { success } from "./success.ts";
import { time } from "./times.ts";

const refundedItem = z.object(
  {
    sku: text("items[].sku", { max: ORDER_ID_MAX, content: "any" })
      .describe("The item's SKU.")
      .meta({ example: "PRO-1" }),
    quantity: z
      .int("items[].quantity must be a whole number of at least 1.")
      .min(1, "items[].quantity must be a whole number of at least 1.")
      .max(1_000_000, "items[].quantity must be at most 1000000.")
      .describe("How many were returned.")
      .meta({ example: 1 }),
  },
  "items must be a list of objects, each with a sku and a quantity.",
);

const tooManyItems = `items must be a list of up to ${REFUNDED_ITEMS_MAX} items.`;

/** What describes a refund, however its conversion is named. */
export const refundFields = {
  external_id: text("external_id", { max: ORDER_ID_MAX, content: "any" })
    .describe("Your refund ID. Each one counts only once per account. Must not start with edit:.")
    .meta({ example: "refund-77" }),
  amount: positiveAmount("amount", AMOUNT_MAX)
    .describe("What the customer got back, in the currency of the order.")
    .meta({ example: 12.5 }),
  currency: optional(currencyCode("currency"))
    .describe("The currency of the order, if you want it checked.")
    .meta({ example: "EUR" }),
  items: optional(z.array(refundedItem, tooManyItems).max(REFUNDED_ITEMS_MAX, tooManyItems))
    .describe("What was returned, for your records.")
    .meta({ example: [{ sku: "PRO-1", quantity: 1 }] }),
  reason: optional(text("reason", { min: 0, max: REASON_MAX, content: "any" }))
    .describe("Why, for the merchant and the affiliate.")
    .meta({ example: "Wrong size." }),
};

export const newRefund = z.object(refundFields).meta({ id: "NewRefund", description: "A refund to record." });

export const refund = z
  .object({
    id: z.string().describe("The refund's ID.").meta({ example: "rfd_01jz8q52r7m4t9y3a6w8z2p0ef" }),
    conversion_id: conversionId,
    external_id: z.string().describe("Your refund ID.").meta({ example: "refund-77" }),
    amount: z.number().describe("What the customer got back.").meta({ example: 12.5 }),
    currency: currency.describe("The currency of the order."),
    counted: z.boolean().describe("False once the refund was cancelled.").meta({ example: true }),
    reason: z.string().nullable().describe("Why.").meta({ example: "Wrong size." }),
    recorded_at: time("When it was recorded."),
  })
  .meta({ id: "Refund", description: "A full or partial refund of an order." });

const changedConversion = z.object({
  id: conversionId,
  amount: z
    .number()
    .describe("What counts now. Once the commission is ready to pay, refunds no longer lower it: see claw_back.")
    .meta({ example: 37.49 }),
  commission: z.number().describe("What the affiliate earns, before claw-backs.").meta({ example: 3.75 }),
  status: z.enum(conversionStatuses).describe("Rejected if nothing is left of the order."),
});

const clawBackOutcome = z
  .object({
    id: z.string().describe("The deduction's ID.").meta({ example: "clb_01jz8q52r7m4t9y3a6w8z2p0ef" }),
    amount: z.number().describe("What the next payout deducts; negative if it is returned.").meta({ example: 1.25 }),
    currency: currency.describe("The currency of the commission."),
  })
  .nullable()
  .describe("Only if the commission could no longer be lowered.")
  .meta({ example: null });

export const refundOutcome = z
  .object({
    success,
    refund,
    conversion: changedConversion.describe("The conversion, as it is now."),
    claw_back: clawBackOutcome,
  })
  .meta({ id: "RefundOutcome", description: "A refund and what it changed." });

export const newEdit = z
  .object({
    external_id: text("external_id", { max: ORDER_ID_MAX, content: "any" })
      .describe("Your ID of the edit. Each one counts only once per account.")
      .meta({ example: "edit-3" }),
    amount: amount("amount", AMOUNT_MAX)
      .describe("The order's new total, before refunds, in its currency.")
      .meta({ example: 119.99 }),
  })
  .meta({ id: "NewOrderEdit", description: "An order's new total." });

export const editOutcome = z
  .object({
    success,
    conversion: changedConversion.describe("The conversion, as it is now."),
    refund: refund.nullable().describe("If the new total is lower.").meta({ example: null }),
    claw_back: clawBackOutcome,
    added_conversion: changedConversion
      .nullable()
      .describe("The conversion for the difference, if the order's own is already ready to pay or paid.")
      .meta({ example: null }),
  })
  .meta({ id: "OrderEditOutcome", description: "What an order's new total changed." });

export const presentEditOutcome = ({ conversion, refund: given, clawBack, added }: EditedOrder): OrderEditOutcome => ({
  success: true,
  conversion: presentChanged(conversion),
  refund: given && presentRefund(given),
  claw_back: clawBack && presentClawBackOutcome(clawBack),
  added_conversion: added && presentChanged(added),
});

const presentChanged = (conversion: Conversion): OrderEditOutcome["conversion"] => ({
  id: conversion.id,
  amount: majorOf(conversion.amount),
  commission: majorOf(conversion.commission),
  status: conversion.status,
});

export const refundList = z.object({ refunds: z.array(refund).describe("Oldest first.") });

export const presentRefund = (recorded: Refund): WireRefund => ({
  id: recorded.id,
  conversion_id: recorded.conversionId ?? "",
  external_id: recorded.externalId,
  amount: majorOf(recorded.amount),
  currency: recorded.amount.currency,
  counted: recorded.counted,
  reason: recorded.reason,
  recorded_at: recorded.recordedAt.toISOString(),
});

export const presentRefundOutcome = ({ refund: recorded, conversion, clawBack }: RecordedRefund): RefundOutcome => ({
  success: true,
  refund: presentRefund(recorded),
  conversion: presentChanged(conversion),
  claw_back: clawBack && presentClawBackOutcome(clawBack),
});

const presentClawBackOutcome = ({ id, amount: { minor, currency: code } }: ClawBack): RefundOutcome["claw_back"] => ({
  id,
  amount: majorOf({ minor, currency: code }),
  currency: code,
});
