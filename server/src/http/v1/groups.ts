import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { browseGroups, type MeasuredGroup } from "../../usecases/plans/browse-groups.ts";
import { createGroup, deleteGroup, updateGroup } from "../../usecases/plans/groups.ts";
import { eachOf, sendInPieces } from "../response/lists-in-pieces.ts";
import { group, groupPatch, newGroup, presentGroup } from "../wire/group.ts";
import { campaignId, groupId, idFrom } from "../wire/ids.ts";
import { doneWith, success } from "../wire/success.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";

const tags = ["Plans"];
const ofCampaign = z.object({ campaign_id: campaignId });
const ofGroup = ofCampaign.extend({ group_id: groupId });
const path = "/campaigns/:campaign_id/groups";

export const groupList = z.object({ groups: z.array(group).describe("The groups.") });

export const groupRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    path,
    {
      schema: {
        operationId: "listGroups",
        summary: "List a campaign's groups",
        description: "Returns all groups of the campaign, by name.",
        tags,
        params: ofCampaign,
        response: { 200: json("The groups.", groupList), ...failures(404) },
      },
    },
    async (request, reply) => {
      const { groups } = await browseGroups(merchantOf(request), idFrom("campaign", request.params.campaign_id));
      const present = (one: MeasuredGroup) => presentGroup({ ...one, affiliates: one.figures.affiliates });
      return sendInPieces(reply, { groups: eachOf(groups, present) });
    },
  );

  app.post(
    path,
    {
      schema: {
        operationId: "createGroup",
        summary: "Create a group",
        description: "Affiliates of a group share its plan. A group without a plan has the campaign's.",
        tags,
        params: ofCampaign,
        body: newGroup,
        response: { 200: json("The new group.", z.object({ success, group })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const id = idFrom("campaign", request.params.campaign_id);
      const made = await createGroup(merchantOf(request), { campaignId: id, ...request.body });
      return { success: true as const, group: presentGroup({ ...made, affiliates: 0 }) };
    },
  );

  app.patch(
    `${path}/:group_id`,
    {
      schema: {
        operationId: "updateGroup",
        summary: "Rename a group or change its plan",
        description:
          "Changes only the fields in the body. A plan replaces the whole previous one, and customers who ordered under it keep it. A plan of null gives the group the campaign's.",
        tags,
        params: ofGroup,
        body: groupPatch,
        response: { 200: json("The group.", z.object({ success, group })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const changed = await updateGroup(merchantOf(request), { ...which(request.params), ...request.body });
      return { success: true as const, group: presentGroup(changed) };
    },
  );

  app.delete(
    `${path}/:group_id`,
    {
      schema: {
        operationId: "deleteGroup",
        summary: "Delete a group",
        description: "Its affiliates fall back to the campaign's plan. Conversions keep the commission they have.",
        tags,
        params: ofGroup,
        response: { 200: json("Deleted.", doneWith("Group deleted.")), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      await deleteGroup(merchantOf(request), which(request.params));
      return { success: true as const, message: "Group deleted." };
    },
  );
  ready();
};

const which = (given: z.output<typeof ofGroup>) => ({
  campaignId: idFrom("campaign", given.campaign_id),
  id: idFrom("group", given.group_id),
});
