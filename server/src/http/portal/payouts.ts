import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PortalPayoutRow } from "tributary-sdk/pages";
import { z } from "zod";
import { payoutStatuses } from "../../domain/payout.ts";
import { browseOwnClawBacks } from "../../usecases/conversions/browse-claw-backs.ts";
import { browseOwnPayouts, findNamedPayout, listLinesOfPayout } from "../../usecases/payouts/browse-payouts.ts";
import { json } from "../response/responses.ts";
import { presentClawBackFields, presentPayoutLine } from "../dashboard/money-present.ts";
import { clawBackFields, payoutFields, payoutLine } from "../dashboard/money-schemas.ts";
import { filterId, given, pageQuery } from "../wire/query.ts";
import { choice, reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { presentOwnPayout } from "./present.ts";
import { affiliateOf } from "./require-affiliate.ts";
import { listPagination, ofOne } from "./schemas.ts";

const payoutRow: z.ZodType<PortalPayoutRow> = z.object({ ...payoutFields, merchant_name: z.string() });

export const payoutRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const querystring = z.object({
    ...pageQuery,
    affiliate_id: given(reference("affiliate_id")),
    status: given(choice("status", payoutStatuses)),
  });
  const listAnswer = z.object({ payouts: z.array(payoutRow), pagination: listPagination });
  const list = { schema: { querystring, response: { 200: json("One's payouts, newest first.", listAnswer) } } };
  app.get("/payouts", list, async (request) => {
    const { limit, offset, status, affiliate_id: affiliate } = request.query;
    const filter = { status, affiliateId: filterId("affiliate", affiliate) };
    const { rows, total } = await browseOwnPayouts(affiliateOf(request), filter, { limit, offset });
    return { payouts: rows.map(presentOwnPayout), pagination: paginationOf(total, { limit, offset }) };
  });

  const one = { 200: json("The payout.", z.object({ payout: payoutRow })) };
  app.get("/payouts/:id", { schema: { params: ofOne, response: one } }, async (request) => ({
    payout: presentOwnPayout(await findNamedPayout(affiliateOf(request), idFrom("payout", request.params.id))),
  }));

  const linesAnswer = z.object({ lines: z.array(payoutLine), pagination: listPagination });
  const lines = { 200: json("What the payout is the sum of.", linesAnswer) };
  const schema = { params: ofOne, querystring: z.object(pageQuery), response: lines };
  app.get("/payouts/:id/lines", { schema }, async (request) => {
    const { limit, offset } = request.query;
    const question = { id: idFrom("payout", request.params.id), page: { limit, offset } };
    const found = await listLinesOfPayout(affiliateOf(request), question);
    const { currency } = found.listed.payout.amount;
    return {
      lines: found.lines.map((line) => presentPayoutLine(line, currency)),
      pagination: { limit, offset, total: found.total },
    };
  });
  ready();
};

export const clawBackRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const answer = z.object({ claw_backs: z.array(z.object(clawBackFields)), pagination: listPagination });
  const response = { 200: json("What one owes back, or has, newest first.", answer) };
  app.get("/claw-backs", { schema: { querystring: z.object(pageQuery), response } }, async (request) => {
    const { limit, offset } = request.query;
    const { rows, total } = await browseOwnClawBacks(affiliateOf(request), { limit, offset });
    return { claw_backs: rows.map(presentClawBackFields), pagination: paginationOf(total, { limit, offset }) };
  });
  ready();
};

const paginationOf = (total: { count: number; atLeast: boolean }, page: { limit: number; offset: number }) => ({
  ...page,
  total: total.count,
  ...(total.atLeast ? { total_is_at_least: true } : {}),
});
