/** @type {readonly import("./index.mjs").Edit[]} */
export const slowReceivers = [
  {
    name: "response-read-without-bound",
    promise: "P9",
    breaks:
      "A receiver's response is read completely, however long it is. One endpoint that sends gigabytes keeps the sender busy and fills the network.",
    changes: [
      {
        file: "server/src/deliverer/egress.ts",
        search: "    if (this.#readBytes <= READ_BYTES_MAX) return;",
        replace: "    if (this.#readBytes > 0) return;",
      },
    ],
    tests: ["server/test/deliverer/zoo.test.ts"],
  },
  {
    name: "too-many-slots",
    promise: "P9",
    breaks:
      "An endpoint may have 64 requests in flight instead of four. A slow receiver takes the sender's capacity from everybody else.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-slots.ts",
        search: "export const SLOTS_PER_ENDPOINT = 4;",
        replace: "export const SLOTS_PER_ENDPOINT = 64;",
      },
    ],
    tests: ["server/test/deliverer/senders.test.ts"],
  },
  {
    name: "endpoints-without-turns",
    promise: "P9",
    breaks:
      "Each round starts with the same endpoints instead of where the last one ended. A few with a long backlog keep the others waiting.",
    changes: [
      {
        file: "server/src/store/webhooks/delivery-endpoints.ts",
        search: "order by e.id <= ${after ? uuidOf(after) : null}::uuid, e.id limit ${limit}",
        replace: "order by ${after ? uuidOf(after) : null}::uuid is null, e.id limit ${limit}",
      },
    ],
    tests: ["server/test/deliverer/senders.test.ts", "server/test/deliverer/slots.test.ts"],
  },
  {
    name: "compressed-responses-accepted",
    promise: "P9",
    breaks:
      "Webhooks ask for compressed responses. A receiver can respond with a few kilobytes that decompress to gigabytes.",
    changes: [
      {
        file: "server/src/deliverer/egress.ts",
        search: `"Accept-Encoding": "identity"`,
        replace: `"Accept-Encoding": "gzip, deflate, br"`,
      },
    ],
    tests: ["server/test/deliverer/zoo.test.ts"],
  },
];
