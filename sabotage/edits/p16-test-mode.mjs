/** @type {readonly import("./index.mjs").Edit[]} */
export const testMode = [
  {
    name: "approval-by-the-system-time",
    promise: "P16",
    breaks: "Auto-approval uses the system's time. Advancing the clock of a test account approves nothing.",
    changes: [
      {
        file: "server/src/usecases/conversions/approve-matured.ts",
        search: "{ now: clock.now(), after,",
        replace: "{ now: wallClock.now(), after,",
      },
    ],
    tests: ["server/test/test-mode/life.test.ts"],
  },
  {
    name: "schedule-by-the-system-time",
    promise: "P16",
    breaks: "Payout schedules use the system's time. A test account never gets its monthly batch.",
    changes: [
      {
        file: "server/src/usecases/payouts/make-due-batches.ts",
        search: "listDueSchedules(db, dayOf(clock.now()), twin)",
        replace: "listDueSchedules(db, dayOf(services.wallClock.now()), twin)",
      },
      {
        file: "server/src/usecases/payouts/make-due-batches.ts",
        search: "    const asOf = services.clock.now();",
        replace: "    const asOf = services.wallClock.now();",
      },
    ],
    tests: ["server/test/test-mode/life.test.ts"],
    title: "schedules pay on their day",
  },
  {
    name: "timers-run-test-accounts",
    promise: "P16",
    breaks: "Scheduled jobs include test accounts. Their orders are approved while their clock stands still.",
    changes: [
      {
        file: "server/src/store/job-scope.ts",
        search: " and live.mode = 'live')`",
        replace: ")`",
      },
    ],
    tests: ["server/test/test-mode/life.test.ts"],
    title: "schedules pay on their day",
  },
  {
    name: "reset-deletes-live-rows",
    promise: "P16",
    breaks: "A reset may delete append-only rows of live accounts. One wrong condition erases the ledger.",
    changes: [
      {
        file: "server/migrations/0048_test_mode.sql",
        search: "  if live then",
        replace: "  if false then",
      },
    ],
    tests: ["server/test/test-mode/walls.test.ts"],
    title: "a reset cannot delete live rows",
  },
  {
    name: "clock-read-while-it-moves",
    promise: "P16",
    breaks: "Requests do not wait for an advance. They see a time in the middle of it.",
    changes: [
      {
        file: "server/src/store/test-mode/clocks.ts",
        search: "  return row && timeOf(row);",
        replace: "  return row?.now;",
      },
    ],
    tests: ["server/test/test-mode/advance.test.ts"],
    title: "requests during an advance wait for it",
  },
];
