/**
 * Workers spend a third of their time waiting for PostgreSQL and other processes, so three keep two cores busy. An external server may
 * allow only 100 connections, the default, which is enough for two.
 */
// oxlint-disable-next-line node/no-process-env -- selects an external server for the tests
export const FILES_AT_ONCE = process.env["TEST_DATABASE_URL"] ? 2 : 3;
