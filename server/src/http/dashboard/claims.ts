import type { FastifyInstance } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { ClaimAnswer, ClaimRow } from "tributary-sdk/pages";
import { z } from "zod";
import { claimStates, type ClaimState } from "../../domain/claim.ts";
import { conversionStatuses } from "../../domain/conversion.ts";
import { DEFAULT_CURRENCY } from "../../domain/currency.ts";
import { errorTexts } from "../../domain/errors.ts";
import { moneyOf } from "../../domain/money.ts";
import {
  browseClaims,
  describeClaim,
  type DescribedClaim,
  type NamedClaim,
} from "../../usecases/claims/browse-claims.ts";
import { answerClaim, convertClaim } from "../../usecases/claims/settle-claim.ts";
import { json } from "../response/responses.ts";
import type { Columns } from "../response/csv.ts";
import { amount, choice, currencyCode, optional, reference, text, typedOrderId } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { presentFinding } from "../portal/claims.ts";
import { claimFinding } from "../portal/schemas.ts";
import { merchantOf } from "./require-member.ts";
import { listRoutes } from "./list-routes.ts";
import { filterId, given } from "../wire/query.ts";
import { ofOne } from "./schemas.ts";

const ANSWER_MAX = 2000;
const AMOUNT_MAX = 1_000_000_000;

type ShownState = Exclude<ClaimState, "asked">;
const shownStates = claimStates.filter((state): state is ShownState => state !== "asked");
const state = z.enum(shownStates);

const claimRow: z.ZodType<ClaimRow> = z.object({
  id: z.string(),
  state,
  campaign_id: z.string(),
  campaign_name: z.string(),
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  external_id: z.string(),
  approximate_time: z.string(),
  message: z.string().nullable(),
  opened_at: z.string(),
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  conversion_id: z.string().nullable(),
});

const knownOrder = z.object({
  id: z.string(),
  external_id: z.string(),
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  status: z.enum(conversionStatuses),
});

const claimAnswer: z.ZodType<ClaimAnswer> = z.object({
  claim: claimRow,
  told: claimFinding,
  known: z.object({
    conversion: knownOrder.nullable(),
    similar: z.array(knownOrder),
    refusals: z.array(z.object({ at: z.string(), code: z.string(), text: z.string() })),
  }),
});

export const claimRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  claimList(app);

  const one = { 200: json("The claim, what its affiliate was told, and what is known about the order.", claimAnswer) };
  app.get("/claims/:id", { schema: { params: ofOne, response: one } }, async (request) => {
    const described = await describeClaim(merchantOf(request), idFrom("claim", request.params.id));
    const { recorded, similar, refusals } = described;
    return {
      claim: presentClaim(described),
      told: presentFinding(described.claim.finding),
      known: {
        conversion: recorded ? presentOrder(recorded) : null,
        similar: similar.map(presentOrder),
        refusals: refusals.map(({ reason, refusedAt }) => ({
          at: refusedAt.toISOString(),
          code: reason,
          text: errorTexts[reason],
        })),
      },
    };
  });

  const changed = { 200: json("The claim as it is now.", z.object({ claim: claimRow })) };
  const answerBody = z.object({ text: text("text", { max: ANSWER_MAX, content: "lines" }) });
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

function claimList(app: FastifyInstance): void {
  listRoutes(app, {
    path: "claims",
    key: "claims",
    query: {
      state: given(choice("state", ["open", "answered", "converted"])),
      campaign_id: given(reference("campaign_id")),
    },
    filterOf: (query) => ({ state: query.state, campaignId: filterId("campaign", query.campaign_id) }),
    listing: browseClaims,
    wire: claimRow,
    present: presentClaim,
    columns,
  });
}

const presentOrder = ({ conversion, affiliateName }: DescribedClaim["similar"][number]) => ({
  id: conversion.id,
  external_id: conversion.externalId,
  affiliate_id: conversion.affiliateId,
  affiliate_name: affiliateName,
  status: conversion.status,
});

function presentClaim({ claim, campaignName, affiliateName }: NamedClaim): ClaimRow {
  if (claim.state === "asked" || !claim.openedAt) throw new Error("A claim that was not opened is not the merchant's.");
  return {
    id: claim.id,
    state: claim.state,
    campaign_id: claim.campaignId,
    campaign_name: campaignName,
    affiliate_id: claim.affiliateId,
    affiliate_name: affiliateName,
    external_id: claim.externalId,
    approximate_time: claim.approximateTime.toISOString(),
    message: claim.message,
    opened_at: claim.openedAt.toISOString(),
    answer: claim.answer,
    answered_at: claim.answeredAt?.toISOString() ?? null,
    conversion_id: claim.conversionId,
  };
}

const columns: Columns<ClaimRow> = [
  ["id", (row) => row.id],
  ["state", (row) => row.state],
  ["campaign_id", (row) => row.campaign_id],
  ["campaign_name", (row) => row.campaign_name],
  ["affiliate_id", (row) => row.affiliate_id],
  ["affiliate_name", (row) => row.affiliate_name],
  ["external_id", (row) => row.external_id],
  ["approximate_time", (row) => row.approximate_time],
  ["message", (row) => row.message],
  ["opened_at", (row) => row.opened_at],
  ["answer", (row) => row.answer],
  ["answered_at", (row) => row.answered_at],
  ["conversion_id", (row) => row.conversion_id],
];
