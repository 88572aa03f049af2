import type { CommissionBase, ProviderName } from "tributary-sdk/words";
import type { Connector } from "../../domain/connectors/connector.ts";
import type { WantedOrder } from "../../domain/connectors/fold.ts";
import { isRefusal } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { saveUnattributed, type ShopOrder } from "../../store/connectors/shop-orders.ts";
import { bindFreeOrder } from "../conversions/bind-customer.ts";
import { trackConversion, type TrackConversion } from "../conversions/track-conversion.ts";
import type { MerchantContext } from "../context.ts";
import type { Evidence, UnattributedReason } from "./choose-campaign.ts";

export interface PaidOrder {
  readonly provider: ProviderName;
  readonly connector: Connector;
  readonly base: CommissionBase;
  readonly wanted: WantedOrder;
  readonly paidAt: Date;
  /** The order as it is known, without an affiliate. */
  readonly recorded: ShopOrder | undefined;
}

export interface Attributed {
  readonly conversionId: ConversionId | null;
  readonly reason: UnattributedReason | null;
  /** Who is bound now, if this order did it. */
  readonly customerKey: Buffer | null;
}

/** Records the order as a conversion, or stores why no affiliate gets it. A free order only binds its customer. */
export async function attributeOrder(
  context: MerchantContext,
  order: PaidOrder,
  evidence: Evidence,
): Promise<Attributed> {
  const { customerKey } = evidence;
  const isFree = order.wanted.amountMinor === 0n;
  try {
    if ("reason" in evidence) return await unattributed(context, order, { reason: evidence.reason, customerKey });
    const input = inputOf(order, evidence);
    if (isFree) {
      if (customerKey) await bindFreeOrder(context, input);
      return { conversionId: null, reason: null, customerKey };
    }
    const { id } = await trackConversion(context, input);
    return { conversionId: id, reason: null, customerKey };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return unattributed(context, order, { reason: error.code, customerKey });
  }
}

function inputOf(
  { provider, connector, base, wanted, paidAt, recorded }: PaidOrder,
  { campaignId, clickId, customerKey }: Extract<Evidence, { campaignId: unknown }>,
): TrackConversion {
  const { items, subscriptionId, country, renewal, startsSubscription } = wanted;
  return {
    campaignId,
    clickId,
    affiliateCode: undefined,
    couponCodes: wanted.couponCodes,
    externalId: wanted.orderId,
    amount: { minor: wanted.amountMinor, currency: wanted.currency },
    details: {
      items,
      subscriptionId,
      country,
      paidAt,
      // Some shops do not say which payment is the first one.
      ...((renewal || startsSubscription) && { isRenewal: renewal }),
    },
    reportedBy: {
      source: provider,
      connectorId: connector.id,
      commissionBase: base,
      customerKey,
      refusedFor: recorded?.reason ?? null,
    },
  };
}

async function unattributed(
  { db, accountId, random, clock }: MerchantContext,
  { provider, connector, base, wanted, paidAt }: PaidOrder,
  { reason, customerKey }: { reason: UnattributedReason; customerKey: Buffer | null },
): Promise<Attributed> {
  if (wanted.amountMinor > 0n && reason !== "duplicate_conversion")
    await db.transaction((tx) =>
      saveUnattributed(tx, {
        id: random.uuid(clock.now()),
        accountId,
        connectorId: connector.id,
        externalId: wanted.orderId,
        source: provider,
        amount: { minor: wanted.amountMinor, currency: wanted.currency },
        paidAt,
        customerKey,
        subscriptionId: wanted.subscriptionId,
        country: wanted.country,
        commissionBase: base,
        reason,
      }),
    );
  return { conversionId: null, reason, customerKey: null };
}
