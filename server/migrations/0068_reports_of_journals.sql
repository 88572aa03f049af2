-- When the redirector last reported, by the database server's clock. If the server has started since then, the journal may
-- have clicks that no report mentions yet.
alter table click_journals add column reported_at timestamptz not null default now();
