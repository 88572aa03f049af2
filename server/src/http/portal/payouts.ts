import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { ownClawBackSorts, ownPayoutSorts, payoutLineSorts } from "tributary-sdk/words";
import { z } from "zod";
import { payoutStatuses } from "../../domain/payout.ts";
import { browseOwnClawBacks } from "../../usecases/conversions/browse-claw-backs.ts";
import { browseOwnPayouts, findNamedPayout, listLinesOfPayout } from "../../usecases/payouts/browse-payouts.ts";
import { ownClawBack, presentOwnClawBack } from "../wire/claw-back.ts";
import { choice, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofOwn } from "../wire/ids.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { ownPayoutRow, payoutLines, presentOwnPayout, presentPayoutLines } from "../wire/payout.ts";
import { given, pageQuery, sortQuery } from "../wire/query.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const payoutRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const querystring = z.object({
    ...pageQuery,
    affiliate_id: given(reference("affiliate_id")),
    status: given(choice("status", payoutStatuses)),
    sort: sortQuery(ownPayoutSorts),
  });
  const listResponse = z.object({ payouts: z.array(ownPayoutRow), pagination: listPagination });
  const list = { schema: { querystring, response: { 200: listResponse } } };
  app.get("/payouts", list, async (request) => {
    const { limit, offset, status, affiliate_id: affiliate, sort } = request.query;
    const filter = { status, affiliateId: filterId("affiliate", affiliate), sort };
    const { rows, total } = await browseOwnPayouts(affiliateOf(request), filter, { limit, offset });
    return { payouts: rows.map(presentOwnPayout), pagination: paginationOf(total, { limit, offset }) };
  });

  const one = { 200: z.object({ payout: ownPayoutRow }) };
  app.get("/payouts/:id", { schema: { params: ofOwn, response: one } }, async (request) => ({
    payout: presentOwnPayout(await findNamedPayout(affiliateOf(request), idFrom("payout", request.params.id))),
  }));

  const linesQuery = z.object({ ...pageQuery, sort: sortQuery(payoutLineSorts) });
  const schema = { params: ofOwn, querystring: linesQuery, response: { 200: payoutLines } };
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
  const querystring = z.object({ ...pageQuery, sort: sortQuery(ownClawBackSorts) });
  app.get("/claw-backs", { schema: { querystring, response } }, async (request) => {
    const { limit, offset, sort } = request.query;
    const { rows, total } = await browseOwnClawBacks(affiliateOf(request), { sort }, { limit, offset });
    return { claw_backs: rows.map(presentOwnClawBack), pagination: paginationOf(total, { limit, offset }) };
  });
  ready();
};
