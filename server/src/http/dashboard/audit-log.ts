import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AuditActor, AuditChoicesAnswer, AuditEntryRow } from "tributary-sdk/pages";
import { z } from "zod";
import { auditActions } from "../../domain/audit.ts";
import { parseAnyId } from "../../domain/ids.ts";
import { browseAuditLog, listActors, type NamedEntry } from "../../usecases/audit/browse-audit-log.ts";
import { json } from "../response/responses.ts";
import type { Columns } from "../response/csv.ts";
import { choice, reference } from "../wire/fields.ts";
import { managersOnly, merchantOf } from "./require-member.ts";
import { listRoutes } from "./list-routes.ts";
import { given, instant } from "../wire/query.ts";
import { ofAccount } from "./schemas.ts";

const actor: z.ZodType<AuditActor> = z.object({
  kind: z.enum(["user", "key", "operator", "system"]),
  id: z.string(),
  name: z.string().nullable(),
});
const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const facts = z.record(z.string(), fact).nullable();
const entryRow: z.ZodType<AuditEntryRow> = z.object({
  id: z.string(),
  at: z.string(),
  actor,
  action: z.enum(auditActions),
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  before: facts,
  after: facts,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
const choices: z.ZodType<AuditChoicesAnswer> = z.object({
  actors: z.array(actor),
  actions: z.array(z.enum(auditActions)),
});

export const auditLogRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "audit-log",
    config: managersOnly,
    key: "audit_log",
    query: {
      actor: given(reference("actor")),
      action: given(choice("action", auditActions)),
      subject: given(reference("subject")),
      from: given(instant("from")),
      to: given(instant("to")),
    },
    filterOf: ({ subject, ...filter }) => ({
      ...filter,
      subject: subject === undefined ? undefined : (parseAnyId(subject) ?? null),
    }),
    listing: browseAuditLog,
    wire: entryRow,
    present: presentEntry,
    columns,
  });

  const response = { 200: json("What the filters can be set to.", choices) };
  app.get("/audit-log/choices", { config: managersOnly, schema: { params: ofAccount, response } }, async (request) => {
    const actors = await listActors(merchantOf(request));
    return { actors: actors.map(({ actor: id, name }) => presentActor(id, name)), actions: [...auditActions] };
  });
  ready();
};

const presentEntry = (entry: NamedEntry): AuditEntryRow => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: presentActor(entry.actor, entry.actorName),
  action: entry.action,
  subject: { kind: entry.subjectKind, id: entry.subject, name: entry.subjectName },
  before: entry.before,
  after: entry.after,
  address: entry.origin?.address ?? null,
  user_agent: entry.origin?.userAgent ?? null,
});

function presentActor(id: string, name: string | null): AuditActor {
  if (id === "operator" || id === "system") return { kind: id, id, name: null };
  return { kind: id.startsWith("key_") ? "key" : "user", id, name };
}

const columns: Columns<AuditEntryRow> = [
  ["at", (row) => row.at],
  ["actor_kind", (row) => row.actor.kind],
  ["actor_id", (row) => row.actor.id],
  ["actor_name", (row) => row.actor.name],
  ["action", (row) => row.action],
  ["subject_kind", (row) => row.subject.kind],
  ["subject_id", (row) => row.subject.id],
  ["subject_name", (row) => row.subject.name],
  ["before", (row) => row.before && JSON.stringify(row.before)],
  ["after", (row) => row.after && JSON.stringify(row.after)],
  ["address", (row) => row.address],
  ["user_agent", (row) => row.user_agent],
  ["id", (row) => row.id],
];
