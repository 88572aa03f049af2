import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AffiliatePlan as WireAffiliatePlan } from "tributary-sdk";
import { z } from "zod";
import { getAffiliatePlan, type WhosePlan } from "../../usecases/plans/affiliate-plan.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { moveAffiliate } from "../../usecases/plans/groups.ts";
import { removeAffiliatePlan, setAffiliatePlan } from "../../usecases/plans/overrides.ts";
import { affiliateId, campaignId, groupId, idFrom } from "../wire/ids.ts";
import { decidingFields, planBody, presentDeciding } from "../wire/plan.ts";
import { success } from "../wire/success.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";

const tags = ["Plans"];
const params = z.object({ campaign_id: campaignId, affiliate_id: affiliateId });
const path = "/campaigns/:campaign_id/affiliates/:affiliate_id";

export const affiliatePlan = z
  .object({ ...decidingFields, group_id: groupId.nullable().describe("The affiliate's group, if any.") })
  .meta({ id: "AffiliatePlan", description: "The plan that decides about an affiliate's orders." });

export const affiliatePlanBody = z
  .object({ plan: planBody })
  .meta({ id: "AffiliatePlanBody", description: "A plan for one affiliate." });

const ABOUT_GROUP = "text or null";
export const groupMove = z
  .object({
    group_id: z
      .string({
        error: ({ input }) =>
          input === undefined ? `group_id is required and must be ${ABOUT_GROUP}.` : `group_id must be ${ABOUT_GROUP}.`,
      })
      .nullable()
      .describe("The group to move the affiliate to. null: out of their group.")
      .meta({ example: "grp_01jz8q4m6ne7t2y4a8x0z3p5kj" }),
  })
  .meta({ id: "GroupMove", description: "Where to move an affiliate." });

const changed = z.object({ success, affiliate_plan: affiliatePlan });

export const planRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    `${path}/plan`,
    {
      schema: {
        operationId: "getAffiliatePlan",
        summary: "Get an affiliate's plan",
        description:
          "Returns the plan that decides about new orders: the affiliate's own, else the group's, else the campaign's.",
        tags,
        params,
        response: { 200: json("The plan.", z.object({ affiliate_plan: affiliatePlan })), ...failures(404) },
      },
    },
    async (request) => ({ affiliate_plan: await show(merchantOf(request), whose(request.params)) }),
  );

  app.put(
    `${path}/plan`,
    {
      schema: {
        operationId: "setAffiliatePlan",
        summary: "Set an affiliate's own plan",
        description:
          "The plan replaces the group's and the campaign's for this affiliate; plans are never merged. Customers who ordered under an earlier plan of the affiliate's own keep it, unless the new one says otherwise.",
        tags,
        params,
        body: affiliatePlanBody,
        response: { 200: json("The plan that decides now.", changed), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const [context, which] = [merchantOf(request), whose(request.params)];
      await setAffiliatePlan(context, { which, plan: request.body.plan });
      return { success: true as const, affiliate_plan: await show(context, which) };
    },
  );

  app.delete(
    `${path}/plan`,
    {
      schema: {
        operationId: "removeAffiliatePlan",
        summary: "Remove an affiliate's own plan",
        description: "The group's plan, or the campaign's, decides again. Removing none changes nothing.",
        tags,
        params,
        response: { 200: json("The plan that decides now.", changed), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const [context, which] = [merchantOf(request), whose(request.params)];
      await removeAffiliatePlan(context, which);
      return { success: true as const, affiliate_plan: await show(context, which) };
    },
  );

  app.put(
    `${path}/group`,
    {
      schema: {
        operationId: "moveAffiliate",
        summary: "Move an affiliate to a group",
        description: "An affiliate is in one group of a campaign at most. The group's plan decides about new orders.",
        tags,
        params,
        body: groupMove,
        response: { 200: json("The plan that decides now.", changed), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const [context, which] = [merchantOf(request), whose(request.params)];
      const { group_id: group } = request.body;
      await moveAffiliate(context, { ...which, groupId: group === null ? null : idFrom("group", group) });
      return { success: true as const, affiliate_plan: await show(context, which) };
    },
  );
  ready();
};

const whose = (given: z.output<typeof params>) => ({
  campaignId: idFrom("campaign", given.campaign_id),
  affiliateId: idFrom("affiliate", given.affiliate_id),
});

async function show(context: MerchantContext, which: WhosePlan): Promise<WireAffiliatePlan> {
  const { deciding, group } = await getAffiliatePlan(context, which);
  return { ...presentDeciding(deciding), group_id: group?.id ?? null };
}
