import { Deliverer } from "../deliverer/deliverer.ts";
import type { EndpointResponse, Egress, Post } from "../deliverer/egress.ts";
import { statusFailure } from "../deliverer/failure.ts";
import type { Log } from "../system/log.ts";
import { createEndpoint } from "../usecases/webhooks/create-endpoint.ts";
import { sendTestEvent } from "../usecases/webhooks/send-test-event.ts";
import { eventTypes } from "../domain/events.ts";
import { DAY_MS } from "./calendar.ts";
import type { Stage } from "./stage.ts";

const BACKEND = "https://backend.demo-shop.example/webhooks/tributary";
const CRM = "https://crm.demo-shop.example/hooks/affiliates";
/** Event bodies are kept for 30 days, so older deliveries would show little. */
const BEGAN_DAYS_AGO = 34;
const CRM_DOWN_DAYS_AGO = 12;

/**
 * The merchant's endpoints and their scripted responses. Nothing leaves the machine; everything else is the real
 * deliverer.
 */
export function planDeliveries(
  stage: Stage,
  { log, retrySeconds }: { log: Log; retrySeconds: readonly number[] },
): () => Promise<void> {
  const { calendar, services, merchant, endMs } = stage;
  const egress = scriptedEgress(stage, retrySeconds);
  const deliverer = new Deliverer({ ...services, log, egress, retrySeconds });
  let hasBegun = false;
  const sendDue = async (): Promise<void> => {
    if (hasBegun) await deliverer.runUntilIdle();
  };
  calendar.plan(endMs - BEGAN_DAYS_AGO * DAY_MS, async () => {
    const { endpoint } = await createEndpoint(merchant, { url: BACKEND, events: eventTypes });
    await createEndpoint(merchant, {
      url: CRM,
      events: ["conversion.created", "conversion.approved", "payout.created"],
    });
    await sendTestEvent(merchant, endpoint.id);
    hasBegun = true;
  });
  return sendDue;
}

/**
 * A failed delivery is due again later, so an empty event is planned for that moment, and due deliveries are sent after
 * it.
 */
function scriptedEgress(stage: Stage, retrySeconds: readonly number[]): Egress {
  const { calendar, dice } = stage;
  return {
    post: (request) => {
      const response = responseOf(stage, request);
      const nowMs = calendar.now().getTime();
      if (response.failure)
        for (const seconds of retrySeconds)
          calendar.plan(nowMs + (seconds + dice.next()) * 1000, () => Promise.resolve());
      return Promise.resolve(response);
    },
    close: () => Promise.resolve(),
  };
}

function responseOf({ calendar, dice, endMs }: Stage, { url }: Post): EndpointResponse {
  const isDown = url === CRM && calendar.now().getTime() > endMs - CRM_DOWN_DAYS_AGO * DAY_MS;
  const durationMs = dice.whole(18, 240);
  if (isDown) return { durationMs, statusCode: 503, response: "Service Unavailable", failure: statusFailure(503) };
  if (dice.happens(0.04))
    return {
      durationMs: durationMs * 20,
      statusCode: 500,
      response: '{"error":"Internal Server Error"}',
      failure: statusFailure(500),
    };
  return { durationMs, statusCode: 200, response: '{"received":true}', failure: null };
}
