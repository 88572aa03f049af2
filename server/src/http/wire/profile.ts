import type { MailSwitches, PortalProfileResponse } from "tributary-sdk/pages";
import { z } from "zod";
import type { AffiliateContext } from "../../usecases/context.ts";
import type { Profile } from "../../usecases/people/profile.ts";
import { payoutDetails } from "./payout-details.ts";
import { isoOrNull } from "./times.ts";

const mailSwitches: z.ZodType<MailSwitches> = z.object({
  invitation: z.boolean(),
  approval: z.boolean(),
  claim_answered: z.boolean(),
  payout_reminder: z.boolean(),
});

export const profile: z.ZodType<PortalProfileResponse> = z.object({
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

export const presentProfile = (found: Profile, { settings }: AffiliateContext): PortalProfileResponse => ({
  profile: {
    name: found.user.name,
    email: found.user.email,
    email_verified: found.user.emailVerifiedAt !== null,
    payout_details: found.payoutDetails,
    payout_details_changed_at: isoOrNull(found.payoutDetailsChangedAt),
    mail: found.mail,
    mail_is_sent: settings.mailIsSent,
  },
});

/** For the personal data export. */
export const presentExportedProfile = ({ user, payoutDetails, payoutDetailsChangedAt, mail }: Profile) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  email_verified_at: isoOrNull(user.emailVerifiedAt),
  created_at: user.createdAt.toISOString(),
  payout_details: payoutDetails,
  payout_details_changed_at: isoOrNull(payoutDetailsChangedAt),
  mail,
});
