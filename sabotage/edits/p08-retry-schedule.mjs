/** @type {readonly import("./index.mjs").Edit[]} */
export const retrySchedule = [
  {
    name: "retry-off-by-one",
    promise: "P8",
    breaks:
      "The first retry uses the second pause. It comes after five minutes instead of one, and there is one retry less.",
    changes: [
      {
        file: "server/src/domain/delivery-retry.ts",
        search: "retrySeconds[failuresBefore];",
        replace: "retrySeconds[failuresBefore + 1];",
      },
    ],
    tests: ["server/test/deliverer/schedule.test.ts"],
  },
  {
    name: "retries-never-end",
    promise: "P8",
    breaks:
      "Failures are not counted, so every retry is the first one. A broken receiver gets the same event every minute forever.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-outcomes.ts",
        search: "when counted.status = 'delivered' then 0 else d.failures + 1 end,",
        replace: "when counted.status = 'delivered' then 0 else d.failures end,",
      },
    ],
    tests: ["server/test/deliverer/schedule.test.ts"],
  },
  {
    name: "resend-in-the-middle-of-the-schedule",
    promise: "P8",
    breaks: "A resend keeps the earlier failures. The first failed attempt ends the delivery, without a retry.",
    changes: [
      {
        file: "server/src/store/webhooks/deliveries.ts",
        search: "status = 'waiting', due_at = ${now}, retry_at = null, failures = 0, manual = true, ended_at = null",
        replace: "status = 'waiting', due_at = ${now}, retry_at = null, manual = true, ended_at = null",
      },
    ],
    tests: ["server/test/webhooks/record.test.ts"],
  },
];
