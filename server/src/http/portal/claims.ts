import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { CLAIM_MESSAGE_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { claimStates } from "../../domain/claim.ts";
import { askClaim } from "../../usecases/claims/ask-claim.ts";
import { getOwnClaim, listOwnClaims, openClaim } from "../../usecases/claims/own-claims.ts";
import { json } from "../response/responses.ts";
import { ownClaim, presentOwnClaim } from "../wire/claim.ts";
import { choice, optional, reference, text, typedOrderId } from "../wire/fields.ts";
import { idFrom, ofOwn } from "../wire/ids.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { given, instant, pageQuery } from "../wire/query.ts";
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
  const claimAnswer = z.object({ claim: ownClaim });

  const asked = { 200: json("What is known about the order, as far as it concerns the asker.", claimAnswer) };
  app.post("/claims", { schema: { body: askBody, response: asked } }, async (request) => {
    const { campaign_id, external_id: externalId, approximate_time: approximateTime } = request.body;
    const campaignId = idFrom("campaign", campaign_id);
    const made = await askClaim(affiliateOf(request), { campaignId, externalId, approximateTime });
    return { claim: presentOwnClaim(made) };
  });

  const opened = { 200: json("The claim; the merchant sees it now.", claimAnswer) };
  const schema = { params: ofOwn, body: openBody, response: opened };
  app.post("/claims/:id/open", { schema }, async (request) => {
    const id = idFrom("claim", request.params.id);
    const message = request.body?.message || undefined;
    return { claim: presentOwnClaim(await openClaim(affiliateOf(request), { id, message })) };
  });

  const one = { 200: json("The claim.", claimAnswer) };
  app.get("/claims/:id", { schema: { params: ofOwn, response: one } }, async (request) => ({
    claim: presentOwnClaim(await getOwnClaim(affiliateOf(request), idFrom("claim", request.params.id))),
  }));

  const querystring = z.object({ ...pageQuery, state: given(choice("state", claimStates)) });
  const listed = z.object({ claims: z.array(ownClaim), pagination: listPagination });
  const list = { 200: json("One's claims, newest first.", listed) };
  app.get("/claims", { schema: { querystring, response: list } }, async (request) => {
    const { limit, offset, state } = request.query;
    const { rows, total } = await listOwnClaims(affiliateOf(request), state, { limit, offset });
    return { claims: rows.map(presentOwnClaim), pagination: paginationOf(total, { limit, offset }) };
  });
  ready();
};
