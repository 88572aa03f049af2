import type { Delivery } from "../../domain/delivery.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { webhookTestData } from "../../domain/events.ts";
import { idOf, type EndpointId } from "../../domain/ids.ts";
import { findDelivery } from "../../store/webhooks/deliveries.ts";
import { announceTest } from "../../store/webhooks/events.ts";
import { findEndpoint, lockEndpoint } from "../../store/webhooks/webhook-endpoints.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { sendingOf } from "../twins/sending.ts";
import { limitSending } from "../limits/limit-sending.ts";

/** A `webhook.test` is handled like every event: signed, recorded, and retried on failure. */
export async function sendTestEvent(context: MerchantContext, id: EndpointId): Promise<Delivery> {
  requireRole(context, "manager");
  const { db, clock, random, accountId } = context;
  const found = orRefuse(await findEndpoint(db, accountId, id), "endpoint_not_found");
  await limitSending(context, found.url);
  return db.transaction(async (tx) => {
    const endpoint = orRefuse(await lockEndpoint(tx, accountId, id), "endpoint_not_found");
    if (endpoint.disabledAt) throw new AppError("endpoint_off");
    const now = clock.now();
    const deliveryId = await announceTest(tx, {
      id: idOf("event", random.uuid(now)),
      accountId,
      endpointId: id,
      createdAt: now,
      ...sendingOf(context, now),
      data: webhookTestData(id),
    });
    const delivery = await findDelivery(tx, accountId, deliveryId);
    if (!delivery) throw new Error(`Delivery ${deliveryId} does not exist.`);
    await audit(tx, context, { action: "endpoint.tested", subject: id, after: { delivery_id: deliveryId } });
    return delivery;
  });
}
