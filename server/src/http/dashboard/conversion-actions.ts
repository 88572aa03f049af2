import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { BulkResult } from "tributary-sdk/pages";
import { BULK_MAX, REASON_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { conversionStatuses, memberActions } from "../../domain/conversion.ts";
import { bulkChangeConversions, type ChangeResult } from "../../usecases/conversions/bulk-change-conversions.ts";
import { changeConversionAsMember } from "../../usecases/conversions/change-conversion.ts";
import { findNamed } from "../../usecases/conversions/describe-conversion.ts";
import { conversionRow, presentWholeConversion } from "../wire/conversion.ts";
import { choice, listOf, optional, text } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { presentRefusal, refusal } from "../wire/refusal.ts";
import { merchantOf } from "./require-member.ts";

const reason = optional(text("reason", { min: 0, max: REASON_MAX, content: "lines" }));
const reasonBody = z.object({ reason }).nullish();
const bulkBody = z.object({
  action: choice("action", memberActions),
  ids: listOf("ids", z.string(), { max: BULK_MAX }),
  reason,
});
const bulkResult: z.ZodType<BulkResult> = z.discriminatedUnion("ok", [
  z.object({ id: z.string(), ok: z.literal(true), status: z.enum(conversionStatuses) }),
  refusal.extend({ id: z.string(), ok: z.literal(false) }),
]);

export const conversionActionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  for (const action of memberActions) {
    const schema = { params: ofOne, body: reasonBody, response: { 200: z.object({ conversion: conversionRow }) } };
    app.post(`/conversions/:id/${action}`, { schema }, async (request) => {
      const context = merchantOf(request);
      const id = idFrom("conversion", request.params.id);
      await changeConversionAsMember(context, action, { id, reason: request.body?.reason || undefined });
      return { conversion: presentWholeConversion(await findNamed(context, id), context) };
    });
  }

  const results = { 200: z.object({ results: z.array(bulkResult) }) };
  const bulk = { schema: { params: ofAccount, body: bulkBody, response: results } };
  app.post("/conversions/bulk", bulk, async (request) => {
    const change = { ...request.body, reason: request.body.reason || undefined };
    return { results: (await bulkChangeConversions(merchantOf(request), change)).map(presentResult) };
  });
  ready();
};

const presentResult = (result: ChangeResult): BulkResult =>
  "refused" in result
    ? { id: result.id, ok: false, ...presentRefusal(result.refused) }
    : { id: result.id, ok: true, status: result.status };
