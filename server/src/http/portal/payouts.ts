import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { payoutStatuses } from "../../domain/payout.ts";
import { browseOwnClawBacks } from "../../usecases/conversions/browse-claw-backs.ts";
import { browseOwnPayouts, findNamedPayout, listLinesOfPayout } from "../../usecases/payouts/browse-payouts.ts";
import { ownClawBack, presentOwnClawBack } from "../wire/claw-back.ts";
import { choice, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofOwn } from "../wire/ids.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { ownPayoutRow, payoutLines, presentOwnPayout, presentPayoutLines } from "../wire/payout.ts";
import { given, pageQuery } from "../wire/query.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const payoutRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const querystring = z.object({
    ...pageQuery,
    affiliate_id: given(reference("affiliate_id")),
    status: given(choice("status", payoutStatuses)),
  });
  const listResponse = z.object({ payouts: z.array(ownPayoutRow), pagination: listPagination });
  const list = { schema: { querystring, response: { 200: listResponse } } };
  app.get("/payouts", list, async (request) => {
    const { limit, offset, status, affiliate_id: affiliate } = request.query;
    const filter = { status, affiliateId: filterId("affiliate", affiliate) };
    const { rows, total } = await browseOwnPayouts(affiliateOf(request), filter, { limit, offset });
    return { payouts: rows.map(presentOwnPayout), pagination: paginationOf(total, { limit, offset }) };
  });

  const one = { 200: z.object({ payout: ownPayoutRow }) };
  app.get("/payouts/:id", { schema: { params: ofOwn, response: one } }, async (request) => ({
    payout: presentOwnPayout(await findNamedPayout(affiliateOf(request), idFrom("payout", request.params.id))),
  }));

  const schema = { params: ofOwn, querystring: z.object(pageQuery), response: { 200: payoutLines } };
  app.get("/payouts/:id/lines", { schema }, async (request) => {
    const { query: page } = request;
    const id = idFrom("payout", request.params.id);
    return presentPayoutLines(await listLinesOfPayout(affiliateOf(request), { id, page }), page);
  });
  ready();
};

export const clawBackRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const responseBody = z.object({ claw_backs: z.array(ownClawBack), pagination: listPagination });
  const response = { 200: responseBody };
  app.get("/claw-backs", { schema: { querystring: z.object(pageQuery), response } }, async (request) => {
    const { limit, offset } = request.query;
    const { rows, total } = await browseOwnClawBacks(affiliateOf(request), { limit, offset });
    return { claw_backs: rows.map(presentOwnClawBack), pagination: paginationOf(total, { limit, offset }) };
  });
  ready();
};
