import type { FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { NAME_MAX } from "tributary-sdk/limits";
import type {
  AdvancedClockResponse,
  CreatedTestAccountResponse,
  ResetTestAccountResponse,
  TestAccountsResponse,
  TestClockResponse,
} from "tributary-sdk/pages";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { TWINS_MAX } from "../../domain/test-clock.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { browseTestMails, type ShownTestMail } from "../../usecases/test-mode/browse-mails.ts";
import { addTestAccount, listTestAccounts } from "../../usecases/test-mode/list-accounts.ts";
import { resetTestAccount } from "../../usecases/test-mode/reset-account.ts";
import { openTestPortal } from "../../usecases/test-mode/open-portal.ts";
import { advanceAndTell, dueWork, getTestClock } from "../../usecases/test-mode/watch-clock.ts";
import { visitorOf } from "../request/visitor.ts";
import { testSessionCookie } from "../session/cookies.ts";
import { optional, optionalReference, text } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { pageQuery } from "../wire/query.ts";
import { done } from "../wire/success.ts";
import { clockMove, moveFrom, presentClock, testClock } from "../wire/test-mode.ts";
import { managersOnly, merchantOf, ownersOnly } from "./require-member.ts";

const account = testClock.extend({ id: z.string(), name: z.string() });
const accounts: z.ZodType<TestAccountsResponse> = z.object({
  test_accounts: z.array(account.extend({ created_at: z.string() })),
  limit: z.number(),
});
const created: z.ZodType<CreatedTestAccountResponse> = z.object({ test_account: account });
const newAccount = z.object({ name: optional(text("name", { max: NAME_MAX })) }).nullish();

const clock: z.ZodType<TestClockResponse> = z.object({
  clock: testClock.extend({ next: z.object({ at: z.string(), work: z.array(z.enum(dueWork)) }).nullable() }),
});
const advanced: z.ZodType<AdvancedClockResponse> = z.object({
  clock: testClock.extend({
    steps: z.number(),
    events: z.array(z.object({ type: z.string(), count: z.number() })),
  }),
});
const reset: z.ZodType<ResetTestAccountResponse> = z.object({ clock: testClock });

const mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: z.string(),
});
/** With an ID: this one, or none. */
const mailQuery = z.object({ ...pageQuery, id: optionalReference("id") });
const mails = z.object({ test_mails: z.array(mail), pagination: listPagination });

/** Those who may create API keys may create test accounts, move their clocks and reset them. */
export const testModeRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get("/test-accounts", { schema: { params: ofAccount, response: { 200: accounts } } }, async (request) => ({
    test_accounts: (await listTestAccounts(merchantOf(request))).map(({ id, name, createdAt, now }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      ...presentClock(now),
    })),
    limit: TWINS_MAX,
  }));

  app.post(
    "/test-accounts",
    { config: ownersOnly, schema: { params: ofAccount, body: newAccount, response: { 200: created } } },
    async (request) => {
      const { id, name, now } = await addTestAccount(merchantOf(request), request.body?.name?.trim());
      return { test_account: { id, name, ...presentClock(now) } };
    },
  );

  app.get("/test-clock", { schema: { params: ofAccount, response: { 200: clock } } }, async (request) => {
    const { now, next } = await getTestClock(testMerchantOf(request));
    return { clock: { ...presentClock(now), next: next ? { at: next.at.toISOString(), work: [...next.work] } : null } };
  });

  app.post(
    "/test-clock",
    { config: ownersOnly, schema: { params: ofAccount, body: clockMove, response: { 200: advanced } } },
    async (request) => {
      const { now, steps, events } = await advanceAndTell(testMerchantOf(request), moveFrom(request.body));
      return { clock: { ...presentClock(now), steps, events: [...events] } };
    },
  );

  app.post(
    "/test-reset",
    { config: { ...ownersOnly, resets: true }, schema: { params: ofAccount, response: { 200: reset } } },
    async (request) => ({ clock: presentClock(await resetTestAccount(testMerchantOf(request))) }),
  );

  const listed = { params: ofAccount, querystring: mailQuery, response: { 200: mails } };
  app.get("/test-mails", { config: managersOnly, schema: listed }, async (request) => {
    const { limit, offset, id } = request.query;
    const { rows, total } = await browseTestMails(testMerchantOf(request), { limit, offset }, id);
    return { test_mails: rows.map(presentMail), pagination: paginationOf(total, { limit, offset }) };
  });

  app.post(
    "/affiliates/:id/test-portal",
    { config: managersOnly, schema: { params: ofOne, response: { 200: done } } },
    async (request, reply) => {
      const context = merchantOf(request);
      const cookie = testSessionCookie(context);
      const affiliateId = idFrom("affiliate", request.params.id);
      const input = { affiliateId, previousToken: cookie.read(request) };
      cookie.set(reply, await openTestPortal(context, input, visitorOf(request)));
      return { success: true as const };
    },
  );

  ready();
};

/** The merchant in a test account. */
function testMerchantOf(request: FastifyRequest): MerchantContext & { readonly twin: AccountId } {
  const context = merchantOf(request);
  if (context.twin === null) throw new AppError("test_mode_only");
  return { ...context, twin: context.twin };
}

const presentMail = ({ id, to, subject, text: body, createdAt }: ShownTestMail): z.infer<typeof mail> => ({
  id,
  to,
  subject,
  text: body,
  created_at: createdAt.toISOString(),
});
