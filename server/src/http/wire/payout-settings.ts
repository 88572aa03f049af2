import type { PayoutSettingsResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { PayoutSettings } from "../../usecases/payouts/payer-settings.ts";
import { major } from "./money.ts";

export const payoutSettings: z.ZodType<PayoutSettingsResponse> = z.object({
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

export const presentPayoutSettings = ({ payer, schedules }: PayoutSettings): PayoutSettingsResponse => ({
  payer,
  schedules: schedules.map(({ currency, day, minimumMinor, nextOn, disabled }) => ({
    currency,
    day,
    minimum: major(minimumMinor, currency),
    next_on: nextOn,
    disabled,
  })),
});
