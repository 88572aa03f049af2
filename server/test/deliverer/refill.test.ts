import { expect, it } from "vitest";
import { endpointsToRefill } from "../../src/deliverer/refill.ts";
import type { AfterAttempt } from "../../src/domain/delivery-retry.ts";
import { idOf, type EndpointId } from "../../src/domain/ids.ts";
import type { Outcome } from "../../src/store/webhooks/delivery-outcomes.ts";
import { random } from "../../src/system/random.ts";

const now = new Date("2026-11-15T12:00:00Z");
const idNumber = (number: number): string => `018f0000-0000-7000-8000-00000000000${number}`;
const a = idOf("endpoint", idNumber(1));
const b = idOf("endpoint", idNumber(2));

interface Given {
  readonly durationMs?: number;
  readonly after?: AfterAttempt;
  readonly endsLease?: boolean;
}

function outcomeAt(
  endpointId: EndpointId,
  { durationMs = 20, after = { status: "delivered" }, endsLease = true }: Given = {},
): Outcome {
  return {
    lease: {
      deliveryId: idOf("delivery", idNumber(3)),
      accountId: idOf("account", idNumber(4)),
      endpointId,
      token: idNumber(5),
      expiresAt: now,
      manual: false,
    },
    attempt: { startedAt: now, endedAt: now, durationMs, statusCode: 200, response: "", failure: null },
    after,
    endsLease,
  };
}

const least = { below: () => 0 };
const most = { below: (limit: number) => limit - 1 };

it("gives a slot 16 to 48 deliveries at an endpoint that responds within a second", () => {
  const outcomes = [outcomeAt(a, { durationMs: 999 })];
  expect(endpointsToRefill(outcomes, least)).toEqual([{ id: a, perSlot: 16 }]);
  expect(endpointsToRefill(outcomes, most)).toEqual([{ id: a, perSlot: 48 }]);
});

it("leases no more than 2,048 deliveries for the four slots of each endpoint", () => {
  const leases = (count: number): number =>
    endpointsToRefill(
      Array.from({ length: count }, () => outcomeAt(idOf("endpoint", random.uuid(now)))),
      most,
    ).reduce((sum, { perSlot }) => sum + 4 * perSlot, 0);
  expect(leases(1)).toBe(4 * 48);
  expect(leases(10)).toBe(10 * 4 * 48);
  expect(leases(11)).toBe(11 * 4 * 46);
  expect(leases(256)).toBe(256 * 4 * 2);
  expect(leases(2_000)).toBe(2_000 * 4);
});

it("gives a slot one delivery at an endpoint that takes a second", () => {
  expect(endpointsToRefill([outcomeAt(a, { durationMs: 1_000 })], most)).toEqual([{ id: a, perSlot: 1 }]);
});

it.each<AfterAttempt>([{ status: "waiting", dueAt: now }, { status: "failed" }])(
  "gives a slot one delivery at an endpoint that fails quickly: $status",
  (after) => {
    expect(endpointsToRefill([outcomeAt(a, { after })], most)).toEqual([{ id: a, perSlot: 1 }]);
  },
);

it("judges each endpoint by all of its outcomes", () => {
  const outcomes = [
    outcomeAt(a),
    outcomeAt(b),
    outcomeAt(a, { durationMs: 5_000, endsLease: false }),
    outcomeAt(b, { endsLease: false }),
  ];
  expect(endpointsToRefill(outcomes, least)).toEqual([
    { id: a, perSlot: 1 },
    { id: b, perSlot: 16 },
  ]);
});

it("refills no endpoint whose slots are still in use", () => {
  expect(endpointsToRefill([outcomeAt(a, { endsLease: false })], most)).toEqual([]);
});
