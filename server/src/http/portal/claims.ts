import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { CLAIM_MESSAGE_MAX } from "tributary-sdk/limits";
import { ownClaimSorts } from "tributary-sdk/words";
import { z } from "zod";
import { claimStates } from "../../domain/claim.ts";
import { askClaim } from "../../usecases/claims/ask-claim.ts";
import { getOwnClaim, listOwnClaims, openClaim } from "../../usecases/claims/own-claims.ts";
import { ownClaim, presentOwnClaim } from "../wire/claim.ts";
import { choice, optional, reference, text, typedOrderId } from "../wire/fields.ts";
import { idFrom, ofOwn } from "../wire/ids.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { given, instant, pageQuery, sortQuery } from "../wire/query.ts";
import { affiliateOf } from "./require-affiliate.ts";

const askBody = z.object({
  campaign_id: reference("campaign_id"),
  external_id: typedOrderId("external_id"),
  approximate_time: instant("approximate_time"),
});
const openBody = z
  .object({ message: optional(text("message", { min: 0, max: CLAIM_MESSAGE_MAX, content: "lines" })) })
  .nullish();

export const claimRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const claimResponse = z.object({ claim: ownClaim });

  app.post("/claims", { schema: { body: askBody, response: { 200: claimResponse } } }, async (request) => {
    const { campaign_id, external_id: externalId, approximate_time: approximateTime } = request.body;
    const campaignId = idFrom("campaign", campaign_id);
    const made = await askClaim(affiliateOf(request), { campaignId, externalId, approximateTime });
    return { claim: presentOwnClaim(made) };
  });

  const schema = { params: ofOwn, body: openBody, response: { 200: claimResponse } };
  app.post("/claims/:id/open", { schema }, async (request) => {
    const id = idFrom("claim", request.params.id);
    const message = request.body?.message || undefined;
    return { claim: presentOwnClaim(await openClaim(affiliateOf(request), { id, message })) };
  });

  app.get("/claims/:id", { schema: { params: ofOwn, response: { 200: claimResponse } } }, async (request) => ({
    claim: presentOwnClaim(await getOwnClaim(affiliateOf(request), idFrom("claim", request.params.id))),
  }));

  const querystring = z.object({
    ...pageQuery,
    state: given(choice("state", claimStates)),
    sort: sortQuery(ownClaimSorts),
  });
  const listed = z.object({ claims: z.array(ownClaim), pagination: listPagination });
  app.get("/claims", { schema: { querystring, response: { 200: listed } } }, async (request) => {
    const { limit, offset, state, sort } = request.query;
    const { rows, total } = await listOwnClaims(affiliateOf(request), { state, sort }, { limit, offset });
    return { claims: rows.map(presentOwnClaim), pagination: paginationOf(total, { limit, offset }) };
  });
  ready();
};
