import { queryOptions } from "@tanstack/react-query";
import type {
  AutoApprove,
  AutoApproveAnswer,
  PayerBody,
  PayoutSettingsAnswer,
  ScheduleBody,
} from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, put, remove } from "./http.ts";

export const payoutSettingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "payout-settings"),
    queryFn: ({ signal }) => get<PayoutSettingsAnswer>(accountPath(accountId, "payout-settings"), {}, signal),
  });
export const savePayer = (accountId: string, body: PayerBody): Promise<PayoutSettingsAnswer> =>
  put(accountPath(accountId, "payout-settings", "payer"), body);
export const forgetPayer = (accountId: string): Promise<PayoutSettingsAnswer> =>
  remove(accountPath(accountId, "payout-settings", "payer"));
/** One for each currency at most; without a day it ends. */
export const saveSchedule = (accountId: string, body: ScheduleBody): Promise<PayoutSettingsAnswer> =>
  put(accountPath(accountId, "payout-settings", "schedule"), body);

export const autoApproveQuery = (accountId: string, campaignId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "auto-approve", campaignId),
    queryFn: ({ signal }) =>
      get<AutoApproveAnswer>(accountPath(accountId, "campaigns", campaignId, "auto-approve"), {}, signal),
  });
export const saveAutoApprove = (
  accountId: string,
  campaignId: string,
  choice: AutoApprove,
): Promise<AutoApproveAnswer> =>
  put(accountPath(accountId, "campaigns", campaignId, "auto-approve"), { auto_approve: choice });
