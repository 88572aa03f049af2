import { z } from "zod";
import { shownStatus, affiliateStatuses, type Affiliation } from "../../domain/affiliation.ts";
import { isoOrNull } from "./times.ts";

/** After a member approved, rejected, suspended, restored or removed it. */
export const changedAffiliation = z.object({
  success: z.literal(true),
  affiliation: z.object({
    id: z.string(),
    campaign_id: z.string(),
    affiliate_id: z.string(),
    affiliate_code: z.string(),
    status: z.enum(affiliateStatuses),
    suspended: z.boolean(),
    joined_at: z.string(),
    approved_at: z.string().nullable(),
  }),
});

export const presentChangedAffiliation = (affiliation: Affiliation): z.infer<typeof changedAffiliation> => ({
  success: true,
  affiliation: {
    id: affiliation.id,
    campaign_id: affiliation.campaignId,
    affiliate_id: affiliation.affiliateId,
    affiliate_code: affiliation.code,
    ...shownStatus(affiliation.status),
    joined_at: affiliation.joinedAt.toISOString(),
    approved_at: isoOrNull(affiliation.approvedAt),
  },
});

/** After the affiliate accepted an invitation. */
export const joinedAffiliation = z.object({
  success: z.literal(true),
  affiliation: z.object({
    id: z.string(),
    campaign_id: z.string(),
    affiliate_id: z.string(),
    status: z.enum(affiliateStatuses),
    affiliate_code: z.string(),
    unique_link: z.string(),
    joined_at: z.string(),
  }),
});

export const presentJoinedAffiliation = (
  affiliation: Affiliation,
  baseUrl: string,
): z.infer<typeof joinedAffiliation> => ({
  success: true,
  affiliation: {
    id: affiliation.id,
    campaign_id: affiliation.campaignId,
    affiliate_id: affiliation.affiliateId,
    status: shownStatus(affiliation.status).status,
    affiliate_code: affiliation.code,
    unique_link: `${baseUrl}/r/${affiliation.code}`,
    joined_at: affiliation.joinedAt.toISOString(),
  },
});
