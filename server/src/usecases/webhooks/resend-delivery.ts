import type { Delivery } from "../../domain/delivery.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { DeliveryId, EndpointId } from "../../domain/ids.ts";
import { findDelivery, lockDelivery, saveResend, saveResendOfFailed } from "../../store/webhooks/deliveries.ts";
import { findEndpoint } from "../../store/webhooks/webhook-endpoints.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { limitSending } from "../limits/limit-sending.ts";

/** Resends the same event with the same ID and body, and restarts the retry schedule. */
export async function resendDelivery(context: MerchantContext, id: DeliveryId): Promise<Delivery> {
  requireRole(context, "manager");
  const { db, wallClock, accountId } = context;
  const asked = orRefuse(await findDelivery(db, accountId, id), "delivery_not_found");
  await limitSending(context, asked.endpointUrl);
  return db.transaction(async (tx) => {
    const found = orRefuse(await lockDelivery(tx, accountId, id), "delivery_not_found");
    if (found.endpointIsDeleted) throw new AppError("endpoint_deleted");
    if (!found.endpointIsOn) throw new AppError("endpoint_off");
    if (!found.hasBody) throw new AppError("event_expired");
    await saveResend(tx, { accountId, id, now: wallClock.now() });
    const delivery = orRefuse(await findDelivery(tx, accountId, id), "delivery_not_found");
    const after = { endpoint_id: delivery.endpointId };
    await audit(tx, context, { action: "delivery.resent", subject: id, after });
    return delivery;
  });
}

export interface ResendFailed {
  /** Creation time, inclusive. */
  readonly since: Date;
  /** Only deliveries to this endpoint. */
  readonly endpointId?: EndpointId | undefined;
}

const AT_ONCE = 1_000;

/** Returns the number of resent deliveries. Skips disabled endpoints and deliveries whose body is no longer kept. */
export async function resendFailed(context: MerchantContext, { since, endpointId }: ResendFailed): Promise<number> {
  requireRole(context, "manager");
  const { db, clock, wallClock, accountId } = context;
  const endpoint = endpointId && (await findEndpoint(db, accountId, endpointId));
  if (endpointId && !endpoint) throw new AppError("endpoint_not_found");
  if (endpoint?.disabledAt) throw new AppError("endpoint_off");
  await limitSending(context, endpoint?.url);
  const [endedBy, now] = [clock.now(), wallClock.now()];
  // One transaction per thousand, so that a long outage does not lead to a statement over its time limit.
  let count = 0;
  for (;;) {
    const some = await db.transaction(async (tx) => {
      const resent = await saveResendOfFailed(tx, { accountId, endpointId, since, endedBy, now, limit: AT_ONCE });
      const entry = { subject: endpointId ?? accountId, after: { deliveries: resent, since: since.toISOString() } };
      if (resent > 0) await audit(tx, context, { action: "delivery.failed_resent", ...entry });
      return resent;
    });
    count += some;
    if (some < AT_ONCE) return count;
  }
}
