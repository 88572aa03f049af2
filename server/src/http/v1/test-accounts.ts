import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { NAME_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { createTestAccount } from "../../usecases/test-mode/create-account.ts";
import { resetTestAccount } from "../../usecases/test-mode/reset-account.ts";
import { optional, text } from "../wire/fields.ts";
import { presentClock, testAccount, testClock } from "../wire/test-mode.ts";
import { failures, json } from "./responses.ts";
import { testMerchantOf, testTags as tags } from "./test-merchant.ts";

export const newTestAccount = z
  .object({
    name: optional(text("name", { max: NAME_MAX }))
      .describe("Default: a numbered name.")
      .meta({ example: "ci-1" }),
  })
  .nullish()
  .meta({ id: "NewTestAccount", description: "A test account to create." });

const created = z.object({
  account: testAccount,
  api_key: z
    .string()
    .describe("The key of the new test account. It is shown only once.")
    .meta({ example: "sk_test_…" }),
});

export const testAccountRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.post(
    "/accounts",
    {
      schema: {
        operationId: "createTestAccount",
        summary: "Create another test account",
        description:
          "Creates an empty test account with a clock and a key of its own, so that parallel test runs don't interfere. An account can have up to 20.",
        tags,
        body: newTestAccount,
        response: { 200: json("The test account and its key.", created), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const { account, secret } = await createTestAccount(testMerchantOf(request), request.body?.name);
      const { id, name, createdAt } = account;
      return { account: { id, name, created_at: createdAt.toISOString() }, api_key: secret };
    },
  );

  app.post(
    "/reset",
    {
      schema: {
        operationId: "resetTestAccount",
        summary: "Reset the test account",
        description: "Deletes everything in the test account except its keys, and sets its clock to the real time.",
        tags,
        response: { 200: json("The new time.", z.object({ clock: testClock })), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => ({ clock: presentClock(await resetTestAccount(testMerchantOf(request))) }),
  );
  ready();
};
