/** @type {readonly import("./index.mjs").Edit[]} */
export const webhooksArrive = [
  {
    name: "records-deleted-while-resent",
    promise: "P7",
    breaks:
      "The retention deletes an event although one of its deliveries is not over. A delivery that someone has just resent is never sent.",
    changes: [
      {
        file: "server/src/store/webhooks/event-records.ts",
        search: "  const over = events.filter((event) => event.is_over);",
        replace: "  const over = events;",
      },
    ],
    tests: ["server/test/webhooks/old-records.test.ts"],
  },
  {
    name: "lease-without-fence",
    promise: "P7",
    breaks:
      "A sender whose lease was taken over still records its outcome. A late failure overwrites a delivery that arrived, or a late success ends one that did not.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-outcomes.ts",
        search:
          "        not exists (select from delivery_slots s where s.endpoint_id = outcome.endpoint_id and s.token = outcome.token)",
        replace: "        false",
      },
    ],
    tests: ["server/test/deliverer/senders.test.ts"],
  },
  {
    name: "lease-never-expires",
    promise: "P7",
    breaks:
      "A slot counts as free only once its sender has released it. Deliveries leased by a killed sender are never sent.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-leases.ts",
        search: "array(select slot from delivery_slots where endpoint_id = e.id and ${free} order by slot)",
        replace: "array(select slot from delivery_slots where endpoint_id = e.id and token is null order by slot)",
      },
    ],
    tests: ["server/test/deliverer/senders.test.ts"],
  },
  {
    name: "event-outside-the-transaction",
    promise: "P7",
    breaks:
      "Events are written on a separate connection while the change is uncommitted. A shop receives an event about an order that was rolled back.",
    changes: [
      {
        file: "server/src/usecases/conversions/record-transition.ts",
        search: "  announce(tx, {",
        replace:
          "  const separately = (event: Parameters<typeof announce>[1]) => void context.db.transaction(async (own) => announce(own, event));\n  separately({",
      },
      {
        file: "server/src/usecases/conversions/record-transition.ts",
        search: `type Announcing = Pick<Services, "random" | "twin" | "wallClock">;`,
        replace: `type Announcing = Pick<Services, "random" | "twin" | "wallClock" | "db">;`,
      },
    ],
    tests: ["server/test/webhooks/events.test.ts"],
  },
  {
    name: "endpoint-enabled-without-backlog",
    promise: "P7",
    breaks: "Enabling an endpoint does not release the deliveries held for it. The events of an outage are lost.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-switches.ts",
        search:
          "join webhook_endpoints e on e.id = owner.endpoint_id and (e.disabled_at is null or e.deleted_at is not null)",
        replace: "join webhook_endpoints e on e.id = owner.endpoint_id and e.deleted_at is not null",
      },
    ],
    tests: ["server/test/deliverer/schedule.test.ts"],
  },
  {
    name: "signature-over-a-parsed-body",
    promise: "P7",
    breaks:
      "The SDK verifies the body after parsing and printing it again. Events that print differently are rejected, and a receiver that trusts the parsed form accepts bytes that nobody signed.",
    changes: [
      {
        file: "sdk/src/verify-webhook.ts",
        search: "  const expected = await hmac(secret, seconds, body);",
        replace: "  const expected = await hmac(secret, seconds, JSON.stringify(eventOf(body)));",
      },
    ],
    tests: ["sdk/test/webhooks.test.ts"],
  },
  {
    name: "resend-lost-during-an-attempt",
    promise: "P7",
    breaks:
      "A failed attempt replaces a resend that was requested meanwhile. The delivery waits for its next retry, or is never sent again.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-outcomes.ts",
        search: `raw("counted.status <> 'delivered' and d.due_at <> counted.leased_due_at")`,
        replace: `raw("false")`,
      },
    ],
    tests: ["server/test/deliverer/resends.test.ts"],
  },
];
