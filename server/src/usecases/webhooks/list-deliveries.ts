import type { Delivery } from "../../domain/delivery.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { DeliveryId } from "../../domain/ids.ts";
import { listAttempts, type RecordedAttempt } from "../../store/webhooks/delivery-attempts.ts";
import * as deliveries from "../../store/webhooks/deliveries.ts";
import type { DeliveryFilter } from "../../store/webhooks/deliveries.ts";
import type { Slice, Total } from "../../store/page.ts";
import type { MerchantContext } from "../context.ts";

export type ListDeliveries = DeliveryFilter & { readonly slice: Slice };

/** Newest first. */
export async function listDeliveries(
  { db, accountId }: MerchantContext,
  { slice, ...filter }: ListDeliveries,
): Promise<Delivery[]> {
  return deliveries.listDeliveries(db, accountId, { filter, slice });
}

export async function countDeliveries({ db, accountId }: MerchantContext, filter: DeliveryFilter): Promise<Total> {
  return deliveries.countDeliveries(db, accountId, filter);
}

export interface DeliveryRecord {
  readonly delivery: Delivery;
  /** The exact body; null after its retention. */
  readonly body: string | null;
  /** Oldest first. */
  readonly attempts: readonly RecordedAttempt[];
}

export async function getDelivery({ db, accountId }: MerchantContext, id: DeliveryId): Promise<DeliveryRecord> {
  const delivery = orRefuse(await deliveries.findDelivery(db, accountId, id), "delivery_not_found");
  const body = await deliveries.findBody(db, accountId, id);
  return { delivery, body, attempts: await listAttempts(db, accountId, id) };
}
