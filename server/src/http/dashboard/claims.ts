import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { AMOUNT_MAX, CLAIM_ANSWER_MAX, ORDER_ID_MAX } from "tributary-sdk/limits";
import { claimSorts } from "tributary-sdk/words";
import { z } from "zod";
import { DEFAULT_CURRENCY } from "../../domain/values/currency.ts";
import { moneyOf } from "../../domain/values/money.ts";
import { browseClaims, describeClaim } from "../../usecases/claims/browse-claims.ts";
import { answerClaim, convertClaim } from "../../usecases/claims/settle-claim.ts";
import { claimResponse, claimRow, presentClaim, presentClaimResponse } from "../wire/claim.ts";
import { amount, choice, currencyCode, optional, reference, text, typedOrderId } from "../wire/fields.ts";
import { filterId, idFrom, ofOne } from "../wire/ids.ts";
import { given, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

export const claimRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "claims",
    key: "claims",
    query: {
      state: given(choice("state", ["open", "answered", "converted"])),
      campaign_id: given(reference("campaign_id")),
      external_id: given(text("external_id", { max: ORDER_ID_MAX })),
      sort: sortQuery(claimSorts),
    },
    filterOf: (query) => ({
      state: query.state,
      campaignId: filterId("campaign", query.campaign_id),
      orderId: query.external_id,
      sort: query.sort,
    }),
    listing: browseClaims,
    wire: claimRow,
    present: presentClaim,
    columns: [
      "id",
      "state",
      "campaign_id",
      "campaign_name",
      "affiliate_id",
      "affiliate_name",
      "external_id",
      "approximate_time",
      "message",
      "opened_at",
      "answer",
      "answered_at",
      "conversion_id",
    ],
  });

  app.get("/claims/:id", { schema: { params: ofOne, response: { 200: claimResponse } } }, async (request) =>
    presentClaimResponse(await describeClaim(merchantOf(request), idFrom("claim", request.params.id))),
  );

  const changed = { 200: z.object({ claim: claimRow }) };
  const answerBody = z.object({ text: text("text", { max: CLAIM_ANSWER_MAX, content: "lines" }) });
  const answering = { params: ofOne, body: answerBody, response: changed };
  app.post("/claims/:id/answer", { schema: answering }, async (request) => {
    const id = idFrom("claim", request.params.id);
    return { claim: presentClaim(await answerClaim(merchantOf(request), { id, text: request.body.text })) };
  });

  const convertBody = z.object({
    amount: optional(amount("amount", AMOUNT_MAX)),
    currency: optional(currencyCode("currency")),
    external_id: optional(typedOrderId("external_id")),
  });
  const converting = { params: ofOne, body: convertBody, response: changed };
  app.post("/claims/:id/convert", { schema: converting }, async (request) => {
    const id = idFrom("claim", request.params.id);
    const { amount: value = 0, currency = DEFAULT_CURRENCY, external_id: externalId } = request.body;
    const order = { id, amount: moneyOf(value, currency), externalId };
    return { claim: presentClaim(await convertClaim(merchantOf(request), order)) };
  });
  ready();
};
