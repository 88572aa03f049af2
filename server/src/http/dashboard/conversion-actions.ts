import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { BulkResult } from "tributary-sdk/pages";
import { z } from "zod";
import { conversionStatuses, type Conversion } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
  type ChangeConversion,
} from "../../usecases/conversions/change-conversion.ts";
import { findNamed } from "../../usecases/conversions/describe-conversion.ts";
import { json } from "../response/responses.ts";
import { conversionActions, conversionRow, presentConversionRow } from "../wire/conversion.ts";
import { choice, listOf, optional, text } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { presentRefusal, refusal } from "../wire/refusal.ts";
import { merchantOf } from "./require-member.ts";

type Action = (typeof conversionActions)[number];
type Change = (context: MerchantContext, input: ChangeConversion) => Promise<Conversion>;

const changes: Readonly<Record<Action, Change>> = {
  approve: approveConversion,
  reject: rejectConversionAsMember,
  unreject: unrejectConversion,
};

const REASON_MAX = 500;
const IDS_MAX = 100;
const reason = optional(text("reason", { min: 0, max: REASON_MAX, content: "lines" }));
const reasonBody = z.object({ reason }).nullish();
const bulkBody = z.object({
  action: choice("action", conversionActions),
  ids: listOf("ids", z.string(), { max: IDS_MAX }),
  reason,
});
const bulkResult: z.ZodType<BulkResult> = z.discriminatedUnion("ok", [
  z.object({ id: z.string(), ok: z.literal(true), status: z.enum(conversionStatuses) }),
  refusal.extend({ id: z.string(), ok: z.literal(false) }),
]);

export const conversionActionRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const changed = { 200: json("The conversion as it is now.", z.object({ conversion: conversionRow })) };
  for (const action of conversionActions) {
    const schema = { params: ofOne, body: reasonBody, response: changed };
    app.post(`/conversions/:id/${action}`, { schema }, async (request) => {
      const context = merchantOf(request);
      const id = idFrom("conversion", request.params.id);
      await changes[action](context, { id, reason: reasonFor(action, request.body?.reason) });
      return { conversion: presentConversionRow(await findNamed(context, id), context) };
    });
  }

  const results = { 200: json("A result for each, in the order given.", z.object({ results: z.array(bulkResult) })) };
  app.post(
    "/conversions/bulk",
    { schema: { params: ofAccount, body: bulkBody, response: results } },
    async (request) => {
      const context = merchantOf(request);
      const { action, ids, reason: why } = request.body;
      const done: BulkResult[] = [];
      for (const id of ids) done.push(await changeOne(context, action, { id, reason: reasonFor(action, why) }));
      return { results: done };
    },
  );
  ready();
};

/** Only a rejection has a reason. */
const reasonFor = (action: Action, given: string | undefined): string | undefined =>
  action === "reject" ? given || undefined : undefined;

/** A transaction of its own: what one is refused for holds up none of the others. */
async function changeOne(
  context: MerchantContext,
  action: Action,
  input: { id: string; reason: string | undefined },
): Promise<BulkResult> {
  try {
    const { status } = await changes[action](context, { ...input, id: idFrom("conversion", input.id) });
    return { id: input.id, ok: true, status };
  } catch (error) {
    if (error instanceof AppError) return { id: input.id, ok: false, ...presentRefusal(error) };
    throw error;
  }
}
