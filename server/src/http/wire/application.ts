import type { ApplicationDetails, ApplicationPageResponse, PortalApplicationPageResponse } from "tributary-sdk/pages";
import { APPLICATION_NOTE_MAX, AUDIENCE_MAX, WEBSITE_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { pageSlugRule, websiteOf, type OwnApplication, type SentApplication } from "../../domain/application.ts";
import type { Settings } from "../../usecases/context.ts";
import type { ShownPage } from "../../usecases/affiliates/application-page.ts";
import type { Offered } from "../../usecases/affiliates/read-offer.ts";
import { joinedAffiliation } from "./affiliation.ts";
import { emailAddress, optional, text } from "./fields.ts";
import { offerFields, presentOffer } from "./offer.ts";
import { newPassword, personName } from "./person.ts";
import { pending } from "./session.ts";

export const application: z.ZodType<ApplicationDetails> = z.object({
  name: z.string(),
  website: z.string(),
  audience: z.string(),
  note: z.string(),
  applied_at: z.string(),
});

export const presentApplication = ({
  name,
  website,
  audience,
  note,
  appliedAt,
}: SentApplication): ApplicationDetails => ({
  name,
  website,
  audience,
  note,
  applied_at: appliedAt.toISOString(),
});

/** For the personal data export. */
export const presentExportedApplication = ({ campaignId, ...sent }: OwnApplication) => ({
  campaign_id: campaignId,
  ...presentApplication(sent),
});

const slugError = { error: `slug must be ${pageSlugRule.text}.` };
export const pageBody = z.object({
  slug: z.string(slugError).refine(pageSlugRule.holds, slugError).optional(),
  open: z.boolean({ error: "open must be true or false." }).optional(),
});

export const pageResponse: z.ZodType<ApplicationPageResponse> = z.object({
  page: z.object({ slug: z.string(), open: z.boolean(), url: z.string(), saved: z.boolean() }),
});

export const presentPage = (
  { slug, isOpen, isSaved }: ShownPage,
  { baseUrl }: Pick<Settings, "baseUrl">,
): ApplicationPageResponse => ({ page: { slug, open: isOpen, url: `${baseUrl}/p/${slug}`, saved: isSaved } });

export const shownPage: z.ZodType<PortalApplicationPageResponse> = z.object({
  page: z.object({ ...offerFields, mail_is_sent: z.boolean() }),
});

export const presentShownPage = (shown: Offered, { mailIsSent }: Settings): PortalApplicationPageResponse => ({
  page: { ...presentOffer(shown), mail_is_sent: mailIsSent },
});

const websiteError = {
  error: `website must be a domain or an https URL of up to ${WEBSITE_MAX} characters, such as example.com.`,
};
const website = z.string(websiteError).transform((typed, context) => {
  const found = typed.length > 2 * WEBSITE_MAX ? undefined : websiteOf(typed);
  if (found !== undefined) return found;
  context.issues.push({ code: "custom", message: websiteError.error, input: typed });
  return z.NEVER;
});

export const applyBody = z.object({
  name: optional(personName),
  email: optional(emailAddress("email")),
  password: optional(newPassword("password")),
  website,
  audience: optional(text("audience", { min: 0, max: AUDIENCE_MAX })),
  note: optional(text("note", { min: 0, max: APPLICATION_NOTE_MAX, content: "lines" })),
});

export const applyResponse = z.union([
  joinedAffiliation.extend({ step: z.literal("joined") }),
  z.object({ step: z.literal("verification"), verification: pending }),
  z.object({ step: z.literal("received") }),
]);
