import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { advanceClock } from "../../usecases/test-mode/advance-clock.ts";
import { advancedClock, clockMove, moveFrom, presentClock, testClock } from "../wire/test-mode.ts";
import { failures, json } from "./responses.ts";
import { testMerchantOf, testTags as tags } from "./test-merchant.ts";

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
    async (request) => ({ clock: presentClock(testMerchantOf(request).clock.now()) }),
  );

  app.post(
    "/clock",
    {
      schema: {
        operationId: "advanceTestClock",
        summary: "Advance the clock of the test account",
        description:
          "Moves the clock forward and runs everything that becomes due on the way, in order: approvals, payouts, bonuses and webhook retries. Requests to the test account wait until it is done.",
        tags,
        body: clockMove,
        response: { 200: json("The new time.", z.object({ clock: advancedClock })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const { now, steps } = await advanceClock(testMerchantOf(request), moveFrom(request.body));
      return { clock: { ...presentClock(now), steps } };
    },
  );
  ready();
};
