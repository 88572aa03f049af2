/** @type {readonly import("./index.mjs").Edit[]} */
export const databaseFaults = [
  {
    name: "no-statement-timeout",
    promise: "P13",
    breaks:
      "Statements have no time limit in the database. A slow one keeps its connection and its locks after its request has timed out.",
    changes: [
      {
        file: "server/src/db/connector.ts",
        search: `    ["statement_timeout", statementTimeoutMs],`,
        replace: `    ["statement_timeout", 0 * statementTimeoutMs],`,
      },
    ],
    tests: ["server/test/db/database.test.ts"],
  },
  {
    name: "dead-connections-kept",
    promise: "P13",
    breaks:
      "A connection that the server has closed goes back into the pool. Requests keep failing after the database is back.",
    changes: [
      {
        file: "server/src/db/database.ts",
        search: "    if (isLost(error)) lost = error as Error;\n",
        replace: "",
      },
      {
        file: "server/src/db/pool.ts",
        search: "giveBack: (lost) => this.#takeBack(member, lost ?? member.lost)",
        replace: "giveBack: (lost) => this.#takeBack(member, lost)",
      },
    ],
    tests: ["server/test/db/database.test.ts"],
  },
  {
    name: "silent-rollback",
    promise: "P13",
    breaks:
      "A commit that PostgreSQL turns into a rollback counts as a success. The response says that the change was saved, but it was not.",
    changes: [
      {
        file: "server/src/db/transaction.ts",
        search: `    if (command !== "COMMIT") throw new Error("The transaction failed and was rolled back.");\n`,
        replace: `    if (command === "") throw new Error("The transaction failed and was rolled back.");\n`,
      },
    ],
    tests: ["server/test/db/database.test.ts"],
  },
  {
    name: "transactions-never-begin",
    promise: "P13",
    breaks: "No transaction begins. Statements are committed as they are sent, and a change that fails is half saved.",
    changes: [
      {
        file: "server/src/db/transaction.ts",
        search: "isFirst ? [begin, ...statements] : statements, timeoutMs",
        replace: "statements, timeoutMs",
      },
      {
        file: "server/src/db/transaction.ts",
        search: "const own = isFirst ? results.slice(1) : results;",
        replace: "const own = results;",
      },
    ],
    tests: ["server/test/db/database.test.ts"],
  },
  {
    name: "deadlocks-not-retried",
    promise: "P13",
    breaks:
      "A transaction that PostgreSQL aborts to end a deadlock is not retried. The request fails although nothing is wrong with it.",
    changes: [
      {
        file: "server/src/db/database.ts",
        search: "const lostRace = code === SERIALIZATION_FAILURE || code === DEADLOCK;",
        replace: "const lostRace = code === SERIALIZATION_FAILURE;",
      },
      { file: "server/src/db/database.ts", search: `const DEADLOCK = "40P01";\n`, replace: "" },
    ],
    tests: ["server/test/db/database.test.ts"],
    error: /deadlock detected/,
  },
  {
    name: "outage-is-an-internal-error",
    promise: "P13",
    breaks: "An unavailable database causes 500 without Retry-After. Clients give up instead of retrying.",
    changes: [
      {
        file: "server/src/http/response/errors.ts",
        search: `  if (reporter.isDatabaseUnavailable(thrown)) return new AppError("database_away", { cause: thrown });\n`,
        replace: "",
      },
    ],
    tests: ["server/test/api/outage.test.ts"],
  },
  {
    name: "readiness-without-a-write",
    promise: "P13",
    breaks:
      "/readyz commits nothing. It is 200 while a primary waits for its synchronous standby, and the balancer sends orders there.",
    changes: [
      {
        file: "server/src/db/readiness.ts",
        search: "pg_current_xact_id()::xid::text as id, pg_logical_emit_message(true, 'tributary', '')::text",
        replace: "'0' as id",
      },
    ],
    tests: ["server/test/failover/read-only.test.ts"],
    title: "waits for a synchronous standby",
  },
  {
    name: "readiness-leaves-commits-waiting",
    promise: "P13",
    breaks:
      "A check that waits for a missing standby is given up, but not ended. Each one keeps a connection until none is left.",
    changes: [
      {
        file: "server/src/db/readiness.ts",
        search: "    if (transactionId !== undefined) cancelled = stopWaiting(db, transactionId).catch(() => {});\n",
        replace: "",
      },
    ],
    tests: ["server/test/failover/read-only.test.ts"],
    title: "waits for a synchronous standby",
  },
  {
    name: "replica-read-without-waiting",
    promise: "P13",
    breaks:
      "A read from the replica does not wait for it. While the replica is behind, people do not see what they have just written.",
    changes: [
      {
        file: "server/src/db/replica.ts",
        search: "    await waitFor(tx, position, { maxLagMs, isGivenUp: () => isLate });\n    if (isLate)",
        replace: '    await waitFor(tx, { ...position, lsn: "0/0" }, { maxLagMs });\n    if (isLate)',
      },
    ],
    tests: ["server/test/failover/replica.test.ts"],
  },
  {
    name: "replica-of-another-server",
    promise: "P13",
    breaks:
      "Tributary starts with a replica of another server. A standby of that server would show the data of another installation.",
    changes: [
      {
        file: "server/src/db/replica.ts",
        search: "    if (server !== position.server) throw new OtherServer();",
        replace: "    if (server === undefined) throw new OtherServer();",
      },
    ],
    tests: ["server/test/failover/replica.test.ts"],
  },
  {
    name: "replica-failure-is-an-error",
    promise: "P13",
    breaks: "A replica that fails in the middle of a download is not replaced by the primary. The file is cut off.",
    changes: [
      {
        file: "server/src/db/reads.ts",
        search:
          "      if (isTrouble(error) && !isOfOneRead(error)) this.#stopUsing(error, startedMs);\n      return undefined;",
        replace:
          "      if (isTrouble(error) && !isOfOneRead(error)) this.#stopUsing(error, startedMs);\n      throw error;",
      },
    ],
    tests: ["server/test/failover/replica.test.ts"],
    error: /The database is unavailable/,
  },
];
