import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { conversionKinds, planSources } from "tributary-sdk/words";
import { z } from "zod";
import { customerLabel } from "../../domain/customer.ts";
import { majorOf } from "../../domain/values/money.ts";
import { linesOf } from "../../domain/plan/trace.ts";
import { previewCommission, type CommissionPreview } from "../../usecases/conversions/preview-commission.ts";
import { affiliateId, campaignId, idFrom } from "../wire/ids.ts";
import { currency } from "../wire/money.ts";
import { commissionLine } from "../wire/planned.ts";
import { merchantOf } from "./authenticate.ts";
import { previewedOrder, orderFrom, timesOf } from "./conversions.ts";
import { failures, json } from "./responses.ts";

export const commissionPreview = z
  .object({
    commission: z.number().describe("What the affiliate would earn.").meta({ example: 10 }),
    commission_currency: currency.describe("The currency of the commission."),
    affiliate_id: affiliateId,
    kind: z.enum(conversionKinds).describe("What the conversion would be.").meta({ example: "order" }),
    plan_source: z
      .enum(planSources)
      .nullable()
      .describe("Whose plan decides. null: the campaign has no plan, so its base does.")
      .meta({ example: "campaign" }),
    plan_version: z.number().nullable().describe("The version of that plan.").meta({ example: 1 }),
    lines: z.array(commissionLine).describe("How the commission is calculated, with the rules that do not pay."),
    customer: z
      .string()
      .nullable()
      .describe("The start of the customer's keyed hash; null if you did not say who ordered.")
      .meta({ example: "customer 7f3a91c2" }),
  })
  .meta({ id: "CommissionPreview", description: "What an order would pay." });

export const previewRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.post(
    "/campaigns/:id/commission-preview",
    {
      schema: {
        operationId: "previewCommission",
        summary: "Preview an order's commission",
        description:
          "Calculates what an order would pay if it were tracked now, and shows how. Takes the body of a tracked conversion and records nothing.",
        tags: ["Plans"],
        params: z.object({ id: campaignId }),
        body: previewedOrder,
        response: { 200: json("The commission.", commissionPreview), ...failures(400, 403, 404, 413, 415) },
      },
    },
    async (request) => {
      const context = merchantOf(request);
      const order = orderFrom(request.body, timesOf(context));
      const preview = await previewCommission(context, { ...order, campaignId: idFrom("campaign", request.params.id) });
      return present(preview);
    },
  );
  ready();
};

function present({ commission, planned, decision, trace }: CommissionPreview): z.output<typeof commissionPreview> {
  const { attribution, order, orderKind, plan } = decision;
  return {
    commission: majorOf(commission),
    commission_currency: commission.currency,
    affiliate_id: attribution.affiliation.affiliateId,
    kind: orderKind === "renewal" ? "renewal" : "order",
    plan_source: plan?.source ?? null,
    plan_version: planned?.version ?? null,
    lines: linesOf(trace, commission.currency, order.amount.currency),
    customer: order.customerKey && customerLabel(order.customerKey),
  };
}
