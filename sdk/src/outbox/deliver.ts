import type { Tracked, Tributary } from "../client.ts";
import { isTributaryError } from "../error.ts";
import { isWhatWasSent, trackedOf } from "../recorded-before.ts";
import type { NewConversion } from "../requests.ts";
import type { RefundOutcome } from "../resources.ts";
import { uuidIn } from "../uuid-in.ts";
import type { StoredCall } from "./call-file.ts";

/** Sends a call once. Throws the `TributaryError` of the attempt. */
export type Deliver = (call: StoredCall, signal: AbortSignal) => Promise<Tracked | RefundOutcome>;

/** Up to here the time at which the server receives the order is exact enough. */
const LATE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The API accepts orders that were paid up to 90 days ago. */
const OLDEST_MS = 89 * DAY_MS;
/** How many of the campaign's newest conversions are searched for one that was recorded before. */
const SEARCHED = 1_000;
/** The milliseconds in an ID, in hexadecimal. */
const TIME_DIGITS = 12;

export function deliverWith(client: Pick<Tributary, "conversions" | "refunds">, now: () => Date): Deliver {
  return (call, signal) => {
    const once = { retries: 0, signal } as const;
    if (call.kind === "refund") return client.refunds.record(call.conversionId, call.body, once);
    if (call.kind === "order_refund") return client.refunds.recordForOrder(call.body, once);
    return trackStored(client, call, { once, now: now() });
  };
}

type StoredConversion = Extract<StoredCall, { kind: "conversion" }>;
interface Sending {
  readonly once: { readonly retries: 0; readonly signal: AbortSignal };
  readonly now: Date;
}

async function trackStored(
  client: Pick<Tributary, "conversions">,
  call: StoredConversion,
  sending: Sending,
): Promise<Tracked> {
  const body = withTime(call, sending.now);
  try {
    return await client.conversions.track(body, sending.once);
  } catch (error) {
    if (isTributaryError(error, "duplicate_conversion")) {
      const recorded = await findRecorded(client, { call, id: error.conversionId }, sending);
      if (recorded) return recorded;
    }
    // If this clock is ahead of the server's, the time of the call is in the server's future: its own time is closer.
    const added = body !== call.body && ageOf(call, sending.now) < OLDEST_MS;
    if (added && isTributaryError(error, "invalid_request"))
      return await client.conversions.track(call.body, sending.once);
    throw error;
  }
}

const ageOf = ({ queuedAt }: StoredCall, now: Date): number => now.getTime() - Date.parse(queuedAt);

/**
 * A late order says when it was paid: otherwise its click may have expired, or its coupon may have a new holder. Not in
 * test mode, which has its own clock.
 */
function withTime(call: StoredConversion, now: Date): NewConversion {
  const isLate = call.mode === "live" && ageOf(call, now) > LATE_MS;
  return isLate && call.body.paid_at == null ? { ...call.body, paid_at: call.queuedAt } : call.body;
}

/**
 * The result of an earlier attempt whose response was lost, perhaps with the process that sent it. Another order under
 * this ID is a duplicate.
 */
async function findRecorded(
  { conversions }: Pick<Tributary, "conversions">,
  { call: { body, mode }, id }: { call: StoredConversion; id: string },
  { once }: Sending,
): Promise<Tracked | undefined> {
  // A test account has its own clock, but its IDs contain the real time.
  const recordedAt = mode === "test" ? -Infinity : timeIn(id);
  let searched = 0;
  for await (const found of conversions.all({ campaign_id: body.campaign_id }, once)) {
    searched += 1;
    if (found.id === id) return isWhatWasSent(found, body) ? { ...trackedOf(found), recovered: true } : undefined;
    // The list is sorted by time: what is older comes after it.
    if (searched >= SEARCHED || Date.parse(found.created_at) < recordedAt) return undefined;
  }
  return undefined;
}

/** IDs contain their time, by the server's clock. */
function timeIn(id: string): number {
  try {
    return Number.parseInt(uuidIn(id, "conv").replace("-", "").slice(0, TIME_DIGITS), 16);
  } catch {
    return -Infinity;
  }
}
