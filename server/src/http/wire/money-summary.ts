import type { MoneySummaryResponse, RemindersResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { Settings } from "../../usecases/context.ts";
import type { MoneySummary } from "../../usecases/payouts/read-money-summary.ts";
import type { Reminded } from "../../usecases/payouts/remind-payees.ts";
import { major } from "./money.ts";

const sums = z.array(z.object({ currency: z.string(), amount: z.number(), affiliates: z.number() }));

export const moneySummary: z.ZodType<MoneySummaryResponse> = z.object({
  totals: z.array(
    z.object({
      currency: z.string(),
      pending: z.number(),
      maturing: z.number(),
      payable: z.number(),
      owed_back: z.number(),
      in_payout: z.number(),
      paid: z.number(),
    }),
  ),
  ready: sums,
  blocked: sums,
  blocked_affiliates: z.number(),
  unpayable: sums,
  unpayable_affiliates: z.number(),
  waiting_long: z.array(z.object({ currency: z.string(), conversions: z.number(), commission: z.number() })),
  mail_is_sent: z.boolean(),
});

/** The currencies with such money. */
const sumsOf = (
  all: MoneySummary["money"]["sums"],
  part: "ready" | "blocked" | "unpayable",
): MoneySummaryResponse["ready"] =>
  all
    .filter((sum) => sum[`${part}Affiliates`] > 0)
    .map((sum) => ({
      currency: sum.currency,
      amount: major(sum[`${part}Minor`], sum.currency),
      affiliates: sum[`${part}Affiliates`],
    }));

export function presentMoneySummary(
  { money: { sums: all, blockedAffiliates, unpayableAffiliates }, waitingLong }: MoneySummary,
  { mailIsSent }: Pick<Settings, "mailIsSent">,
): MoneySummaryResponse {
  return {
    totals: all.map(({ currency, ...sum }) => ({
      currency,
      pending: major(sum.pendingMinor, currency),
      maturing: major(sum.maturingMinor, currency),
      payable: major(sum.payableMinor, currency),
      owed_back: major(sum.owedMinor, currency),
      in_payout: major(sum.inPayoutMinor, currency),
      paid: major(sum.paidMinor, currency),
    })),
    ready: sumsOf(all, "ready"),
    blocked: sumsOf(all, "blocked"),
    blocked_affiliates: blockedAffiliates,
    unpayable: sumsOf(all, "unpayable"),
    unpayable_affiliates: unpayableAffiliates,
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
