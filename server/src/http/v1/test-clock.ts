import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { testClock, presentClock } from "../wire/test-clock.ts";
import { merchantOf } from "./authenticate.ts";
import { failures, json } from "./responses.ts";

const tags = ["Test mode"];

export const clockRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get(
    "/clock",
    {
      schema: {
        operationId: "getTestClock",
        summary: "Read the clock of the test account",
        description: "The clock starts at the real time and stands still until you move it.",
        tags,
        response: { 200: json("The clock.", z.object({ clock: testClock })), ...failures(404) },
      },
    },
    async (request) => ({ clock: presentClock(merchantOf(request).clock.now()) }),
  );
  ready();
};
