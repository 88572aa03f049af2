import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { changeProfile, getProfile } from "../../usecases/people/profile.ts";
import { visitorOf } from "../request/visitor.ts";
import { optional } from "../wire/fields.ts";
import { payoutDetailsBody } from "../wire/payout-details.ts";
import { givenPassword, personName } from "../wire/person.ts";
import { presentProfile, profile } from "../wire/profile.ts";
import { affiliateOf } from "./require-affiliate.ts";

const mailSwitch = (name: string) => optional(z.boolean({ error: `mail.${name} must be true or false.` }));
const profileBody = z.object({
  name: optional(personName),
  payout_details: payoutDetailsBody.nullable().optional(),
  password: optional(givenPassword("password")),
  mail: optional(
    z.object(
      {
        invitation: mailSwitch("invitation"),
        approval: mailSwitch("approval"),
        claim_answered: mailSwitch("claim_answered"),
        payout_reminder: mailSwitch("payout_reminder"),
      },
      { error: "mail must be an object." },
    ),
  ),
});

export const profileRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  app.get("/profile", { schema: { response: { 200: profile } } }, async (request) => {
    const context = affiliateOf(request);
    return presentProfile(await getProfile(context), context);
  });

  app.patch("/profile", { schema: { body: profileBody, response: { 200: profile } } }, async (request) => {
    const context = affiliateOf(request);
    const { name, payout_details: payoutDetails, password, mail = {} } = request.body;
    const change = { name, password, mail, payoutDetails };
    return presentProfile(await changeProfile(context, change, visitorOf(request)), context);
  });
  ready();
};
