import { expect, it } from "vitest";
import { endpointsToRefill } from "../../src/deliverer/refill.ts";
import type { AfterAttempt } from "../../src/domain/delivery-retry.ts";
import { idOf, type EndpointId } from "../../src/domain/ids.ts";
import type { Outcome } from "../../src/store/webhooks/delivery-outcomes.ts";

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
      dueAt: now,
      manual: false,
    },
    attempt: { startedAt: now, endedAt: now, durationMs, statusCode: 200, response: "", failure: null },
    after,
    endsLease,
  };
}

const least = { below: () => 0 };
const most = { below: (limit: number) => limit - 1 };

it.each([
  { durationMs: 0, from: 40, to: 120 },
  { durationMs: 3, from: 40, to: 120 },
  { durationMs: 8, from: 17, to: 50 },
  { durationMs: 10, from: 14, to: 40 },
  { durationMs: 40, from: 8, to: 10 },
  { durationMs: 999, from: 8, to: 8 },
  { durationMs: 1_000, from: 1, to: 1 },
])("gives a slot $from to $to deliveries at an endpoint that takes $durationMs ms", ({ durationMs, from, to }) => {
  const outcomes = [outcomeAt(a, { durationMs })];
  expect(endpointsToRefill(outcomes, least)).toEqual([{ id: a, perSlot: from }]);
  expect(endpointsToRefill(outcomes, most)).toEqual([{ id: a, perSlot: to }]);
});

it("gives each endpoint a number of its own", () => {
  let drawn = 0;
  const counting = { below: () => drawn++ };
  expect(endpointsToRefill([outcomeAt(a), outcomeAt(b)], counting)).toEqual([
    { id: a, perSlot: 8 },
    { id: b, perSlot: 9 },
  ]);
});

it("gives a slot as many as fit the mean of the endpoint's outcomes", () => {
  const outcomes = [10, 20, 90].map((durationMs) => outcomeAt(a, { durationMs }));
  expect(endpointsToRefill(outcomes, most)).toEqual([{ id: a, perSlot: 10 }]);
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
    outcomeAt(a, { durationMs: 1_000, endsLease: false }),
    outcomeAt(b, { endsLease: false }),
  ];
  expect(endpointsToRefill(outcomes, least)).toEqual([
    { id: a, perSlot: 1 },
    { id: b, perSlot: 8 },
  ]);
});

it("refills no endpoint whose slots are still in use", () => {
  expect(endpointsToRefill([outcomeAt(a, { endsLease: false })], most)).toEqual([]);
});
