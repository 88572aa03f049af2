-- 'import': disabled by an import, which sends nothing until a person enables the endpoint
alter table webhook_endpoints drop constraint webhook_endpoints_disabled_by_check,
  add constraint webhook_endpoints_disabled_by_check check (disabled_by in ('person', 'failures', 'import'));
