import type { AttributedAffiliation, Evidence } from "../../domain/evidence.ts";
import { COUPON_CODES_MAX } from "tributary-sdk/limits";
import type { CampaignStatus, OrderCampaign } from "../../domain/campaign.ts";
import { newlyRecorded, type Conversion } from "../../domain/conversion.ts";
import { parseCouponCode } from "../../domain/coupon.ts";
import { dayOf } from "../../domain/values/day.ts";
import { AppError, isRefusal } from "../../domain/errors.ts";
import { idOf, type AffiliateId, type CampaignId, type ClickId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import type { OrderFacts } from "../../domain/order.ts";
import { monthOf } from "../../domain/plan/months.ts";
import { findCampaign, takeFromBudget } from "../../store/campaigns/campaigns.ts";
import { findIdByOrder } from "../../store/conversions/conversions.ts";
import { insertConversion, type OrderSource } from "../../store/conversions/insert-conversion.ts";
import { insertRefusal } from "../../store/conversions/refusals.ts";
import {
  readTrackingFacts,
  shareAffiliation,
  type OrderCoupons,
  type TrackingFacts,
} from "../../store/conversions/tracking.ts";
import type { Tx } from "../../db/database.ts";
import { lookAgain } from "../clicks/click-journals.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { customerKeyOf, type CustomerReference } from "../plans/customer-key.ts";
import { bind, Outdated } from "./binding.ts";
import { lockAndCount, NOTHING_COUNTED } from "./counted.ts";
import { decideOrder, priceOrder, type Decision, type Priced } from "./decide-order.ts";
import { recordTransition } from "./record-transition.ts";

export interface TrackConversion {
  /** null here and below: not a valid ID, so unknown. */
  readonly campaignId: CampaignId | null;
  readonly clickId: ClickId | null | undefined;
  readonly affiliateCode: string | null | undefined;
  /** An affiliate's coupon. */
  readonly couponCode?: string | undefined;
  /** All codes of the order. The first one that is an affiliate's decides; the others may be the shop's own. */
  readonly couponCodes?: readonly string[] | undefined;
  readonly externalId: string;
  readonly amount: Money;
  readonly customer?: CustomerReference;
  /** Who reported the order, if not the API. */
  readonly reportedBy?: Reporter;
  /** By default paid now, and nothing else is known. */
  readonly details?: Partial<OrderFacts>;
}

/** A connector, which knows its orders before an affiliate has them. */
export interface Reporter extends OrderSource {
  /** The customer's keyed hash: a connector stores nothing else about them. */
  readonly customerKey: Buffer | null;
  /** Why this order was refused before, so that one refusal is kept and not one for each attempt. */
  readonly refusedFor: string | null;
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
    if (isRefusal(error) && error.code !== input.reportedBy?.refusedFor)
      await keepRefusal(context, input, { error, ...seen });
    throw error;
  }
}

interface Seen {
  affiliateId?: AffiliateId;
  campaignId?: CampaignId;
}

interface Tracking {
  readonly seen: Seen;
  readonly alongside: Alongside | undefined;
  /** A click that was not found may have been recorded meanwhile. */
  readonly hasLookedAgain?: boolean;
}

async function track(
  context: MerchantContext,
  input: TrackConversion,
  { seen, alongside, hasLookedAgain = false }: Tracking,
): Promise<Conversion> {
  const { db } = context;
  const { facts, customerKey } = await readFacts(context, input);
  seen.campaignId = facts.campaign.id;
  const affiliation = knownAffiliation(facts.evidence);
  if (affiliation) seen.affiliateId = affiliation.affiliateId;
  // Checked before every other rule: a caller who retries after a lost response learns that the order was recorded.
  if (facts.existing) throw duplicate(facts.existing);
  if (facts.evidence.click === "missing" && input.clickId) {
    const found = await lookAgain(context, input.clickId);
    if (found === "coming") throw new AppError("click_not_recorded_yet");
    // Once: a click that is there and still not found belongs to somebody else.
    if (found === "recorded" && !hasLookedAgain)
      return track(context, input, { seen, alongside, hasLookedAgain: true });
  }
  const decision = await decideOrder(db, facts, orderOf(context, input, customerKey));
  seen.affiliateId = decision.attribution.affiliation.affiliateId;
  // Without a plan, nothing else has to be read in the transaction.
  const priced = decision.plan ? null : priceOrder(decision, NOTHING_COUNTED);
  try {
    return await inTurnOfCampaign(context, facts.campaign, () =>
      db.transaction(async (tx) => {
        const price = priced ?? priceOrder(decision, await lockAndCount(tx, decision));
        const conversion = newConversion(context, input.externalId, { decision, price });
        await record(tx, context, { conversion, decision, source: input.reportedBy });
        await alongside?.(tx, conversion);
        return conversion;
      }),
    );
  } catch (error) {
    if (error instanceof Outdated) return track(context, input, { seen, alongside });
    throw error;
  }
}

/** Everything that decides an order, and the customer's keyed hash. */
export async function readFacts(
  context: MerchantContext,
  input: TrackConversion,
): Promise<{ facts: TrackingFacts; customerKey: Buffer | null }> {
  const { db, accountId } = context;
  const { campaignId, externalId, clickId, affiliateCode: code, customer, details } = input;
  const customerKey = customer ? await customerKeyOf(context, customer) : (input.reportedBy?.customerKey ?? null);
  const subscriptionId = details?.subscriptionId ?? null;
  const coupons = couponsOf(input, details?.paidAt ?? context.clock.now());
  const asked = { accountId, externalId, clickId, code, customerKey, subscriptionId, coupons };
  const facts = campaignId && (await db.together((reads) => readTrackingFacts(reads, { ...asked, campaignId })));
  if (!facts) throw new AppError("campaign_not_found");
  return { facts, customerKey };
}

/** A text that cannot be a code is unknown. */
function couponsOf({ couponCode, couponCodes = [] }: TrackConversion, paidAt: Date): OrderCoupons | undefined {
  const codes = couponCode === undefined ? couponCodes : [couponCode, ...couponCodes];
  if (codes.length === 0) return undefined;
  const folded = codes.slice(0, 1 + COUPON_CODES_MAX).flatMap((code) => parseCouponCode(code)?.folded ?? []);
  return { folded, named: couponCode !== undefined, paidAt };
}

export function orderOf(
  { clock, twin }: MerchantContext,
  { amount, details }: TrackConversion,
  customerKey: Buffer | null,
): Decision["order"] {
  const now = clock.now();
  const facts = { items: [], subscriptionId: null, country: null, paidAt: now, ...details };
  return { ...facts, amount, customerKey, now, clockStands: twin !== null };
}

/** The campaign's turn first: orders that wait for each other must not use up the account's turns. */
const inTurnOfCampaign = <Result>(
  { turns, accountId }: MerchantContext,
  { id, maxBudgetMinor }: OrderCampaign,
  work: () => Promise<Result>,
): Promise<Result> =>
  inTurn(maxBudgetMinor === null ? turns.campaign : turns.budget, id, () => inTurn(turns.account, accountId, work));

/** The affiliate who would have had the sale, stored with the refusal so that they can ask about it. */
function knownAffiliation({ click, code, coupon, customer }: Evidence): AttributedAffiliation | undefined {
  if (typeof customer === "object") return customer.affiliation;
  // A coupon that exists says why an order was refused, even next to an old click.
  if (typeof coupon === "object") return coupon.affiliation;
  if (typeof click === "object") return click.affiliation;
  return code === "missing" ? undefined : code;
}

function newConversion(
  { random, accountId }: MerchantContext,
  externalId: string,
  { decision, price }: { decision: Decision; price: Priced },
): Conversion {
  const { campaign, attribution, order, orderKind, plan } = decision;
  const { affiliation, boundToOther: _boundToOther, rebinds: _rebinds, ...origin } = attribution;
  const { amount, now } = order;
  const { commission, planned } = price;
  return {
    id: idOf("conversion", random.uuid(now)),
    accountId,
    campaignId: campaign.id,
    affiliateId: affiliation.affiliateId,
    affiliationId: affiliation.id,
    externalId,
    kind: orderKind === "renewal" ? "renewal" : "order",
    customerKey: order.customerKey,
    planned,
    countedMonth: countedMonthOf(order),
    amount,
    commission,
    original: { amount, commission },
    refundedMinor: 0n,
    hasRefunds: false,
    partOf: null,
    ...newlyRecorded(now, campaign.maturationDays),
    origin: { ...origin, rule: plan?.plan.base ?? campaign.commission, scalesFixed: campaign.scalesFixed },
  };
}

/** The UTC month in which it was paid, if that is not the current one. */
function countedMonthOf({ paidAt, now }: Decision["order"]): string | null {
  if (paidAt === now) return null;
  const month = dayOf(monthOf(paidAt).from);
  return month === dayOf(monthOf(now).from) ? null : month;
}

async function record(
  tx: Tx,
  context: MerchantContext,
  { conversion, decision, source }: { conversion: Conversion; decision: Decision; source: OrderSource | undefined },
): Promise<void> {
  const { campaign, order } = decision;
  const { commission, affiliationId } = conversion;
  const statuses: readonly CampaignStatus[] = isByCode(conversion) ? ["active"] : ["active", "paused"];
  const [, isNew, hasRoom, affiliation] = await Promise.all([
    bind(tx, decision),
    insertConversion(tx, conversion, { actor: context.actor, order, source }),
    takeFromBudget(tx, campaign, { commission, statuses }),
    shareAffiliation(tx, context.accountId, affiliationId),
  ]);
  if (!isNew) throw await duplicateOf(tx, conversion);
  if (!hasRoom) throw await whyNoRoom(tx, campaign, conversion);
  if (affiliation !== "active") throw new AppError("affiliate_not_active");
  recordTransition(tx, context, { before: null, after: conversion, at: conversion.createdAt });
}

const isByCode = ({ origin: { attributedBy } }: Conversion): boolean =>
  attributedBy === "code" || attributedBy === "coupon";

/** Finds out whether the campaign changed after it was read or the budget has no room. */
async function whyNoRoom(tx: Tx, read: OrderCampaign, conversion: Conversion): Promise<Error> {
  const campaign = await findCampaign(tx, read.accountId, read.id);
  if (!campaign) return new AppError("campaign_not_found");
  if (campaign.currency !== read.currency) return new Outdated();
  if (campaign.status === "archived") return new AppError("campaign_archived");
  if (campaign.status === "paused" && isByCode(conversion)) return new AppError("campaign_not_active");
  return new AppError(campaign.currency === conversion.commission.currency ? "budget_exceeded" : "currency_mismatch");
}

/** A concurrent duplicate was inserted first. */
async function duplicateOf(tx: Tx, { accountId, externalId }: Conversion): Promise<AppError> {
  const first = await findIdByOrder(tx, accountId, externalId);
  return first ? duplicate(first) : new AppError("duplicate_conversion");
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
