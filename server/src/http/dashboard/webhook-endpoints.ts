import { OVERLAP_HOURS_MAX } from "tributary-sdk/limits";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { browseEndpoints } from "../../usecases/webhooks/browse-endpoints.ts";
import { changeEndpoint } from "../../usecases/webhooks/change-endpoint.ts";
import { createEndpoint, type EndpointWithSecret } from "../../usecases/webhooks/create-endpoint.ts";
import { deleteEndpoint } from "../../usecases/webhooks/delete-endpoint.ts";
import { rotateSecret } from "../../usecases/webhooks/rotate-secret.ts";
import { sendTestEvent } from "../../usecases/webhooks/send-test-event.ts";
import { deliveryRow, presentDelivery } from "../wire/delivery.ts";
import { listOf, optional, reference } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { done } from "../wire/success.ts";
import { endpointRow, presentEndpoint } from "../wire/webhook-endpoint.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const EVENTS_MAX = 20;
/** The use cases check addresses and events, with their own error messages. */
const url = reference("url");
const events = listOf("events", z.string(), { max: EVENTS_MAX });
const aBoolean = z.boolean({ error: "enabled must be true or false." });
const hours = { error: `overlap_hours must be a number from 0 to ${OVERLAP_HOURS_MAX}.` };

const newEndpoint = z.object({ url, events });
const endpointPatch = z.object({ url: optional(url), events: optional(events), enabled: optional(aBoolean) });
const rotation = z
  .object({ overlap_hours: optional(z.number(hours).min(0, hours).max(OVERLAP_HOURS_MAX, hours)) })
  .nullish();

const withSecret = {
  200: z.object({ endpoint: endpointRow, secret: z.string() }),
};

export const webhookEndpointRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "webhook-endpoints",
    key: "webhook_endpoints",
    query: {},
    filterOf: () => ({}),
    listing: browseEndpoints,
    wire: endpointRow,
    present: presentEndpoint,
    columns: [
      "id",
      "url",
      ["events", (row) => row.events.join(" ")],
      "enabled",
      "created_at",
      "disabled_at",
      "disabled_by",
    ],
  });

  const create = { params: ofAccount, body: newEndpoint, response: withSecret };
  app.post("/webhook-endpoints", { config: ownersOnly, schema: create }, async (request) =>
    secretResponseOf(await createEndpoint(merchantOf(request), request.body)),
  );

  const patch = { params: ofOne, body: endpointPatch, response: { 200: z.object({ endpoint: endpointRow }) } };
  app.patch("/webhook-endpoints/:id", { schema: patch }, async (request) => {
    const id = idFrom("endpoint", request.params.id);
    return { endpoint: presentEndpoint(await changeEndpoint(merchantOf(request), { id, ...request.body })) };
  });

  app.delete("/webhook-endpoints/:id", { schema: { params: ofOne, response: { 200: done } } }, async (request) => {
    await deleteEndpoint(merchantOf(request), idFrom("endpoint", request.params.id));
    return { success: true as const };
  });

  const rotate = { params: ofOne, body: rotation, response: withSecret };
  app.post("/webhook-endpoints/:id/rotate", { config: ownersOnly, schema: rotate }, async (request) => {
    const input = { id: idFrom("endpoint", request.params.id), overlapHours: request.body?.overlap_hours ?? 0 };
    return secretResponseOf(await rotateSecret(merchantOf(request), input));
  });

  const queued = { 200: z.object({ delivery: deliveryRow }) };
  app.post("/webhook-endpoints/:id/test", { schema: { params: ofOne, response: queued } }, async (request) => ({
    delivery: presentDelivery(await sendTestEvent(merchantOf(request), idFrom("endpoint", request.params.id))),
  }));
  ready();
};

const secretResponseOf = ({ endpoint, secret }: EndpointWithSecret) => ({
  endpoint: presentEndpoint(endpoint),
  secret,
});
