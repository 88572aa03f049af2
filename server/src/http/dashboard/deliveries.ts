import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { deliverySorts } from "tributary-sdk/words";
import { z } from "zod";
import { deliveryStatuses } from "../../domain/delivery.ts";
import { browseDeliveries } from "../../usecases/webhooks/browse-deliveries.ts";
import { getDelivery } from "../../usecases/webhooks/list-deliveries.ts";
import { resendDelivery, resendFailed } from "../../usecases/webhooks/resend-delivery.ts";
import { deliveredTypes, deliveryAttempt, deliveryRow, presentAttempts, presentDelivery } from "../wire/delivery.ts";
import { choice, optional, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { given, instant, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

const record = z.object({
  delivery: deliveryRow,
  body: z.string().nullable(),
  attempts: z.array(deliveryAttempt),
});
const resendBody = z.object({ since: instant("since"), endpoint_id: optional(reference("endpoint_id")) });

export const deliveryRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "deliveries",
    key: "deliveries",
    query: {
      status: given(choice("status", deliveryStatuses)),
      endpoint_id: given(reference("endpoint_id")),
      event_type: given(choice("event_type", deliveredTypes)),
      from: given(instant("from")),
      to: given(instant("to")),
      sort: sortQuery(deliverySorts),
    },
    filterOf: ({ status, endpoint_id: endpoint, event_type: type, from, to, sort }) => ({
      status,
      endpointId: filterId("endpoint", endpoint),
      type,
      from,
      to,
      sort,
    }),
    listing: browseDeliveries,
    wire: deliveryRow,
    present: presentDelivery,
    columns: [
      "id",
      "event_id",
      "event_type",
      "endpoint_id",
      "endpoint_url",
      "status",
      "attempts",
      "created_at",
      "next_attempt_at",
      "last_attempt_at",
      "last_status_code",
      "last_error",
    ],
  });

  app.get("/deliveries/:id", { schema: { params: ofOne, response: { 200: record } } }, async (request) => {
    const id = idFrom("delivery", request.params.id);
    const { delivery, body, attempts } = await getDelivery(merchantOf(request), id);
    return { delivery: presentDelivery(delivery), body, attempts: presentAttempts(attempts) };
  });

  const queued = { 200: z.object({ delivery: deliveryRow }) };
  app.post("/deliveries/:id/resend", { schema: { params: ofOne, response: queued } }, async (request) => ({
    delivery: presentDelivery(await resendDelivery(merchantOf(request), idFrom("delivery", request.params.id))),
  }));

  const schema = { params: ofAccount, body: resendBody, response: { 200: z.object({ count: z.number() }) } };
  app.post("/deliveries/resend-failed", { schema }, async (request) => {
    const { since, endpoint_id: endpoint } = request.body;
    const endpointId = endpoint === undefined ? undefined : idFrom("endpoint", endpoint);
    return { count: await resendFailed(merchantOf(request), { since, endpointId }) };
  });
  ready();
};
