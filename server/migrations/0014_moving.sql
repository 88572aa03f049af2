-- 'import': it came with an import, which sends nothing to anybody until a person switches it on
alter table webhook_endpoints drop constraint webhook_endpoints_disabled_by_check,
  add constraint webhook_endpoints_disabled_by_check check (disabled_by in ('person', 'failures', 'import'));
