import type { Queryable } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { invitationRefusal, type Invitation } from "../../domain/invitation.ts";
import { digestOf } from "../secret-digest.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { findInvitation } from "../../store/campaigns/invitations.ts";
import type { Services } from "../context.ts";
import { readOffer, type Offered } from "./read-offer.ts";

export interface OpenInvitation extends Offered {
  readonly invitation: Invitation;
}

/**
 * Changes nothing: link previews and mail scanners open the link before the person does. It does not reveal whether the
 * invited address has an account, since the merchant who created the link can open it too.
 */
export async function openInvitation({ db, clock }: Services, token: string): Promise<OpenInvitation> {
  const { invitation, campaign } = await findJoinable(db, tokenDigestOf(token), clock.now());
  return { invitation, ...(await readOffer(db, campaign)) };
}

const TOKEN = /^[\w-]{43}$/;

/** A malformed token is treated like an unknown one. */
export function tokenDigestOf(token: string): Buffer {
  if (!TOKEN.test(token)) throw new AppError("invitation_not_found");
  return digestOf(token);
}

export async function findAcceptable(db: Queryable, tokenDigest: Uint8Array, now: Date): Promise<Invitation> {
  const invitation = orRefuse(await findInvitation(db, tokenDigest), "invitation_not_found");
  const refusal = invitationRefusal(invitation, now);
  if (refusal) throw new AppError(refusal);
  return invitation;
}

/** Finds an invitation that can be accepted now, to a campaign that can be joined now. */
export async function findJoinable(
  db: Queryable,
  tokenDigest: Uint8Array,
  now: Date,
): Promise<{ invitation: Invitation; campaign: Campaign }> {
  const invitation = await findAcceptable(db, tokenDigest, now);
  const campaign = await findCampaign(db, invitation.accountId, invitation.campaignId);
  if (!campaign) throw new Error("An invitation without its campaign.");
  assertJoinable(campaign);
  return { invitation, campaign };
}

export function assertJoinable(campaign: Campaign): void {
  if (campaign.status === "archived") throw new AppError("campaign_archived");
}
