import type { Queryable } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError } from "../../domain/errors.ts";
import { invitationRefusal, type Invitation } from "../../domain/invitation.ts";
import { digestOf } from "../../domain/secret.ts";
import { findAccount } from "../../store/accounts.ts";
import { findCampaign } from "../../store/campaigns.ts";
import { findInvitation } from "../../store/invitations.ts";
import { findCredentialsByEmail } from "../../store/users.ts";
import type { Services } from "../context.ts";

export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly campaign: Campaign;
  readonly merchantName: string;
  /** Whoever was invited signs in with the password they have; nobody else may choose one for them. */
  readonly personIsKnown: boolean;
}

/** Looking changes nothing: link previews and mail scanners open it before the person does. */
export async function openInvitation({ db, clock }: Services, token: string): Promise<OpenInvitation> {
  const invitation = await findAcceptable(db, await tokenDigestOf(token), clock.now());
  const [campaign, account, credentials] = await Promise.all([
    findCampaign(db, invitation.accountId, invitation.campaignId),
    findAccount(db, invitation.accountId),
    findCredentialsByEmail(db, invitation.email),
  ]);
  if (!campaign || !account) throw new Error("An invitation without its campaign or account.");
  assertJoinable(campaign);
  return { invitation, campaign, merchantName: account.name, personIsKnown: credentials !== undefined };
}

const TOKEN = /^[\w-]{43}$/;

/** A token of another form is simply unknown. */
export async function tokenDigestOf(token: string): Promise<Uint8Array> {
  if (!TOKEN.test(token)) throw new AppError("invitation_not_found");
  return digestOf(token);
}

export async function findAcceptable(db: Queryable, tokenDigest: Uint8Array, now: Date): Promise<Invitation> {
  const invitation = await findInvitation(db, tokenDigest);
  if (!invitation) throw new AppError("invitation_not_found");
  const refusal = invitationRefusal(invitation, now);
  if (refusal) throw new AppError(refusal);
  return invitation;
}

export function assertJoinable(campaign: Campaign): void {
  if (campaign.status === "archived") throw new AppError("campaign_archived");
}
