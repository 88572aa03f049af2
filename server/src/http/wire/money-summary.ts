import type { MoneySummaryResponse, RemindersResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { Settings } from "../../usecases/context.ts";
import type { MoneySummary } from "../../usecases/payouts/read-money-summary.ts";
import type { Reminded } from "../../usecases/payouts/remind-payees.ts";
import { major } from "./money.ts";

const sums = z.array(z.object({ currency: z.string(), amount: z.number(), affiliates: z.number() }));

export const moneySummary: z.ZodType<MoneySummaryResponse> = z.object({
  ready: sums,
  blocked: sums,
  blocked_affiliates: z.number(),
  waiting_long: z.array(z.object({ currency: z.string(), conversions: z.number(), commission: z.number() })),
  mail_is_sent: z.boolean(),
});

export function presentMoneySummary(
  { due, waitingLong }: MoneySummary,
  { mailIsSent }: Pick<Settings, "mailIsSent">,
): MoneySummaryResponse {
  const sumsOf = (isBlocked: boolean) =>
    due.sums
      .filter(({ blocked }) => blocked === isBlocked)
      .map(({ currency, minor, affiliates }) => ({ currency, amount: major(minor, currency), affiliates }));
  return {
    ready: sumsOf(false),
    blocked: sumsOf(true),
    blocked_affiliates: due.blockedAffiliates,
    waiting_long: waitingLong.map(({ currency, conversions, minor }) => ({
      currency,
      conversions,
      commission: major(minor, currency),
    })),
    mail_is_sent: mailIsSent,
  };
}

export const reminders: z.ZodType<RemindersResponse> = z.object({
  reminded: z.number(),
  skipped: z.number(),
  left: z.number(),
  not_mailed: z.enum(["mail_off", "sender_unverified"]).nullable(),
});

export const presentReminders = ({ reminded, skipped, left, notMailed }: Reminded): RemindersResponse => ({
  reminded,
  skipped,
  left,
  not_mailed: notMailed,
});
