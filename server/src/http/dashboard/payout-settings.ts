import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PayoutSettingsResponse } from "tributary-sdk/pages";
import { AMOUNT_MAX, PAYER_NAME_MAX, PAYOUT_DAY_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { moneyOf } from "../../domain/values/money.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import {
  getPayoutSettings,
  removePayer,
  removeSchedule,
  setPayer,
  setSchedule,
} from "../../usecases/payouts/payer-settings.ts";
import { amount, bankAccountFields, currencyCode, optional, text } from "../wire/fields.ts";
import { ofAccount } from "../wire/ids.ts";
import { payoutSettings, presentPayoutSettings } from "../wire/payout-settings.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const payerBody = z.object({
  name: text("name", { max: PAYER_NAME_MAX }),
  ...bankAccountFields,
});
const dayError = { error: `day must be a whole number from 1 to ${PAYOUT_DAY_MAX}, or null to turn it off.` };
const scheduleBody = z.object({
  currency: currencyCode("currency"),
  day: z.int(dayError).min(1, dayError).max(PAYOUT_DAY_MAX, dayError).nullable(),
  minimum: optional(amount("minimum", AMOUNT_MAX)),
});

export const payoutSettingsRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const schema = { params: ofAccount, response: { 200: payoutSettings } };
  app.get("/payout-settings", { schema }, (request) => show(merchantOf(request)));

  app.put("/payout-settings/payer", { config: ownersOnly, schema: { ...schema, body: payerBody } }, async (request) => {
    const context = merchantOf(request);
    await setPayer(context, request.body);
    return show(context);
  });
  app.delete("/payout-settings/payer", { config: ownersOnly, schema }, async (request) => {
    const context = merchantOf(request);
    await removePayer(context);
    return show(context);
  });

  app.put(
    "/payout-settings/schedule",
    { config: ownersOnly, schema: { ...schema, body: scheduleBody } },
    async (request) => {
      const context = merchantOf(request);
      const { currency, day, minimum = 0 } = request.body;
      if (day === null) await removeSchedule(context, currency);
      else await setSchedule(context, { currency, day, minimumMinor: moneyOf(minimum, currency).minor });
      return show(context);
    },
  );
  ready();
};

async function show(context: MerchantContext): Promise<PayoutSettingsResponse> {
  return presentPayoutSettings(await getPayoutSettings(context));
}
