import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { memberSorts } from "tributary-sdk/words";
import { z } from "zod";
import { roles } from "../../domain/roles.ts";
import { browseMembers } from "../../usecases/members/browse-members.ts";
import { changeRole } from "../../usecases/members/change-role.ts";
import { removeMember } from "../../usecases/members/remove-member.ts";
import { AppError } from "../../domain/errors.ts";
import { parseId, type UserId } from "../../domain/ids.ts";
import { choice, reference } from "../wire/fields.ts";
import { ofAccount } from "../wire/ids.ts";
import { memberRow, presentMember } from "../wire/member.ts";
import { sortQuery } from "../wire/query.ts";
import { done } from "../wire/success.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const ofMember = ofAccount.extend({ user_id: reference("user_id") });
const roleBody = z.object({ role: choice("role", roles) });

export const memberRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "members",
    key: "members",
    query: { sort: sortQuery(memberSorts) },
    filterOf: (query) => query,
    listing: browseMembers,
    wire: memberRow,
    present: presentMember,
    columns: ["user_id", "name", "email", "role", "joined_at"],
  });

  const patch = { params: ofMember, body: roleBody, response: { 200: z.object({ member: memberRow }) } };
  app.patch("/members/:user_id", { config: ownersOnly, schema: patch }, async (request) => {
    const context = merchantOf(request);
    const input = { userId: memberFrom(request.params.user_id), role: request.body.role };
    return { member: presentMember(await changeRole(context, input), context) };
  });

  app.delete(
    "/members/:user_id",
    { config: ownersOnly, schema: { params: ofMember, response: { 200: done } } },
    async (request) => {
      await removeMember(merchantOf(request), memberFrom(request.params.user_id));
      return { success: true as const };
    },
  );
  ready();
};

function memberFrom(text: string): UserId {
  const id = parseId("user", text);
  if (!id) throw new AppError("member_not_found");
  return id;
}
