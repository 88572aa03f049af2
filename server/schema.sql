-- The schema that the migrations lead to, for reading and for reviewing changes to it.
-- Written by `npm run schema`; never edited, never executed.

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_overdraft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the % balance of % would be negative', new.kind, new.owner_id using errcode = 'check_violation';
end
$function$;

create table accounts (
  id uuid not null,
  name text not null,
  plan text not null,
  created_at timestamp(3) with time zone not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text])))
);

create table affiliates (
  id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint affiliates_pkey PRIMARY KEY (id),
  constraint affiliates_account_id_id_key UNIQUE (account_id, id),
  constraint affiliates_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint affiliates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint affiliates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX affiliates_by_user ON public.affiliates USING btree (user_id);

create table affiliations (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  code text collate "C" not null,
  status text not null,
  seq integer default 0 not null,
  joined_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  constraint affiliations_pkey PRIMARY KEY (id),
  constraint affiliations_account_id_id_key UNIQUE (account_id, id),
  constraint affiliations_campaign_id_affiliate_id_key UNIQUE (campaign_id, affiliate_id),
  constraint affiliations_code_key UNIQUE (code),
  constraint affiliations_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint affiliations_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint affiliations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'rejected'::text, 'suspended'::text, 'removed'::text])))
);
CREATE INDEX affiliations_by_affiliate ON public.affiliations USING btree (affiliate_id);
CREATE INDEX affiliations_by_campaign ON public.affiliations USING btree (campaign_id, joined_at DESC, id DESC) WHERE (status <> 'removed'::text);
CREATE INDEX affiliations_by_campaign_and_status ON public.affiliations USING btree (campaign_id, status, joined_at DESC, id DESC);

create table api_keys (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  key_hash bytea not null,
  prefix text not null,
  last_four text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX api_keys_by_account ON public.api_keys USING btree (account_id, created_at DESC, id DESC);

create table campaigns (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  slug text collate "C" not null,
  target_url text not null,
  type text not null,
  status text not null,
  visibility text not null,
  commission_type text not null,
  commission_value bigint not null,
  currency text collate "C" not null,
  attribution_window_days integer not null,
  maturation_days integer not null,
  max_budget_minor bigint,
  current_spend_minor bigint default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_account_id_id_key UNIQUE (account_id, id),
  constraint campaigns_account_id_slug_key UNIQUE (account_id, slug),
  constraint campaigns_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint campaigns_attribution_window_days_check CHECK (((attribution_window_days >= 1) AND (attribution_window_days <= 365))),
  constraint campaigns_check CHECK (((commission_type = 'fixed'::text) OR (commission_value <= 1000000))),
  constraint campaigns_commission_type_check CHECK ((commission_type = ANY (ARRAY['fixed'::text, 'percentage'::text]))),
  constraint campaigns_commission_value_check CHECK ((commission_value >= 0)),
  constraint campaigns_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint campaigns_current_spend_minor_check CHECK ((current_spend_minor >= 0)),
  constraint campaigns_maturation_days_check CHECK (((maturation_days >= 0) AND (maturation_days <= 365))),
  constraint campaigns_max_budget_minor_check CHECK ((max_budget_minor >= 0)),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text]))),
  constraint campaigns_type_check CHECK ((type = 'CPA'::text)),
  constraint campaigns_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
) with (fillfactor=70);
CREATE INDEX campaigns_by_account ON public.campaigns USING btree (account_id, created_at DESC, id DESC);

create table click_totals (
  scope_id uuid not null,
  day date not null,
  clicks bigint not null,
  constraint click_totals_pkey PRIMARY KEY (scope_id, day)
) with (fillfactor=50);

create table clicks (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliation_id uuid not null,
  clicked_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  sub text,
  address_hash bytea,
  constraint clicks_pkey PRIMARY KEY (id)
) partition by range (id);

create table conversion_totals (
  scope_id uuid not null,
  day date not null,
  status text not null,
  currency text collate "C" not null,
  commission_currency text collate "C" not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  constraint conversion_totals_pkey PRIMARY KEY (scope_id, day, status, currency, commission_currency)
) with (fillfactor=50);

create table conversion_transitions (
  conversion_id uuid not null,
  seq integer not null,
  action text not null,
  status text not null,
  actor text not null,
  reason text,
  at timestamp(3) with time zone not null,
  constraint conversion_transitions_pkey PRIMARY KEY (conversion_id, seq),
  constraint conversion_transitions_conversion_id_fkey FOREIGN KEY (conversion_id) REFERENCES conversions(id),
  constraint conversion_transitions_action_check CHECK ((action = ANY (ARRAY['track'::text, 'approve'::text, 'reject'::text, 'unreject'::text]))),
  constraint conversion_transitions_seq_check CHECK ((seq > 0)),
  constraint conversion_transitions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);
CREATE TRIGGER conversion_transitions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.conversion_transitions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table conversions (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  affiliation_id uuid not null,
  external_id text collate "C" not null,
  amount_minor bigint not null,
  currency text collate "C" not null,
  commission_minor bigint not null,
  commission_currency text collate "C" not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  matures_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  rejected_at timestamp(3) with time zone,
  rejection_reason text,
  payout_id uuid,
  seq integer default 0 not null,
  attributed_by text not null,
  click_id uuid,
  clicked_at timestamp(3) with time zone,
  click_expires_at timestamp(3) with time zone,
  commission_type text not null,
  commission_value bigint not null,
  rule_currency text collate "C" not null,
  warning_signs text[] default '{}'::text[] not null,
  address_hash bytea,
  constraint conversions_pkey PRIMARY KEY (id),
  constraint conversions_account_id_external_id_key UNIQUE (account_id, external_id),
  constraint conversions_account_id_id_key UNIQUE (account_id, id),
  constraint conversions_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint conversions_account_id_affiliation_id_fkey FOREIGN KEY (account_id, affiliation_id) REFERENCES affiliations(account_id, id),
  constraint conversions_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint conversions_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint conversions_attributed_by_check CHECK ((attributed_by = ANY (ARRAY['click'::text, 'code'::text]))),
  constraint conversions_check CHECK (((status = 'approved'::text) = (approved_at IS NOT NULL))),
  constraint conversions_check1 CHECK (((status = 'rejected'::text) = (rejected_at IS NOT NULL))),
  constraint conversions_check2 CHECK (((payout_id IS NULL) OR (status = 'approved'::text))),
  constraint conversions_check3 CHECK (((attributed_by = 'click'::text) = (click_id IS NOT NULL))),
  constraint conversions_commission_minor_check CHECK ((commission_minor >= 0)),
  constraint conversions_commission_type_check CHECK ((commission_type = ANY (ARRAY['fixed'::text, 'percentage'::text]))),
  constraint conversions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
) with (fillfactor=85);
CREATE INDEX conversions_by_address ON public.conversions USING btree (account_id, address_hash) WHERE (address_hash IS NOT NULL);
CREATE INDEX conversions_by_affiliation ON public.conversions USING btree (affiliation_id, created_at DESC, id DESC);
CREATE INDEX conversions_by_affiliation_and_status ON public.conversions USING btree (affiliation_id, status, created_at DESC, id DESC);
CREATE INDEX conversions_by_campaign ON public.conversions USING btree (campaign_id, created_at DESC, id DESC);
CREATE INDEX conversions_by_campaign_and_status ON public.conversions USING btree (campaign_id, status, created_at DESC, id DESC);

create table deliveries (
  id uuid not null,
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null,
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_account_id_endpoint_id_fkey FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints(account_id, id),
  constraint deliveries_account_id_event_id_fkey FOREIGN KEY (account_id, event_id) REFERENCES events(account_id, id),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'held'::text])))
) with (fillfactor=70);
CREATE INDEX deliveries_by_account ON public.deliveries USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX deliveries_by_event ON public.deliveries USING btree (event_id);
CREATE INDEX deliveries_due ON public.deliveries USING btree (endpoint_id, due_at, id) WHERE (status = 'waiting'::text);

create table events (
  id uuid not null,
  account_id uuid not null,
  type text not null,
  subject_id uuid,
  seq integer,
  body text,
  created_at timestamp(3) with time zone not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_account_id_id_key UNIQUE (account_id, id),
  constraint events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX events_by_account ON public.events USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX events_once_per_transition ON public.events USING btree (subject_id, type, seq);

create table invitations (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  email text not null,
  email_folded text collate "C" not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  replaced_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);
CREATE INDEX invitations_by_account ON public.invitations USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (campaign_id, email_folded) WHERE ((accepted_at IS NULL) AND (replaced_at IS NULL) AND (withdrawn_at IS NULL));

create table ledger_balances (
  account_id uuid not null,
  kind text not null,
  owner_id uuid not null,
  currency text collate "C" not null,
  balance_minor bigint not null,
  constraint ledger_balances_pkey PRIMARY KEY (owner_id, kind, currency),
  constraint ledger_balances_kind_check CHECK ((kind = ANY (ARRAY['campaign'::text, 'pending'::text, 'payable'::text])))
) with (fillfactor=50);
CREATE TRIGGER ledger_balances_never_overdrawn AFTER INSERT OR UPDATE ON public.ledger_balances FOR EACH ROW WHEN (((new.kind <> 'campaign'::text) AND (new.balance_minor < 0))) EXECUTE FUNCTION refuse_overdraft();

create table members (
  account_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  constraint members_pkey PRIMARY KEY (account_id, user_id),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'viewer'::text])))
);
CREATE INDEX members_by_user ON public.members USING btree (user_id);

create table migrations (
  name text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create unlogged table rate_windows (
  key text collate "C" not null,
  used integer not null,
  ends_at timestamp(3) with time zone not null,
  constraint rate_windows_pkey PRIMARY KEY (key)
) with (fillfactor=50);
CREATE INDEX rate_windows_by_end ON public.rate_windows USING btree (ends_at);

create table refusals (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid,
  affiliate_id uuid,
  external_id_hash bytea not null,
  reason text not null,
  refused_at timestamp(3) with time zone not null,
  constraint refusals_pkey PRIMARY KEY (id),
  constraint refusals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX refusals_by_order ON public.refusals USING btree (account_id, external_id_hash);
CREATE INDEX refusals_by_time ON public.refusals USING btree (refused_at);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  user_agent text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create table transfers (
  id uuid not null,
  account_id uuid not null,
  conversion_id uuid,
  seq integer not null,
  debit_kind text not null,
  debit_owner_id uuid not null,
  credit_kind text not null,
  credit_owner_id uuid not null,
  amount_minor bigint not null,
  currency text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint transfers_conversion_id_seq_fkey FOREIGN KEY (conversion_id, seq) REFERENCES conversion_transitions(conversion_id, seq),
  constraint transfers_amount_minor_check CHECK ((amount_minor > 0)),
  constraint transfers_check CHECK (((debit_kind <> credit_kind) OR (debit_owner_id <> credit_owner_id)))
);
CREATE UNIQUE INDEX transfers_once_per_transition ON public.transfers USING btree (conversion_id, seq);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table users (
  id uuid not null,
  email text not null,
  email_folded text collate "C" not null,
  name text not null,
  password_hash text not null,
  email_verified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_folded_key UNIQUE (email_folded)
);

create table webhook_endpoints (
  id uuid not null,
  account_id uuid not null,
  url text not null,
  events text[] not null,
  secret_encrypted bytea not null,
  created_at timestamp(3) with time zone not null,
  disabled_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_account_id_id_key UNIQUE (account_id, id),
  constraint webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX webhook_endpoints_by_account ON public.webhook_endpoints USING btree (account_id) WHERE (deleted_at IS NULL);
