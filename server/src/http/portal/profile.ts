import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PortalProfileAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import type { AffiliateContext } from "../../usecases/context.ts";
import { changeProfile, getProfile, type Profile } from "../../usecases/people/profile.ts";
import { json } from "../response/responses.ts";
import { optional } from "../wire/fields.ts";
import { visitorOf } from "../request/visitor.ts";
import { givenPassword, personName } from "../session/schemas.ts";
import { payoutDetailsBody } from "./payout-fields.ts";
import { affiliateOf } from "./require-affiliate.ts";
import { mailSwitches, payoutDetails } from "./schemas.ts";

const profileAnswer: z.ZodType<PortalProfileAnswer> = z.object({
  profile: z.object({
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    payout_details: payoutDetails.nullable(),
    payout_details_changed_at: z.string().nullable(),
    mail: mailSwitches,
    mail_is_sent: z.boolean(),
  }),
});

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
      },
      { error: "mail must be an object." },
    ),
  ),
});

export const profileRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const current = { 200: json("The profile; the account for payouts shows its end only.", profileAnswer) };
  app.get("/profile", { schema: { response: current } }, async (request) => {
    const context = affiliateOf(request);
    return presentProfile(await getProfile(context), context);
  });

  const changed = { 200: json("The profile as it is now; new payout details in full, this once.", profileAnswer) };
  app.patch("/profile", { schema: { body: profileBody, response: changed } }, async (request) => {
    const context = affiliateOf(request);
    const { name, payout_details: payoutDetails, password, mail = {} } = request.body;
    const change = { name, password, mail, payoutDetails };
    return presentProfile(await changeProfile(context, change, visitorOf(request)), context);
  });
  ready();
};

const presentProfile = (profile: Profile, { settings }: AffiliateContext): PortalProfileAnswer => ({
  profile: {
    name: profile.user.name,
    email: profile.user.email,
    email_verified: profile.user.emailVerifiedAt !== null,
    payout_details: profile.payoutDetails,
    payout_details_changed_at: profile.payoutDetailsChangedAt?.toISOString() ?? null,
    mail: profile.mail,
    mail_is_sent: settings.mailIsSent,
  },
});
