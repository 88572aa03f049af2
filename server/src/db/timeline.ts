import sql from "sql-template-tag";

/** Of the primary's log, as in the names of its files. A promoted standby continues on a new one. */
export const timeline = sql`left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`;
