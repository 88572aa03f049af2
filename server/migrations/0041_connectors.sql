-- A shop's webhooks arrive at /in/:connector_id, are stored as receipts, and become facts about the shop's orders.
create table connectors (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  provider text collate "C" not null,
  name text not null,
  -- used if neither click, coupon nor customer name a campaign
  campaign_id uuid,
  commission_base text collate "C" not null,
  payment_intents boolean not null default false,
  mapping jsonb,
  -- null: the provider's secret is not known yet
  secret_encrypted bytea,
  previous_secret_encrypted bytea,
  previous_secret_until timestamptz(3),
  -- changes with the secrets and on deletion, so that a process that remembers them knows when to read again
  version integer not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- requests with a missing or wrong signature
  refused_count bigint not null default 0,
  refused_at timestamptz(3),
  unique (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);

create table receipts (
  id uuid primary key,
  account_id uuid not null,
  connector_id uuid not null,
  -- the same for every repetition of an event
  dedup_key text collate "C" not null,
  topic text not null,
  -- null once it was deleted
  body_encrypted bytea,
  received_at timestamptz(3) not null,
  state text collate "C" not null default 'waiting',
  -- when to work on it, while it waits
  due_at timestamptz(3) not null,
  attempts integer not null default 0,
  worked_at timestamptz(3),
  order_external_id text collate "C",
  conversion_id uuid,
  reason text collate "C",
  problem text,
  unique (connector_id, dedup_key),
  foreign key (account_id, connector_id) references connectors (account_id, id),
  foreign key (account_id, conversion_id) references conversions (account_id, id)
);
create index receipts_due on receipts (account_id, due_at, id) where state = 'waiting';
create index receipts_failed on receipts (account_id, received_at) where state = 'failed';
create index receipts_of_connector on receipts (connector_id, received_at desc, id desc);
create index receipts_by_state on receipts (connector_id, state, received_at);
create index receipts_of_order on receipts (account_id, order_external_id) where order_external_id is not null;
create index receipts_with_body on receipts (received_at) where body_encrypted is not null;

-- What the provider says about its objects: for each object, the newest statement by the provider's own time.
create table facts (
  account_id uuid not null references accounts (id),
  provider text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  -- the first connector that reported it: its settings apply
  connector_id uuid not null,
  at timestamptz(3) not null,
  -- canonical JSON without personal data; decides between statements of the same time
  body text collate "C" not null,
  -- the external ID of a payment's order
  order_external_id text collate "C",
  primary key (account_id, provider, kind, object_id),
  foreign key (account_id, connector_id) references connectors (account_id, id)
);
create index facts_of_order on facts (account_id, order_external_id) where order_external_id is not null;

-- How facts find each other.
create table fact_handles (
  account_id uuid not null,
  provider text collate "C" not null,
  handle text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  primary key (account_id, provider, handle, kind, object_id),
  foreign key (account_id, provider, kind, object_id) references facts (account_id, provider, kind, object_id)
);
create index fact_handles_of_fact on fact_handles (account_id, provider, kind, object_id);

alter table orders
  add column connector_id uuid,
  -- which of the provider's amounts is the order's; a later change of the setting applies to new orders
  add column commission_base text collate "C",
  -- why no affiliate has the order
  add column unattributed_reason text collate "C",
  add foreign key (account_id, connector_id) references connectors (account_id, id);
create index orders_unattributed on orders (account_id, paid_at desc, id desc) where conversion_id is null;
create index orders_unattributed_of_customer on orders (account_id, customer_key) where conversion_id is null and customer_key is not null;
create index orders_of_connector on orders (connector_id) where connector_id is not null;
create index customers_by_key on customers (account_id, key, bound_at desc);
