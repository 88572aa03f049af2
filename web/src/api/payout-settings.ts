import type { AutoApproveResponse, PayerBody, PayoutSettingsResponse, ScheduleBody } from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { put, remove } from "./http.ts";

export const payoutSettingsQuery = (accountId: string) =>
  accountRead<PayoutSettingsResponse>(accountId, ["payout-settings"]);
export const savePayer = (accountId: string, body: PayerBody): Promise<PayoutSettingsResponse> =>
  put(accountPath(accountId, "payout-settings", "payer"), body);
export const removePayer = (accountId: string): Promise<PayoutSettingsResponse> =>
  remove(accountPath(accountId, "payout-settings", "payer"));
/** At most one schedule per currency. Without a day, it is removed. */
export const saveSchedule = (accountId: string, body: ScheduleBody): Promise<PayoutSettingsResponse> =>
  put(accountPath(accountId, "payout-settings", "schedule"), body);

export const autoApproveQuery = (accountId: string, campaignId: string) =>
  accountRead<AutoApproveResponse>(accountId, ["campaigns", campaignId, "auto-approve"]);
