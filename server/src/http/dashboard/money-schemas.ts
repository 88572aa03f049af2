import { z } from "zod";
import type {
  BalanceRow,
  BatchPreviewRow,
  BatchRow,
  ClawBackRow,
  PayoutLine,
  PayoutRow,
  PayoutSettingsAnswer,
} from "tributary-sdk/pages";
import { balanceStates } from "../../domain/balance.ts";
import { fileFormats } from "../../domain/payout.ts";
import { payoutMethods } from "../../domain/payout.ts";
import { batchOrigins, payoutActions, payoutStatuses } from "../../domain/payout.ts";
import { skipReasons } from "../../usecases/payouts/create-batch.ts";

/** What the pages hear about money. Each is typed by what they were promised, so that neither can change alone. */

export const method = z.enum(payoutMethods);

export const balanceFields = {
  currency: z.string(),
  pending: z.number(),
  maturing: z.number(),
  next_matures_at: z.string().nullable(),
  withdrawable: z.number(),
  withdrawable_since: z.string().nullable(),
  owed_back: z.number(),
  payable: z.number(),
  in_payout: z.number(),
  paid: z.number(),
  state: z.enum(balanceStates),
  explanation: z.string(),
};

export const balanceRow: z.ZodType<BalanceRow> = z.object({
  ...balanceFields,
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  affiliate_email: z.string(),
  payout_method: method.nullable(),
});

export const payoutFields = {
  id: z.string(),
  affiliate_id: z.string(),
  currency: z.string(),
  amount: z.number(),
  conversions: z.number(),
  claw_backs: z.number(),
  earned: z.number(),
  clawed_back: z.number(),
  status: z.enum(payoutStatuses),
  method,
  account_hint: z.string(),
  created_at: z.string(),
  settled_at: z.string().nullable(),
  paid_on: z.string().nullable(),
  reference: z.string().nullable(),
};

export const payoutRow: z.ZodType<PayoutRow> = z.object({
  ...payoutFields,
  batch_id: z.string(),
  affiliate_name: z.string(),
  reason: z.string().nullable(),
  in_file: z.boolean(),
  actions: z.array(z.enum(payoutActions)),
});

export const payoutLine: z.ZodType<PayoutLine> = z.object({
  kind: z.enum(["conversion", "claw_back"]),
  conversion_id: z.string(),
  claw_back_id: z.string().nullable(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  created_at: z.string(),
  amount: z.number(),
});

export const payoutHistory = z.array(
  z.object({
    action: z.enum(["create", ...payoutActions]),
    status: z.enum(payoutStatuses),
    actor: z.object({ kind: z.enum(["user", "key", "system"]), id: z.string(), name: z.string().nullable() }),
    reason: z.string().nullable(),
    reference: z.string().nullable(),
    after_file: z.boolean(),
    at: z.string(),
  }),
);

export const previewRow: z.ZodType<BatchPreviewRow> = z.object({
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  amount: z.number(),
  conversions: z.number(),
  earned: z.number(),
  clawed_back: z.number(),
  method: method.nullable(),
  skipped: z.enum(skipReasons).nullable(),
  suspended: z.boolean(),
});

const total = z.object({ payouts: z.number(), amount: z.number() });

export const batchRow: z.ZodType<BatchRow> = z.object({
  id: z.string(),
  currency: z.string(),
  minimum: z.number(),
  as_of: z.string(),
  status: z.enum(["making", "made"]),
  origin: z.enum(batchOrigins),
  created_at: z.string(),
  made_at: z.string().nullable(),
  totals: z.object({ created: total, paid: total, failed: total, cancelled: total }),
  skipped_without_details: z.number(),
  files: z.array(
    z.object({
      format: z.enum(fileFormats),
      payouts: z.number(),
      parts: z.array(
        z.object({
          payouts: z.number(),
          paid: z.number(),
          warning: z.string().nullable(),
          unavailable: z.string().nullable(),
        }),
      ),
      written_at: z.string().nullable(),
      executes_on: z.string().nullable(),
      left_out: z.string().nullable(),
      unavailable: z.string().nullable(),
    }),
  ),
});

export const clawBackFields = {
  id: z.string(),
  conversion_id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  affiliate_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  created_at: z.string(),
  payout_id: z.string().nullable(),
};
export const clawBackRow: z.ZodType<ClawBackRow> = z.object({ ...clawBackFields, affiliate_name: z.string() });

export const settingsAnswer: z.ZodType<PayoutSettingsAnswer> = z.object({
  payer: z.object({ name: z.string(), iban: z.string(), bic: z.string().nullable() }).nullable(),
  schedules: z.array(
    z.object({
      currency: z.string(),
      day: z.number(),
      minimum: z.number(),
      next_on: z.string(),
      disabled: z.boolean(),
    }),
  ),
});
