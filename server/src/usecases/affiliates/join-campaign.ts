import type { Tx } from "../../db/database.ts";
import { statusOnJoining, type Affiliation } from "../../domain/affiliation.ts";
import { aboutAffiliation, affiliationFacts } from "../../domain/audit-facts.ts";
import { AppError } from "../../domain/errors.ts";
import { affiliateJoinedData } from "../../domain/events.ts";
import { idOf } from "../../domain/ids.ts";
import type { Invitation } from "../../domain/invitation.ts";
import type { User } from "../../domain/person.ts";
import {
  ensureAffiliate,
  saveJoining,
  type Joining,
  type NumberedAffiliation,
} from "../../store/campaigns/affiliates.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { announce } from "../../store/webhooks/events.ts";
import { audit } from "../audit/audit.ts";
import type { Services } from "../context.ts";
import { assertJoinable } from "./open-invitation.ts";

/** Runs in the transaction that consumed the invitation. */
export async function joinCampaign(
  services: Services,
  tx: Tx,
  { invitation, user }: { invitation: Invitation; user: User },
): Promise<Affiliation> {
  const { clock, random } = services;
  const { accountId, campaignId } = invitation;
  const now = clock.now();
  const campaign = await findCampaign(tx, accountId, campaignId);
  if (!campaign) throw new Error("An invitation without its campaign.");
  assertJoinable(campaign);
  const affiliateId = await ensureAffiliate(tx, {
    id: idOf("affiliate", random.uuid(now)),
    accountId,
    userId: user.id,
    createdAt: now,
  });
  const { affiliation, seq } = await saveWithFreeCode(services, tx, {
    id: idOf("affiliation", random.uuid(now)),
    accountId,
    campaignId,
    affiliateId,
    status: statusOnJoining(campaign.visibility),
    joinedAt: now,
  });
  await announce(tx, {
    id: idOf("event", random.uuid(now)),
    accountId,
    type: "affiliate.joined",
    subjectId: affiliation.id,
    seq,
    createdAt: now,
    data: affiliateJoinedData(affiliation, user),
  });
  // Omits the affiliate's origin: the merchant must not see it.
  const acting = { ...services, accountId, actor: user.id, origin: null };
  const sides = { about: aboutAffiliation(affiliation), after: affiliationFacts(affiliation) };
  await audit(tx, acting, { action: "affiliation.joined", subject: affiliation.id, ...sides });
  return affiliation;
}

const CODES_MAX = 10;

async function saveWithFreeCode(
  { random }: Services,
  tx: Tx,
  joining: Omit<Joining, "code">,
): Promise<NumberedAffiliation> {
  for (let codes = 0; codes < CODES_MAX; codes += 1) {
    const saved = await saveJoining(tx, { ...joining, code: random.affiliateCode() });
    if (!saved) throw new AppError("already_in_campaign");
    if (saved !== "code_taken") return saved;
  }
  throw new Error("No unused affiliate code was found.");
}
