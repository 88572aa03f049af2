/**
 * A third of a worker's time is spent waiting for PostgreSQL and for processes, so three keep two cores busy. A server of somebody else
 * may have only its usual 100 connections.
 */
// oxlint-disable-next-line node/no-process-env -- the suite's switch for another server
export const FILES_AT_ONCE = process.env["TEST_DATABASE_URL"] ? 2 : 3;
