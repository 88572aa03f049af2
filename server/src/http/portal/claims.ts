import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { ClaimFinding, PortalClaim } from "tributary-sdk/pages";
import { z } from "zod";
import { claimStates, type Finding } from "../../domain/claim.ts";
import { askClaim } from "../../usecases/claims/ask-claim.ts";
import { getOwnClaim, listOwnClaims, openClaim, type NamedClaim } from "../../usecases/claims/own-claims.ts";
import { json } from "../response/responses.ts";
import { given, instant, pageQuery } from "../wire/query.ts";
import { choice, optional, reference, text, typedOrderId } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { affiliateOf } from "./require-affiliate.ts";
import { listPagination, ofOne, portalClaim } from "./schemas.ts";

const MESSAGE_MAX = 1000;

const askBody = z.object({
  campaign_id: reference("campaign_id"),
  external_id: typedOrderId("external_id"),
  approximate_time: instant("approximate_time"),
});
const openBody = z
  .object({ message: optional(text("message", { min: 0, max: MESSAGE_MAX, content: "lines" })) })
  .nullish();

export const claimRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const claimAnswer = z.object({ claim: portalClaim });

  const asked = { 200: json("What is known about the order, as far as it concerns the asker.", claimAnswer) };
  app.post("/claims", { schema: { body: askBody, response: asked } }, async (request) => {
    const { campaign_id, external_id: externalId, approximate_time: approximateTime } = request.body;
    const campaignId = idFrom("campaign", campaign_id);
    const made = await askClaim(affiliateOf(request), { campaignId, externalId, approximateTime });
    return { claim: presentOwnClaim(made) };
  });

  const opened = { 200: json("The claim; the merchant sees it now.", claimAnswer) };
  const schema = { params: ofOne, body: openBody, response: opened };
  app.post("/claims/:id/open", { schema }, async (request) => {
    const id = idFrom("claim", request.params.id);
    const message = request.body?.message || undefined;
    return { claim: presentOwnClaim(await openClaim(affiliateOf(request), { id, message })) };
  });

  const one = { 200: json("The claim.", claimAnswer) };
  app.get("/claims/:id", { schema: { params: ofOne, response: one } }, async (request) => ({
    claim: presentOwnClaim(await getOwnClaim(affiliateOf(request), idFrom("claim", request.params.id))),
  }));

  const querystring = z.object({ ...pageQuery, state: given(choice("state", claimStates)) });
  const listed = z.object({ claims: z.array(portalClaim), pagination: listPagination });
  const list = { 200: json("One's claims, newest first.", listed) };
  app.get("/claims", { schema: { querystring, response: list } }, async (request) => {
    const { limit, offset, state } = request.query;
    const { rows, total } = await listOwnClaims(affiliateOf(request), state, { limit, offset });
    return { claims: rows.map(presentOwnClaim), pagination: { limit, offset, total: total.count } };
  });
  ready();
};

const presentOwnClaim = ({ claim, campaignName, merchantName }: NamedClaim): PortalClaim => ({
  id: claim.id,
  campaign_id: claim.campaignId,
  campaign_name: campaignName,
  merchant_name: merchantName,
  external_id: claim.externalId,
  approximate_time: claim.approximateTime.toISOString(),
  asked_at: claim.askedAt.toISOString(),
  state: claim.state,
  finding: presentFinding(claim.finding),
  message: claim.message,
  opened_at: claim.openedAt?.toISOString() ?? null,
  answer: claim.answer,
  answered_at: claim.answeredAt?.toISOString() ?? null,
  conversion_id: claim.conversionId,
});

export const presentFinding = ({ kind, text: said, conversion, reason }: Finding): ClaimFinding => ({
  kind,
  text: said,
  conversion,
  reason,
});
