/** @type {readonly import("./index.mjs").Edit[]} */
export const clicks = [
  {
    name: "redirect-before-commit",
    promise: "P15",
    breaks:
      "A visitor is redirected with a click ID before the click is committed. When the write fails, the affiliate loses the sale.",
    changes: [
      {
        file: "server/src/redirector/redirector.ts",
        search:
          "    await recordClicks(\n      this.#options.services,\n      visits.map((visit) => visit.click(this.#hasher.hash(visit.address, visit.atMs))),\n    );",
        replace:
          "    void recordClicks(\n      this.#options.services,\n      visits.map((visit) => visit.click(this.#hasher.hash(visit.address, visit.atMs))),\n    ).catch((error: unknown) => this.#trouble(error));",
      },
    ],
    tests: ["server/test/redirector/outage.test.ts"],
    title: "customers of known links reach the target untracked",
  },
  {
    name: "failed-click-counts-as-kept",
    promise: "P15",
    breaks:
      "A group of clicks that could not be written is reported as written. Visitors have click IDs that no order can be attributed to.",
    changes: [
      {
        file: "server/src/redirector/batches.ts",
        search: `(resultOf === undefined ? item.failed("failed") : item.done(resultOf(item)))`,
        replace: `item.done((resultOf ?? (() => undefined as Result))(item))`,
      },
    ],
    tests: ["server/test/redirector/parts.test.ts", "server/test/redirector/outage.test.ts"],
    title: "untracked",
  },
  {
    name: "link-cache-without-refresh",
    promise: "P15",
    breaks:
      "The link cache is loaded at the start and never refreshed. Clicks are recorded for paused campaigns and removed affiliates, and for targets that no longer exist.",
    changes: [
      {
        file: "server/src/redirector/redirector.ts",
        search: "    try {\n      await this.#links.refresh();",
        replace: "    try {",
      },
    ],
    tests: ["server/test/redirector/states.test.ts"],
  },
  {
    name: "click-of-another-affiliate-kept",
    promise: "P15",
    breaks:
      "A visitor with any recent click ID keeps it, whichever link they follow. The click of the second affiliate is never recorded.",
    changes: [
      {
        file: "server/src/redirector/redirector.ts",
        search:
          "click.affiliationUuid === link.affiliationUuid && clickedAtMs - click.clickedAt.getTime() < SAME_VISIT_MS",
        replace: "clickedAtMs - click.clickedAt.getTime() < SAME_VISIT_MS",
      },
    ],
    tests: ["server/test/redirector/returning.test.ts"],
  },
];
