import type {
  AutoApprove,
  AutoApproveAnswer,
  PayerBody,
  PayoutSettingsAnswer,
  ScheduleBody,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { put, remove } from "./http.ts";

export const payoutSettingsQuery = (accountId: string) =>
  accountRead<PayoutSettingsAnswer>(accountId, ["payout-settings"]);
export const savePayer = (accountId: string, body: PayerBody): Promise<PayoutSettingsAnswer> =>
  put(accountPath(accountId, "payout-settings", "payer"), body);
export const removePayer = (accountId: string): Promise<PayoutSettingsAnswer> =>
  remove(accountPath(accountId, "payout-settings", "payer"));
/** At most one schedule per currency. Without a day, it is removed. */
export const saveSchedule = (accountId: string, body: ScheduleBody): Promise<PayoutSettingsAnswer> =>
  put(accountPath(accountId, "payout-settings", "schedule"), body);

export const autoApproveQuery = (accountId: string, campaignId: string) =>
  accountRead<AutoApproveAnswer>(accountId, ["campaigns", campaignId, "auto-approve"]);
export const saveAutoApprove = (
  accountId: string,
  campaignId: string,
  choice: AutoApprove,
): Promise<AutoApproveAnswer> =>
  put(accountPath(accountId, "campaigns", campaignId, "auto-approve"), { auto_approve: choice });
