/** @type {readonly import("./index.mjs").Edit[]} */
export const clicks = [
  {
    name: "redirect-before-commit",
    promise: "P15",
    breaks:
      "A visitor is redirected with a click ID before the click is committed. When the write fails, the affiliate loses the sale.",
    changes: [
      {
        file: "server/src/redirector/click-writer.ts",
        search:
          "      await recordClicks(\n        services,\n        visits.map((visit) => visit.click(hasher.hash(visit.address, visit.atMs))),\n      );",
        replace:
          "      void recordClicks(\n        services,\n        visits.map((visit) => visit.click(hasher.hash(visit.address, visit.atMs))),\n      ).catch(this.#options.onError);",
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
        search: `(resultOf === undefined ? item.failed("unknown") : item.done(resultOf(item)))`,
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
        search: "      await this.#links.refresh();\n",
        replace: "",
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
  {
    name: "journal-replayed-twice",
    promise: "P15",
    breaks:
      "A part of the journal is replayed again if the process died before it removed the file. Visits without consent are counted twice.",
    changes: [
      {
        file: "server/src/store/clicks/journals.ts",
        search: "\n      where click_segments.replayed_bytes = ${from}\n",
        replace: "\n",
      },
      {
        file: "server/src/redirector/journal/click-journal.ts",
        search: "let from = await replayer.replayedBytes(segment);",
        replace: "let from = 0;",
      },
    ],
    tests: ["server/test/redirector/journal-replays.test.ts"],
  },
  {
    name: "journal-appends-to-a-taken-file",
    promise: "P15",
    breaks:
      "A process goes on writing clicks to a file that another one replays and removes. Visitors have click IDs that nobody records.",
    changes: [
      {
        file: "server/src/redirector/journal/segment.ts",
        search: "return found?.ino === this.#inode;",
        replace: "return found !== undefined || this.#inode > 0n;",
      },
    ],
    tests: ["server/test/redirector/journal-replays.test.ts"],
  },
  {
    name: "restart-of-the-database-unnoticed",
    promise: "P15",
    breaks:
      "After a restart of the database, an order is faster than the redirector's report that its journal has clicks. It gets a final 404.",
    changes: [
      {
        file: "server/src/store/clicks/journals.ts",
        search: " or reported_at < pg_postmaster_start_time()",
        replace: "",
      },
    ],
    tests: ["server/test/redirector/journal.test.ts"],
  },
  {
    name: "recovery-of-the-database-unnoticed",
    promise: "P15",
    breaks:
      "After a standby was promoted or a process of PostgreSQL crashed, an order is faster than the redirector's report that its journal has clicks. It gets a final 404.",
    changes: [
      {
        file: "server/src/store/clicks/journals.ts",
        search: "or last_recovery <> (select last_recovery())",
        replace: "",
      },
    ],
    tests: ["server/test/failover/journal-reports.test.ts"],
  },
];
