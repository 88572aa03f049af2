-- Where the server's last recovery ended. It changes with each promotion of a standby and each crash, which need no restart. Some managed
-- servers do not offer the function.
create function last_recovery() returns text language plpgsql as $$
begin
  return coalesce(pg_last_wal_replay_lsn()::text, 'none');
exception when feature_not_supported or object_not_in_prerequisite_state or undefined_function or insufficient_privilege then
  return 'unknown';
end
$$;

-- At the redirector's last report. If the server has recovered since then, the journal may have clicks that no report mentions yet.
alter table click_journals add column last_recovery text not null default last_recovery();
