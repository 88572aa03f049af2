import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { PAYMENT_REFERENCE_MAX, REASON_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { isDay } from "../../domain/day.ts";
import { settlePayout } from "../../usecases/payouts/settle-payouts.ts";
import { optional, text } from "../wire/fields.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { payoutChanged, showPayout } from "./payouts.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const day = z.string().refine(isDay, { error: "paid_on must be a date such as 2026-03-01." });
const reason = optional(text("reason", { min: 0, max: REASON_MAX, content: "lines" }));

const paidBody = z
  .object({ reference: optional(text("reference", { min: 0, max: PAYMENT_REFERENCE_MAX })), paid_on: optional(day) })
  .nullish();
const endBody = z
  .object({ reason, although_in_file: optional(z.boolean({ error: "although_in_file must be true or false." })) })
  .nullish();
const ends = [
  ["failed", "mark_failed"],
  ["cancel", "cancel"],
] as const;

export const payoutActionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const paid = { config: ownersOnly, schema: { params: ofOne, body: paidBody, response: payoutChanged } };
  app.post("/payouts/:id/paid", paid, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("payout", request.params.id);
    const { reference, paid_on: paidOn } = request.body ?? {};
    await settlePayout(context, { id, action: "mark_paid", reference: reference || null, paidOn });
    return showPayout(context, id);
  });

  const ended = { config: ownersOnly, schema: { params: ofOne, body: endBody, response: payoutChanged } };
  for (const [path, action] of ends)
    app.post(`/payouts/:id/${path}`, ended, async (request) => {
      const context = merchantOf(request);
      const id = idFrom("payout", request.params.id);
      const { reason: why, although_in_file: althoughInFile } = request.body ?? {};
      await settlePayout(context, { id, action, reason: why || null, althoughInFile });
      return showPayout(context, id);
    });
  ready();
};
