import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { NAME_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { orRefuse } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import { createTestAccount } from "../../usecases/test-mode/create-account.ts";
import { deleteTestAccount } from "../../usecases/test-mode/delete-account.ts";
import { listTestAccounts } from "../../usecases/test-mode/list-accounts.ts";
import { resetTestAccount } from "../../usecases/test-mode/reset-account.ts";
import { optional, text } from "../wire/fields.ts";
import { doneWith } from "../wire/success.ts";
import { presentClock, presentTestAccount, testAccount, testClock } from "../wire/test-mode.ts";
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
          "Creates an empty test account with a clock and a key of its own, so that parallel test runs don't interfere. An account can have up to 20: delete those that you no longer need.",
        tags,
        body: newTestAccount,
        response: { 200: json("The test account and its key.", created), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      const { account, secret } = await createTestAccount(testMerchantOf(request), request.body?.name);
      return { account: presentTestAccount(account), api_key: secret };
    },
  );

  app.get(
    "/accounts",
    {
      schema: {
        operationId: "listTestAccounts",
        summary: "List test accounts",
        description: "All test accounts of the same live account, oldest first.",
        tags,
        response: {
          200: json("The test accounts.", z.object({ accounts: z.array(testAccount).describe("Oldest first.") })),
          ...failures(404),
        },
      },
    },
    async (request) => ({ accounts: (await listTestAccounts(testMerchantOf(request))).map(presentTestAccount) }),
  );

  app.delete(
    "/accounts/:id",
    {
      schema: {
        operationId: "deleteTestAccount",
        summary: "Delete another test account",
        description:
          "Deletes a test account of the same live account, with everything in it and its keys. A test account cannot delete itself.",
        tags,
        params: testAccount.pick({ id: true }),
        response: { 200: json("Deleted.", doneWith("Test account deleted.")), ...failures(400, 404, 413, 415) },
      },
    },
    async (request) => {
      await deleteTestAccount(
        testMerchantOf(request),
        orRefuse(parseId("account", request.params.id), "test_account_not_found"),
      );
      return { success: true as const, message: "Test account deleted." };
    },
  );

  app.post(
    "/reset",
    {
      config: { resets: true },
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
