import { Readable } from "node:stream";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { AffiliateContext } from "../../usecases/context.ts";
import { erasePerson } from "../../usecases/people/erase-person.ts";
import { exportData, type OwnData } from "../../usecases/people/export-data.ts";
import { visitorOf } from "../request/visitor.ts";
import { browserCookie, sessionCookie } from "../session/cookies.ts";
import { presentExportedApplication } from "../wire/application.ts";
import { presentExportedClaim } from "../wire/claim.ts";
import { presentExportedHolding } from "../wire/coupon.ts";
import { presentOwnClawBack } from "../wire/claw-back.ts";
import { presentOwnCampaignRow } from "../wire/own-campaign.ts";
import { presentOwnConversionRow } from "../wire/own-conversion.ts";
import { presentOwnPayout } from "../wire/payout.ts";
import { givenPassword } from "../wire/person.ts";
import { presentExportedProfile } from "../wire/profile.ts";
import { presentExportedSession } from "../wire/session.ts";
import { done } from "../wire/success.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const accountRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  // Without HEAD: the framework would read everything and then discard it.
  app.get("/data", { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const context = affiliateOf(request);
    const data = await exportData(context);
    return reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="my-data.json"')
      .send(Readable.from(parts(data, context)));
  });

  const body = z.object({ password: givenPassword("password") });
  app.delete("/account", { schema: { body, response: { 200: done } } }, async (request, reply) => {
    const context = affiliateOf(request);
    await erasePerson(context, request.body.password, visitorOf(request));
    sessionCookie(context).clear(reply);
    browserCookie(context).clear(reply);
    return { success: true as const };
  });
  ready();
};

/** One JSON object, written in pieces: years of history may not fit into memory. */
async function* parts(data: OwnData, context: AffiliateContext): AsyncGenerator<string, void> {
  const now = context.clock.now();
  const head = {
    exported_at: now.toISOString(),
    person: presentExportedProfile(data.profile),
    sessions: data.sessions.map(presentExportedSession),
    campaigns: data.campaigns.map((own) => presentOwnCampaignRow(own, context.settings.baseUrl)),
    coupons: data.coupons.map(presentExportedHolding),
    applications: data.applications.map(presentExportedApplication),
    claims: data.claims.map(presentExportedClaim),
  };
  yield JSON.stringify(head, undefined, 1).slice(0, -2);
  yield* list("conversions", data.conversions, (row) => presentOwnConversionRow(row, now));
  yield* list("payouts", data.payouts, presentOwnPayout);
  yield* list("claw_backs", data.clawBacks, presentOwnClawBack);
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
