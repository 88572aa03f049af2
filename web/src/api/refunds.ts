import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RefundOutcome } from "tributary-sdk";
import type { ClawBackBody, ClawBackResponse } from "tributary-sdk/pages";
import type { RecordRefundBody, RefundPreviewResponse, RefundsResponse } from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post } from "./http.ts";

export const refundsQuery = (accountId: string, conversionId: string) =>
  accountRead<RefundsResponse>(accountId, ["conversions", conversionId, "refunds"]);

/** Keeps the last figures while the next ones load, so that the dialog does not jump while an amount is typed. */
export const refundPreviewQuery = (accountId: string, conversionId: string, amount: number) =>
  queryOptions({
    ...accountRead<RefundPreviewResponse>(accountId, ["conversions", conversionId, "refunds", "preview"], { amount }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const recordRefund = (accountId: string, conversionId: string, body: RecordRefundBody): Promise<RefundOutcome> =>
  post(accountPath(accountId, "conversions", conversionId, "refunds"), body);

export const cancelRefund = (accountId: string, refundId: string): Promise<RefundOutcome> =>
  post(accountPath(accountId, "refunds", refundId, "cancel"));

export const undoClawBack = (accountId: string, clawBackId: string, body: ClawBackBody): Promise<ClawBackResponse> =>
  post(accountPath(accountId, "claw-backs", clawBackId, "undo"), body);
