import { AppError, orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { emailRule } from "../../domain/person.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import type { MerchantContext } from "../context.ts";
import { inviteAffiliate, type MadeInvitation } from "./invite-affiliate.ts";
import { assertJoinable } from "./open-invitation.ts";

export interface InviteAffiliates {
  readonly campaignId: CampaignId;
  readonly emails: readonly string[];
  /** The merchant's message in the emails. */
  readonly message?: string | undefined;
}
export type InviteResult = { readonly email: string } & ({ made: MadeInvitation } | { refused: AppError });

/** Each address gets its own result, so that one invalid line does not stop the others. */
export async function inviteAffiliates(context: MerchantContext, input: InviteAffiliates): Promise<InviteResult[]> {
  const campaign = orRefuse(await findCampaign(context.db, context.accountId, input.campaignId), "campaign_not_found");
  assertJoinable(campaign);
  // Invites a repeated address only once: the second link would replace the first.
  const results = new Map<string, InviteResult>();
  for (const email of input.emails) {
    const folded = foldEmail(email);
    if (!results.has(folded)) results.set(folded, await invite(context, input, email));
  }
  return input.emails.flatMap((email) => results.get(foldEmail(email)) ?? []);
}

async function invite(
  context: MerchantContext,
  { campaignId, message }: InviteAffiliates,
  email: string,
): Promise<InviteResult> {
  if (!emailRule.holds(email))
    return { email, refused: new AppError("invalid_request", { text: `email must be ${emailRule.text}.` }) };
  try {
    return { email, made: await inviteAffiliate(context, { campaignId, email, byMail: true, message }) };
  } catch (error) {
    if (error instanceof AppError) return { email, refused: error };
    throw error;
  }
}
