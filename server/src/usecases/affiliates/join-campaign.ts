import type { Tx } from "../../db/database.ts";
import { statusOnJoining, type Affiliation } from "../../domain/affiliation.ts";
import { aboutAffiliation, affiliationFacts } from "../../domain/audit-facts.ts";
import { AppError } from "../../domain/errors.ts";
import { affiliateJoinedData } from "../../domain/events.ts";
import { idOf } from "../../domain/ids.ts";
import type { User } from "../../domain/person.ts";
import {
  ensureAffiliate,
  saveJoining,
  type Joining,
  type NumberedAffiliation,
} from "../../store/campaigns/affiliates.ts";
import { linkApplication } from "../../store/campaigns/applications.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { announce } from "../../store/webhooks/events.ts";
import { audit } from "../audit/audit.ts";
import type { Services } from "../context.ts";
import { sendingOf } from "../twins/sending.ts";
import { assertJoinable } from "./open-invitation.ts";

export interface JoinCampaign {
  readonly into: Pick<Affiliation, "accountId" | "campaignId">;
  readonly user: User;
  /** An application cannot bring back somebody who was removed; only the merchant can. */
  readonly by: "invitation" | "application";
}

/** Runs in the transaction that consumed the invitation or saved the application. */
export async function joinCampaign(
  services: Services,
  tx: Tx,
  { into: { accountId, campaignId }, user, by }: JoinCampaign,
): Promise<Affiliation> {
  const { clock, random } = services;
  const now = clock.now();
  const campaign = await findCampaign(tx, accountId, campaignId);
  if (!campaign) throw new Error("An invitation or a page without its campaign.");
  assertJoinable(campaign);
  const affiliateId = await ensureAffiliate(tx, {
    id: idOf("affiliate", random.uuid(now)),
    accountId,
    userId: user.id,
    createdAt: now,
  });
  const id = idOf("affiliation", random.uuid(now));
  const { affiliation, seq } = await saveWithFreeCode(services, tx, {
    id,
    accountId,
    campaignId,
    affiliateId,
    status: statusOnJoining(campaign.visibility),
    joinedAt: now,
  });
  if (by === "application" && affiliation.id !== id) throw new AppError("rejoining_needs_invitation");
  await linkApplication(tx, affiliation, user.email);
  announce(tx, {
    id: idOf("event", random.uuid(now)),
    accountId,
    type: "affiliate.joined",
    subjectId: affiliation.id,
    seq,
    createdAt: now,
    ...sendingOf(services, now),
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
