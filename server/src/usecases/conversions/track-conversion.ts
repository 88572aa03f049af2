import { attribute, type AttributedAffiliation, type Attribution, type Evidence } from "../../domain/attribution.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { commissionOf } from "../../domain/commission.ts";
import { daysAfter, type Conversion } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, type AffiliateId, type CampaignId, type ClickId } from "../../domain/ids.ts";
import type { Money } from "../../domain/money.ts";
import { findCampaign, takeFromBudget } from "../../store/campaigns/campaigns.ts";
import { insertConversion } from "../../store/conversions/conversions.ts";
import { insertRefusal } from "../../store/conversions/refusals.ts";
import { readTrackingFacts, shareAffiliation } from "../../store/conversions/tracking.ts";
import type { Tx } from "../../db/database.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { recordTransition } from "./record-transition.ts";

export interface TrackConversion {
  /** null here and below: not a valid ID, so unknown. */
  readonly campaignId: CampaignId | null;
  readonly clickId: ClickId | null | undefined;
  readonly affiliateCode: string | null | undefined;
  readonly externalId: string;
  readonly amount: Money;
}

/** Runs in the conversion's transaction. It must take its locks after those of the ledger. */
export type Alongside = (tx: Tx, conversion: Conversion) => Promise<void>;

export async function trackConversion(
  context: MerchantContext,
  input: TrackConversion,
  alongside?: Alongside,
): Promise<Conversion> {
  const seen: Seen = {};
  try {
    return await track(context, input, { seen, alongside });
  } catch (error) {
    if (error instanceof AppError && error.kind !== "unavailable")
      await keepRefusal(context, input, { error, ...seen });
    throw error;
  }
}

interface Seen {
  affiliateId?: AffiliateId;
  campaignId?: CampaignId;
}

async function track(
  context: MerchantContext,
  input: TrackConversion,
  { seen, alongside }: { seen: Seen; alongside: Alongside | undefined },
): Promise<Conversion> {
  const { db, accountId } = context;
  const { campaignId, externalId } = input;
  const facts =
    campaignId &&
    (await readTrackingFacts(db, {
      accountId,
      campaignId,
      externalId,
      clickId: input.clickId,
      code: input.affiliateCode,
    }));
  if (!facts) throw new AppError("campaign_not_found");
  seen.campaignId = facts.campaign.id;
  const affiliation = knownAffiliation(facts.evidence);
  if (affiliation) seen.affiliateId = affiliation.affiliateId;
  // Checked before every other rule: a caller who retries after a lost response learns that the order was recorded.
  if (facts.existing) throw duplicate(facts.existing);
  const now = context.clock.now();
  const attribution = attribute(facts.campaign, facts.evidence, now);
  seen.affiliateId = attribution.affiliation.affiliateId;
  const conversion = newConversion(context, input, { campaign: facts.campaign, attribution, now });
  try {
    await inTurnOfCampaign(context, conversion.campaignId, () =>
      db.transaction(async (tx) => {
        await record(tx, context, { conversion, campaign: facts.campaign });
        await alongside?.(tx, conversion);
      }),
    );
  } catch (error) {
    if (error instanceof CurrencyChanged) return track(context, input, { seen, alongside });
    throw error;
  }
  return conversion;
}

/** The campaign's turn first: orders that wait for each other must not use up the account's turns. */
const inTurnOfCampaign = (
  { turns, accountId }: MerchantContext,
  campaignId: CampaignId,
  work: () => Promise<void>,
): Promise<void> => inTurn(turns.campaign, campaignId, () => inTurn(turns.account, accountId, work));

/** The affiliate who would have had the sale, stored with the refusal so that they can ask about it. */
function knownAffiliation({ click, code }: Evidence): AttributedAffiliation | undefined {
  if (click !== undefined && click !== "missing") return click.affiliation;
  return code === "missing" ? undefined : code;
}

function newConversion(
  context: MerchantContext,
  input: TrackConversion,
  { campaign, attribution, now }: { campaign: Campaign; attribution: Attribution; now: Date },
): Conversion {
  const { affiliation, ...origin } = attribution;
  const commission = commissionOf(campaign.commission, input.amount);
  if (campaign.maxBudgetMinor !== null && commission.currency !== campaign.currency)
    throw new AppError("currency_mismatch");
  return {
    id: idOf("conversion", context.random.uuid(now)),
    accountId: context.accountId,
    campaignId: campaign.id,
    affiliateId: affiliation.affiliateId,
    affiliationId: affiliation.id,
    externalId: input.externalId,
    amount: input.amount,
    commission,
    original: { amount: input.amount, commission },
    refundedMinor: 0n,
    hasRefunds: false,
    partOf: null,
    status: "pending",
    createdAt: now,
    maturesAt: daysAfter(now, campaign.maturationDays),
    approvedAt: null,
    rejectedAt: null,
    rejectionReason: null,
    payoutId: null,
    released: false,
    seq: 1,
    origin: { ...origin, rule: campaign.commission, scalesFixed: campaign.scalesFixed },
  };
}

class CurrencyChanged extends Error {}

async function record(
  tx: Tx,
  context: MerchantContext,
  { conversion, campaign }: { conversion: Conversion; campaign: Campaign },
): Promise<void> {
  if (!(await insertConversion(tx, conversion, context.actor))) throw await duplicateOf(tx, conversion);
  const byCode = conversion.origin.attributedBy === "code";
  const room = await takeFromBudget(tx, campaign, {
    commission: conversion.commission,
    statuses: byCode ? ["active"] : ["active", "paused"],
  });
  if (!room) throw await whyNoRoom(tx, campaign, conversion);
  if ((await shareAffiliation(tx, context.accountId, conversion.affiliationId)) !== "active")
    throw new AppError("affiliate_not_active");
  await recordTransition(tx, context, { before: null, after: conversion, at: conversion.createdAt });
}

/** Finds out whether the campaign changed after it was read or the budget has no room. */
async function whyNoRoom(tx: Tx, read: Campaign, conversion: Conversion): Promise<Error> {
  const campaign = await findCampaign(tx, read.accountId, read.id);
  if (!campaign) return new AppError("campaign_not_found");
  if (campaign.currency !== read.currency) return new CurrencyChanged();
  if (campaign.status === "archived") return new AppError("campaign_archived");
  if (campaign.status === "paused" && conversion.origin.attributedBy === "code")
    return new AppError("campaign_not_active");
  return new AppError(campaign.currency === conversion.commission.currency ? "budget_exceeded" : "currency_mismatch");
}

/** A concurrent duplicate was inserted first. */
async function duplicateOf(tx: Tx, conversion: Conversion): Promise<AppError> {
  const { accountId, campaignId, externalId } = conversion;
  const facts = await readTrackingFacts(tx, { accountId, campaignId, externalId, clickId: undefined, code: undefined });
  return facts?.existing ? duplicate(facts.existing) : new AppError("duplicate_conversion");
}

const duplicate = (first: string): AppError =>
  new AppError("duplicate_conversion", { facts: { conversion_id: first } });

/** In a separate transaction, because the conversion's was rolled back. */
async function keepRefusal(
  context: MerchantContext,
  input: TrackConversion,
  { error, affiliateId, campaignId }: Seen & { error: AppError },
): Promise<void> {
  const refusedAt = context.clock.now();
  await context.db.transaction((tx) =>
    insertRefusal(tx, {
      id: context.random.uuid(refusedAt),
      accountId: context.accountId,
      campaignId: campaignId ?? null,
      affiliateId: affiliateId ?? null,
      externalId: input.externalId,
      reason: error.code,
      refusedAt,
    }),
  );
}
