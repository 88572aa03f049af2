/** @type {readonly import("./index.mjs").Edit[]} */
export const orderCountsOnce = [
  {
    name: "no-unique-order",
    promise: "P2",
    breaks:
      "The database has no unique index on order IDs, and the code only checks before it inserts. Two concurrent requests record the order twice, and its commission is paid twice.",
    changes: [
      {
        file: "server/migrations/0004_conversions.sql",
        search: "  unique (account_id, external_id),\n",
        replace: "",
      },
      {
        file: "server/src/store/conversions/insert-conversion.ts",
        search: "      on conflict (account_id, external_id) do nothing\n",
        replace: "",
      },
    ],
    tests: ["server/test/races/duplicates.test.ts"],
  },
  {
    name: "order-unique-per-campaign",
    promise: "P2",
    breaks:
      "Order IDs are unique per campaign instead of per account. An order sent to two campaigns at once pays two commissions.",
    changes: [
      {
        file: "server/migrations/0004_conversions.sql",
        search: "  unique (account_id, external_id),\n",
        replace: "  unique (account_id, campaign_id, external_id),\n",
      },
      {
        file: "server/src/store/conversions/insert-conversion.ts",
        search: "on conflict (account_id, external_id) do nothing",
        replace: "on conflict (account_id, campaign_id, external_id) do nothing",
      },
    ],
    tests: ["server/test/races/duplicates.test.ts"],
  },
  {
    name: "order-ids-with-broken-bytes",
    promise: "P2",
    breaks:
      "Bodies that are not UTF-8 are accepted, and every broken byte becomes the same replacement character. Two different orders become one, and the second is rejected as a duplicate.",
    changes: [
      {
        file: "server/src/http/request/json-body.ts",
        search: `    else if (!isUtf8(bytes)) done(new AppError("malformed_json"));\n`,
        replace: "",
      },
      { file: "server/src/http/request/json-body.ts", search: `import { isUtf8 } from "node:buffer";\n`, replace: "" },
    ],
    tests: ["server/test/api/bodies.test.ts"],
  },
  {
    name: "sdk-recovers-other-orders",
    promise: "P2",
    breaks:
      "The SDK reports every duplicate after a retry as its own success. A shop that reuses an order ID with another amount believes both were recorded.",
    changes: [
      {
        file: "sdk/src/recorded-before.ts",
        search: "if (found === undefined || !isWhatWasSent(found, sent)) return undefined;",
        replace: "if (found === undefined || found.external_id !== sent.external_id) return undefined;",
      },
    ],
    tests: ["sdk/test/retries.test.ts"],
    error: /It did not fail/,
  },
  {
    name: "newest-webhook-by-arrival",
    promise: "P2",
    breaks:
      "Of two webhooks about an object, the one that arrives last holds. A late retry brings back a dispute that the shop won.",
    changes: [
      {
        file: "server/src/store/connectors/facts.ts",
        search: "where (excluded.at, excluded.body) > (known.at, known.body)",
        replace: "where true",
      },
    ],
    tests: ["server/test/connectors/story-books.test.ts"],
    title: "reverse",
  },
];
