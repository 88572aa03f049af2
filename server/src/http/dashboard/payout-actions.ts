import { Readable } from "node:stream";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { BATCH_EXCEPTIONS_MAX, PAYMENT_REFERENCE_MAX, REASON_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { isDay } from "../../domain/values/day.ts";
import { markBatchPaid } from "../../usecases/payouts/mark-batch-paid.ts";
import { settlePayout } from "../../usecases/payouts/settle-payouts.ts";
import { optional, text } from "../wire/fields.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { presentMarks } from "../wire/batch-mark.ts";
import { payoutChanged, showPayout } from "./payouts.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const day = z.string().refine(isDay, { error: "paid_on must be a date such as 2026-03-01." });
const reason = optional(text("reason", { min: 0, max: REASON_MAX, content: "lines" }));

const paidFields = {
  reference: optional(text("reference", { min: 0, max: PAYMENT_REFERENCE_MAX })),
  paid_on: optional(day),
};
const paidBody = z.object(paidFields).nullish();
const exceptions = { error: `except must be a list of up to ${BATCH_EXCEPTIONS_MAX} payout IDs.` };
const batchPaidBody = z
  .object({
    ...paidFields,
    except: optional(z.array(z.string(exceptions), exceptions).max(BATCH_EXCEPTIONS_MAX, exceptions)),
  })
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

  const batchPaid = { config: ownersOnly, schema: { params: ofOne, body: batchPaidBody } };
  app.post("/payout-batches/:id/paid", batchPaid, async (request, reply) => {
    const context = merchantOf(request);
    const batchId = idFrom("batch", request.params.id);
    const { reference, paid_on: paidOn, except = [] } = request.body ?? {};
    const { batch, marked } = await markBatchPaid(context, {
      batchId,
      reference: reference || null,
      paidOn,
      except: except.map((id) => idFrom("payout", id)),
    });
    return reply.type("application/json; charset=utf-8").send(Readable.from(presentMarks(marked, batch.currency)));
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
