import { Readable } from "node:stream";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Claim } from "../../domain/claim.ts";
import type { Session } from "../../domain/person.ts";
import type { AffiliateContext } from "../../usecases/context.ts";
import { erasePerson } from "../../usecases/people/erase-person.ts";
import { exportData, type OwnData } from "../../usecases/people/export-data.ts";
import type { Profile } from "../../usecases/people/profile.ts";
import { json } from "../response/responses.ts";
import { presentClawBackFields } from "../dashboard/money-present.ts";
import { browserCookie, sessionCookie } from "../session/cookies.ts";
import { visitorOf } from "../request/visitor.ts";
import { done, givenPassword } from "../session/schemas.ts";
import { presentCampaignRow, presentConversion, presentOwnPayout } from "./present.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const accountRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  // Without HEAD: the framework would read everything to find out what it need not send.
  app.get("/data", { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const context = affiliateOf(request);
    const data = await exportData(context);
    return reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="my-data.json"')
      .send(Readable.from(parts(data, context)));
  });

  const erased = { 200: json("Nothing that names the person is kept any more.", done) };
  const body = z.object({ password: givenPassword("password") });
  app.delete("/account", { schema: { body, response: erased } }, async (request, reply) => {
    const context = affiliateOf(request);
    await erasePerson(context, request.body.password, visitorOf(request));
    sessionCookie(context).clear(reply);
    browserCookie(context).clear(reply);
    return { success: true as const };
  });
  ready();
};

/** One JSON object, written piece by piece: what happened over the years may be too much for one. */
async function* parts(data: OwnData, context: AffiliateContext): AsyncGenerator<string, void> {
  const now = context.clock.now();
  const head = {
    exported_at: now.toISOString(),
    person: presentPerson(data.profile),
    sessions: data.sessions.map(presentSession),
    campaigns: data.campaigns.map((own) => presentCampaignRow(own, context.settings.baseUrl)),
    claims: data.claims.map(presentClaim),
  };
  yield JSON.stringify(head, undefined, 1).slice(0, -2);
  yield* list("conversions", data.conversions, (row) => presentConversion(row, now));
  yield* list("payouts", data.payouts, presentOwnPayout);
  yield* list("claw_backs", data.clawBacks, presentClawBackFields);
  yield "}\n";
}

async function* list<Row>(
  name: string,
  batches: AsyncGenerator<Row[], void>,
  present: (row: Row) => object,
): AsyncGenerator<string, void> {
  yield `,\n "${name}": [`;
  let separator = "\n";
  for await (const rows of batches) {
    for (const row of rows) {
      yield `${separator}${JSON.stringify(present(row))}`;
      separator = ",\n";
    }
  }
  yield "\n]";
}

const presentPerson = ({ user, payoutDetails, payoutDetailsChangedAt, mail }: Profile) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
  payout_details: payoutDetails,
  payout_details_changed_at: payoutDetailsChangedAt?.toISOString() ?? null,
  mail,
});

const presentSession = (session: Session) => ({
  created_at: session.createdAt.toISOString(),
  seen_at: session.seenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  user_agent: session.userAgent,
});

const presentClaim = (claim: Claim) => ({
  id: claim.id,
  campaign_id: claim.campaignId,
  external_id: claim.externalId,
  approximate_time: claim.approximateTime.toISOString(),
  asked_at: claim.askedAt.toISOString(),
  state: claim.state,
  told: claim.finding.text,
  message: claim.message,
  answer: claim.answer,
  conversion_id: claim.conversionId,
});
