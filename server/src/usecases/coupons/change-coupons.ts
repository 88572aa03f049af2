import { PAID_DAYS_MAX } from "tributary-sdk/limits";
import type { Tx } from "../../db/database.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { couponFacts } from "../../domain/audit-facts.ts";
import { parseCouponCode, type Coupon, type CouponHolding } from "../../domain/coupon.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type AffiliateId, type AffiliationId, type CampaignId, type CouponId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import {
  closeHolding,
  findHolder,
  insertCoupon,
  insertHolding,
  lockCoupon,
  lockCouponCode,
  readLastEnd,
  saveEnd,
  type HeldCoupon,
} from "../../store/coupons/coupons.ts";
import { audit } from "../audit/audit.ts";
import { queueOrdersWithCode } from "../connectors/queue-orders.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export interface CreateCoupon {
  readonly campaignId: CampaignId;
  readonly code: string;
  /** null: not a valid ID, so unknown. */
  readonly affiliateId: AffiliateId | null;
  /** For a code that was in use before. By default it starts now. */
  readonly startsAt?: Date | undefined;
}

export async function createCoupon(context: MerchantContext, input: CreateCoupon): Promise<HeldCoupon> {
  requireRole(context, "manager");
  const { db, accountId, clock, random } = context;
  const { campaignId } = input;
  const parsed = parseCouponCode(input.code);
  if (!parsed) throw new AppError("invalid_coupon");
  const now = clock.now();
  const wanted = startWithin(input.startsAt ?? now, now);
  const campaign = orRefuse(await findCampaign(db, accountId, campaignId), "campaign_not_found");
  const within = { accountId, campaignId };
  return db.transaction(async (tx) => {
    const holder = await holderIn(tx, within, input.affiliateId);
    if (campaign.status === "archived") throw new AppError("campaign_archived");
    await lockCouponCode(tx, accountId, parsed.folded);
    const earlier = await readLastEnd(tx, accountId, parsed.folded);
    // Orders until then belong to the earlier coupon with this code.
    const startsAt = earlier && earlier > wanted ? earlier : wanted;
    const coupon: Coupon = {
      ...within,
      ...parsed,
      id: idOf("coupon", random.uuid(now)),
      startsAt,
      endsAt: null,
      createdAt: now,
    };
    const holding: CouponHolding = { ...holder, seq: 1, from: startsAt, until: null };
    if (!(await insertCoupon(tx, { coupon, holding }))) throw new AppError("coupon_taken");
    if (startsAt < now)
      await queueOrdersWithCode(tx, accountId, { folded: parsed.folded, since: startsAt, at: context.wallClock.now() });
    await audit(tx, context, { ...about(coupon, "coupon.created"), after: couponFacts(coupon, holding) });
    return { coupon, holding };
  });
}

function startWithin(startsAt: Date, now: Date): Date {
  if (startsAt > now) throw new AppError("invalid_request", { text: "starts_at must not be in the future." });
  if (now.getTime() - startsAt.getTime() > PAID_DAYS_MAX * DAY_MS)
    throw new AppError("invalid_request", { text: `starts_at must be at most ${PAID_DAYS_MAX} days ago.` });
  return startsAt;
}

async function holderIn(
  tx: Tx,
  within: Pick<Coupon, "accountId" | "campaignId">,
  affiliateId: AffiliateId | null,
): Promise<{ affiliateId: AffiliateId; affiliationId: AffiliationId }> {
  if (affiliateId === null) throw new AppError("affiliate_not_found");
  const affiliationId = orRefuse(await findHolder(tx, within, affiliateId), "affiliate_not_found");
  return { affiliateId, affiliationId };
}

export interface MoveCoupon {
  readonly id: CouponId;
  readonly affiliateId: AffiliateId | null;
}

/** Orders paid from now on are the new holder's. */
export async function moveCoupon(context: MerchantContext, { id, affiliateId }: MoveCoupon): Promise<HeldCoupon> {
  requireRole(context, "manager");
  return context.db.transaction(async (tx) => {
    const held = await lockHeld(tx, context, id);
    const { coupon, holding } = held;
    const holder = await holderIn(tx, coupon, affiliateId);
    mustBeActive(coupon);
    if (holder.affiliationId === holding.affiliationId) return held;
    const at = momentAfter(holding, context.clock.now());
    const next: CouponHolding = { ...holder, seq: holding.seq + 1, from: at, until: null };
    await closeHolding(tx, coupon, at);
    await insertHolding(tx, coupon, next);
    const sides = { before: couponFacts(coupon, holding), after: couponFacts(coupon, next) };
    await audit(tx, context, { ...about(coupon, "coupon.moved"), ...sides });
    return { coupon, holding: next };
  });
}

/** Its code is free again. Orders paid before stay what they are. */
export async function endCoupon(context: MerchantContext, id: CouponId): Promise<HeldCoupon> {
  requireRole(context, "manager");
  return context.db.transaction(async (tx) => {
    const { coupon, holding } = await lockHeld(tx, context, id);
    mustBeActive(coupon);
    const endsAt = momentAfter(holding, context.clock.now());
    const ended = { ...coupon, endsAt };
    await closeHolding(tx, coupon, endsAt);
    await saveEnd(tx, ended);
    const sides = { before: couponFacts(coupon, holding), after: couponFacts(ended, holding) };
    await audit(tx, context, { ...about(coupon, "coupon.ended"), ...sides });
    return { coupon: ended, holding: { ...holding, until: endsAt } };
  });
}

async function lockHeld(tx: Tx, { accountId }: MerchantContext, id: CouponId): Promise<HeldCoupon> {
  return orRefuse(await lockCoupon(tx, accountId, id), "coupon_not_found");
}

function mustBeActive({ endsAt }: Coupon): void {
  if (endsAt) throw new AppError("coupon_already_ended");
}

/** The clocks of two processes can differ, and periods must not run backwards. */
const momentAfter = ({ from }: CouponHolding, now: Date): Date => (now > from ? now : from);

const about = ({ id, campaignId }: Coupon, action: AuditEntry["action"]): AuditEntry => ({
  action,
  subject: id,
  about: { campaign_id: campaignId },
});
