-- The timeline of the server's log at the redirector's last report. A promoted standby continues on a new one without a restart, and the
-- journal may have clicks that no report mentions yet.
alter table click_journals
  add column timeline text not null default left(pg_walfile_name(pg_current_wal_flush_lsn()), 8);
