import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { parseId, type EventId } from "../../domain/ids.ts";
import { EventFeed, WAIT_MAX_SECONDS } from "../../usecases/test-mode/await-events.ts";
import { given } from "../wire/query.ts";
import { reference, wholeNumber } from "../wire/fields.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";
import { testTags as tags } from "./test-merchant.ts";

const query = z.object({
  after: given(reference("after")).meta({
    description: "`next` of the last response. Leave it out to start with what happens from now on.",
    example: "evt_01kjmma2g0f4hb4ddxjp2ss8nv",
  }),
  wait: wholeNumber("wait", { min: 0, max: WAIT_MAX_SECONDS, example: 0 })
    .default(0)
    .describe(`How many seconds to wait for an event, up to ${WAIT_MAX_SECONDS}. Default: 0.`),
});

const found = z.object({
  events: z
    .array(
      z.object({
        id: z.string().meta({ description: "The event's ID.", example: "evt_01kjmma2g0f4hb4ddxjp2ss8nv" }),
        type: z.string().meta({ description: "The event type.", example: "conversion.created" }),
        body: z.string().meta({ description: "The exact text that an endpoint would receive.", example: "{}" }),
      }),
    )
    .describe("The events."),
  next: z.string().meta({ description: "Where to continue.", example: "evt_01kjmma2g0f4hb4ddxjp2ss8nv" }),
});

export const eventRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const feed = new EventFeed();
  app.addHook("preClose", (done) => {
    feed.close();
    done();
  });
  app.get(
    "/events",
    {
      schema: {
        operationId: "listTestEvents",
        summary: "Wait for events of the test account",
        description:
          "For `tributary listen`, which forwards events to your machine. A response may repeat events of the seconds before `after`, because an event can be stored after a later one: skip the IDs you know.",
        tags,
        querystring: query,
        response: { 200: json("The events, oldest first.", found), ...failures(400, 404, 503) },
      },
    },
    async (request, reply) => {
      const { after, wait } = request.query;
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      if (reply.raw.destroyed) gone.abort();
      const { events, next } = await feed.read(merchantOf(request), {
        after: after === undefined ? undefined : positionOf(after),
        waitSeconds: wait,
        gone: gone.signal,
      });
      return { events: events.map(({ id, type, body }) => ({ id, type, body })), next };
    },
  );
  ready();
};

function positionOf(text: string): EventId {
  const id = parseId("event", text);
  if (!id) throw new AppError("invalid_request", { text: "after must be `next` of an earlier response." });
  return id;
}
