import type { Connector } from "../../domain/connectors/connector.ts";
import type { WantedOrder } from "../../domain/connectors/fold.ts";
import { parseCouponCode } from "../../domain/coupon.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import { parseId, type CampaignId, type ClickId } from "../../domain/ids.ts";
import { findHeldCoupons } from "../../store/coupons/held-coupons.ts";
import {
  findCampaignOfCustomer,
  findClickTimes,
  type CampaignOfCustomer,
  type ClickTimes,
} from "../../store/connectors/evidence.ts";
import { findSubscriber } from "../../store/connectors/shop-orders.ts";
import { lookAgain } from "../clicks/click-journals.ts";
import type { MerchantContext } from "../context.ts";
import { customerKeyOf } from "../plans/customer-key.ts";

/** How to ask who gets an order, or why nobody can. */
export type Evidence =
  | {
      readonly campaignId: CampaignId;
      readonly clickId: ClickId | undefined;
      readonly customerKey: Buffer | null;
      /** Whether the customer's first payment counts under a plan, and may be this one. */
      readonly awaitsPayment: boolean;
    }
  | { readonly reason: UnattributedReason; readonly customerKey: Buffer | null };

/** `no_evidence`: neither a click, nor a coupon, nor a customer that an affiliate brought. */
export type UnattributedReason = ErrorCode | "no_evidence";

/** The campaign of the valid click, else of the coupon, else of the customer's binding, else the connector's own. */
export async function findEvidence(
  context: MerchantContext,
  { wanted, connector, paidAt }: { wanted: WantedOrder; connector: Connector; paidAt: Date },
): Promise<Evidence> {
  const { db, accountId } = context;
  const clickId = wanted.clickId === null ? undefined : parseId("click", wanted.clickId);
  let click = clickId && (await findClickTimes(db, accountId, clickId));
  if (clickId && !click) {
    const again = await lookAgain(context, clickId);
    if (again === "coming") return { reason: "click_not_recorded_yet", customerKey: null };
    if (again === "recorded") click = await findClickTimes(db, accountId, clickId);
  }
  const { customerKey, bound } = await findCustomer(context, { wanted, paidAt });
  const ofValidClick = click && isValid(click, paidAt) ? click.campaignId : undefined;
  const campaignId =
    ofValidClick ??
    (await campaignOfCoupons(context, wanted, paidAt)) ??
    bound?.campaignId ??
    lastResort(wanted, { click, connector });
  if (campaignId) return { campaignId, clickId, customerKey, awaitsPayment: bound?.awaitsPayment === true };
  return { reason: reasonOf(wanted), customerKey };
}

/** Of several codes, the first one that an affiliate held when the order was paid. */
async function campaignOfCoupons(
  { db, accountId }: MerchantContext,
  { couponCodes }: WantedOrder,
  paidAt: Date,
): Promise<CampaignId | undefined> {
  const folded = couponCodes.flatMap((code) => parseCouponCode(code)?.folded ?? []);
  if (folded.length === 0) return undefined;
  const held = await findHeldCoupons(db, accountId, { folded, paidAt });
  const active = held.filter(({ ended }) => !ended);
  return (active.find(({ affiliation }) => affiliation.status === "active") ?? active[0] ?? held[0])?.campaignId;
}

/** An expired click says why the order has no affiliate, and whose it would have been. */
function lastResort(
  { clickId, couponCodes }: WantedOrder,
  { click, connector }: { click: ClickTimes | undefined; connector: Connector },
): CampaignId | null {
  if (clickId !== null) return click?.campaignId ?? connector.campaignId;
  return couponCodes.length > 0 ? connector.campaignId : null;
}

function reasonOf({ clickId, couponCodes, renewal }: WantedOrder): UnattributedReason {
  if (clickId !== null) return "click_not_found";
  if (couponCodes.length > 0) return "coupon_not_found";
  return renewal ? "customer_not_found" : "no_evidence";
}

const isValid = ({ expiresAt }: ClickTimes, paidAt: Date): boolean => paidAt < expiresAt;

/**
 * The customer, and the campaign that they are bound in. A renewal may name its customer otherwise than the first
 * payment did, so the subscription's customer is tried too. A subscription without a customer is its own customer.
 */
async function findCustomer(
  context: MerchantContext,
  { wanted, paidAt }: { wanted: WantedOrder; paidAt: Date },
): Promise<{ customerKey: Buffer | null; bound: CampaignOfCustomer | undefined }> {
  const { db, accountId } = context;
  const { subscriptionId } = wanted;
  const own = wanted.customerKey === null ? null : Buffer.from(wanted.customerKey, "hex");
  const keys: Buffer[] = own ? [own] : [];
  if (subscriptionId !== null) {
    const subscriber = await findSubscriber(db, accountId, subscriptionId);
    if (subscriber) keys.push(subscriber);
    const ofSubscription = { customerId: `subscription:${subscriptionId}`, customerEmail: undefined };
    const alone = own ? null : await customerKeyOf(context, ofSubscription);
    if (alone) keys.push(alone);
  }
  for (const key of keys) {
    const bound = await findCampaignOfCustomer(db, accountId, { key, at: paidAt });
    if (bound) return { customerKey: key, bound };
  }
  return { customerKey: keys[0] ?? null, bound: undefined };
}
