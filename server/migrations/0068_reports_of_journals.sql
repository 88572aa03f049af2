-- When the redirector last reported, by the server's clock: after a restart of the server, its journal may have clicks that it has not reported yet.
alter table click_journals add column reported_at timestamptz not null default now();
