import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { BULK_MAX } from "tributary-sdk/limits";
import type { MovedResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { parseId } from "../../domain/ids.ts";
import { browseGroupedAffiliates, browseGroups } from "../../usecases/plans/browse-groups.ts";
import { createGroup, deleteGroup, moveAffiliates, updateGroup } from "../../usecases/plans/groups.ts";
import { listOf, reference } from "../wire/fields.ts";
import {
  groupPatch,
  groupResponse,
  groupsResponse,
  newGroup,
  presentGroupResponse,
  presentGroups,
} from "../wire/group.ts";
import { idFrom, ofOne } from "../wire/ids.ts";
import { done } from "../wire/success.ts";
import { merchantOf } from "./require-member.ts";
import { sendInPieces } from "../response/lists-in-pieces.ts";

const ofGroup = ofOne.extend({ group_id: reference("group_id") });
const moveBody = z.object({
  group_id: reference("group_id").nullable(),
  affiliate_ids: listOf("affiliate_ids", z.string(), { max: BULK_MAX }),
});
const moved: z.ZodType<MovedResponse> = z.object({ moved: z.number() });

export const groupRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const path = "/campaigns/:id/groups";
  app.get(path, { schema: { params: ofOne, response: { 200: groupsResponse } } }, async (request, reply) => {
    const context = merchantOf(request);
    const id = idFrom("campaign", request.params.id);
    return sendInPieces(
      reply,
      presentGroups(await browseGroups(context, id), await browseGroupedAffiliates(context, id)),
    );
  });

  app.post(path, { schema: { params: ofOne, body: newGroup, response: { 200: groupResponse } } }, async (request) => {
    const campaignId = idFrom("campaign", request.params.id);
    return presentGroupResponse(await createGroup(merchantOf(request), { campaignId, ...request.body }));
  });

  const change = { schema: { params: ofGroup, body: groupPatch, response: { 200: groupResponse } } };
  app.patch(`${path}/:group_id`, change, async (request) =>
    presentGroupResponse(await updateGroup(merchantOf(request), { ...which(request.params), ...request.body })),
  );

  app.delete(`${path}/:group_id`, { schema: { params: ofGroup, response: { 200: done } } }, async (request) => {
    await deleteGroup(merchantOf(request), which(request.params));
    return { success: true as const };
  });

  const move = { schema: { params: ofOne, body: moveBody, response: { 200: moved } } };
  app.post(`${path}/move`, move, async (request) => {
    const { group_id: group, affiliate_ids: affiliates } = request.body;
    return {
      moved: await moveAffiliates(merchantOf(request), {
        campaignId: idFrom("campaign", request.params.id),
        groupId: group === null ? null : idFrom("group", group),
        affiliateIds: affiliates.flatMap((id) => parseId("affiliate", id) ?? []),
      }),
    };
  });
  ready();
};

const which = (given: z.output<typeof ofGroup>) => ({
  campaignId: idFrom("campaign", given.id),
  id: idFrom("group", given.group_id),
});
