import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { auditSorts } from "tributary-sdk/words";
import { auditActions } from "../../domain/audit.ts";
import { parseAnyId } from "../../domain/ids.ts";
import { browseAuditLog, listActors } from "../../usecases/audit/browse-audit-log.ts";
import { auditChoices, auditEntryRow, presentAuditActor, presentAuditEntry } from "../wire/audit-entry.ts";
import { choice, reference, text } from "../wire/fields.ts";
import { ofAccount } from "../wire/ids.ts";
import { given, instant, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { managersOnly, merchantOf } from "./require-member.ts";

/** Longer than any actor: an ID, or a word such as "system". */
const ACTOR_MAX = 100;

export const auditLogRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "audit-log",
    config: managersOnly,
    key: "audit_log",
    query: {
      actor: given(text("actor", { max: ACTOR_MAX })),
      action: given(choice("action", auditActions)),
      subject: given(reference("subject")),
      from: given(instant("from")),
      to: given(instant("to")),
      sort: sortQuery(auditSorts),
    },
    filterOf: ({ subject, ...filter }) => ({
      ...filter,
      subject: subject === undefined ? undefined : (parseAnyId(subject) ?? null),
    }),
    listing: browseAuditLog,
    wire: auditEntryRow,
    present: presentAuditEntry,
    columns: [
      "at",
      ["actor_kind", (row) => row.actor.kind],
      ["actor_id", (row) => row.actor.id],
      ["actor_name", (row) => row.actor.name],
      "action",
      ["subject_kind", (row) => row.subject.kind],
      ["subject_id", (row) => row.subject.id],
      ["subject_name", (row) => row.subject.name],
      ["before", (row) => row.before && JSON.stringify(row.before)],
      ["after", (row) => row.after && JSON.stringify(row.after)],
      "address",
      "user_agent",
      "id",
    ],
  });

  const response = { 200: auditChoices };
  app.get("/audit-log/choices", { config: managersOnly, schema: { params: ofAccount, response } }, async (request) => {
    const actors = await listActors(merchantOf(request));
    return { actors: actors.map(({ actor: id, name }) => presentAuditActor(id, name)), actions: [...auditActions] };
  });
  ready();
};
