import { findingOf, toldRefusals, type Claim } from "../../domain/claim.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, type CampaignId } from "../../domain/ids.ts";
import { listOrdersNumbered } from "../../store/connectors/fact-keys.ts";
import { findUnattributed } from "../../store/connectors/shop-orders.ts";
import { insertClaim, type NamedClaim } from "../../store/conversions/claims.ts";
import { findAffiliationOfPerson, type OwnAffiliation } from "../../store/campaigns/own-affiliations.ts";
import { findOutdone, findOwnOrder } from "../../store/conversions/own-conversions.ts";
import { listRefusals } from "../../store/conversions/refusals.ts";
import { findUser } from "../../store/people/users.ts";
import type { AffiliateContext } from "../context.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";

export interface AskClaim {
  readonly campaignId: CampaignId;
  readonly externalId: string;
  readonly approximateTime: Date;
}

/**
 * Answers immediately from what the affiliate may know. The question is stored, so that the affiliate can open it as a
 * claim.
 */
export async function askClaim(context: AffiliateContext, input: AskClaim): Promise<NamedClaim> {
  const { db, userId } = context;
  await limitAttempts(context, [["askClaim", userId]]);
  const [own, person] = await Promise.all([
    findAffiliationOfPerson(db, userId, input.campaignId),
    findUser(db, userId),
  ]);
  if (!own || !person) throw new AppError("campaign_not_found");
  const claim = await newClaim(context, own, input);
  await db.transaction((tx) => insertClaim(tx, claim));
  return { claim, campaignName: own.campaign.name, merchantName: own.merchantName, affiliateName: person.name };
}

async function newClaim(
  { db, clock, random }: AffiliateContext,
  { affiliation }: OwnAffiliation,
  { externalId, approximateTime }: AskClaim,
): Promise<Claim> {
  const { accountId, affiliateId } = affiliation;
  const now = clock.now();
  // People know the shop's order number, not the ID that a connector gives to the order.
  const externalIds = [externalId, ...(await listOrdersNumbered(db, accountId, externalId))];
  // Always runs all queries, so that response times reveal nothing about other affiliates' orders.
  const [order, outdoneBy, [refusal], unattributed] = await Promise.all([
    findOwnOrder(db, { accountId, affiliateId }, externalIds),
    findOutdone(db, { accountId, affiliateId }, externalIds),
    listRefusals(db, accountId, { externalIds, limit: 1, concern: { affiliateId, reasons: toldRefusals } }),
    findUnattributed(db, accountId, externalIds),
  ]);
  return {
    id: idOf("claim", random.uuid(now)),
    accountId,
    campaignId: affiliation.campaignId,
    affiliateId,
    affiliationId: affiliation.id,
    externalId,
    approximateTime,
    state: "asked",
    finding: findingOf(
      { order, outdoneBy, refusal: refusal?.reason, unattributed: unattributed?.reason ?? undefined },
      now,
    ),
    message: null,
    answer: null,
    conversionId: null,
    askedAt: now,
    openedAt: null,
    answeredAt: null,
  };
}
