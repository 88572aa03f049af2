-- The schema after all migrations, for reading and for reviewing changes.
-- Written by `npm run schema`; never edited, never executed.

CREATE OR REPLACE FUNCTION public.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from accounts where id = old.account_id for no key update;
  if not exists (select from members where account_id = old.account_id and role = 'owner') then
    raise exception 'the account would be left without an owner' using errcode = 'check_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.last_recovery()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  return coalesce(pg_last_wal_replay_lsn()::text, 'none');
exception when feature_not_supported or object_not_in_prerequisite_state or undefined_function or insufficient_privilege then
  return 'unknown';
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_key(external_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(lower((regexp_replace(NORMALIZE(external_id, NFKC), '[#\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+'::text, ''::text, 'g'::text) COLLATE "C")), 255);

CREATE OR REPLACE FUNCTION public.order_number(external_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "substring"(order_key(external_id), '^[^0-9]+([0-9].*)$'::text);

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('tributary.resetting', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_deleting_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  live boolean;
begin
  if tg_table_name = 'conversion_transitions' then
    live := exists (select from deleted join conversions on conversions.id = deleted.conversion_id
      join accounts on accounts.id = conversions.account_id where accounts.mode = 'live');
  elsif tg_table_name = 'payout_transitions' then
    live := exists (select from deleted join payouts on payouts.id = deleted.payout_id
      join accounts on accounts.id = payouts.account_id where accounts.mode = 'live');
  else
    live := exists (select from deleted join accounts on accounts.id = deleted.account_id where accounts.mode = 'live');
  end if;
  if live then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_overdraft()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the % balance of % would be %', new.kind, new.owner_id,
    case when new.balance_minor < 0 then 'negative' else 'positive' end using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.require_payout_to_equal_its_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  payout payouts;
  earned bigint;
  clawed_back bigint;
  conversion_lines bigint;
  claw_back_lines bigint;
begin
  select * into payout from payouts where id = new.id;
  select coalesce(sum(amount_minor) filter (where claw_back_id is null), 0),
    coalesce(-sum(amount_minor) filter (where claw_back_id is not null), 0),
    count(*) filter (where claw_back_id is null), count(*) filter (where claw_back_id is not null)
  into earned, clawed_back, conversion_lines, claw_back_lines
  from payout_lines where payout_id = new.id and living;
  if payout.status in ('failed', 'cancelled') then
    if conversion_lines + claw_back_lines > 0 then
      raise exception 'payout % has ended and still holds lines', payout.id using errcode = 'check_violation';
    end if;
    return null;
  end if;
  if (payout.earned_minor, payout.clawed_back_minor, payout.conversions::bigint, payout.claw_backs::bigint)
    <> (earned, clawed_back, conversion_lines, claw_back_lines) then
    raise exception 'payout % of % is not the sum of its lines', payout.id, payout.amount_minor using errcode = 'check_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.seal_fold(head bytea, digests bytea[])
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  digest bytea;
begin
  foreach digest in array digests loop
    head := sha256(head || digest);
  end loop;
  return head;
end
$function$;

CREATE OR REPLACE FUNCTION public.touch_payouts_of_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payouts set seq = seq where id in (select distinct payout_id from changed);
  return null;
end
$function$;

create table account_clocks (
  account_id uuid not null,
  now timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone not null,
  resetting boolean default false not null,
  constraint account_clocks_pkey PRIMARY KEY (account_id),
  constraint account_clocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table accounts (
  id uuid not null,
  name text not null,
  plan text not null,
  created_at timestamp(3) with time zone not null,
  mode text default 'live'::text not null,
  live_account_id uuid,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_live_account_id_fkey FOREIGN KEY (live_account_id) REFERENCES accounts(id),
  constraint accounts_check CHECK (((mode = 'test'::text) = (live_account_id IS NOT NULL))),
  constraint accounts_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint accounts_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text])))
);
CREATE UNIQUE INDEX accounts_twins ON public.accounts USING btree (live_account_id, name) WHERE (live_account_id IS NOT NULL);

create table address_codes (
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint address_codes_pkey PRIMARY KEY (user_id),
  constraint address_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create unlogged table address_keys (
  day date not null,
  key bytea not null,
  constraint address_keys_pkey PRIMARY KEY (day)
);

create table affiliate_days (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  day date not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  clicked bigint default 0 not null,
  constraint affiliate_days_pkey PRIMARY KEY (affiliate_id, currency, day)
) with (fillfactor=70);
CREATE INDEX affiliate_days_best ON public.affiliate_days USING btree (account_id, currency, day, revenue_minor DESC, conversions DESC);

create table affiliates (
  id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  payout_reminded_at timestamp(3) with time zone,
  constraint affiliates_pkey PRIMARY KEY (id),
  constraint affiliates_account_id_id_key UNIQUE (account_id, id),
  constraint affiliates_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint affiliates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint affiliates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX affiliates_by_account ON public.affiliates USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX affiliates_by_user ON public.affiliates USING btree (user_id);

create table affiliation_plan_changes (
  account_id uuid not null,
  affiliation_id uuid not null,
  changed_at timestamp(3) with time zone not null,
  group_id uuid,
  own_plan boolean not null,
  constraint affiliation_plan_changes_pkey PRIMARY KEY (affiliation_id, changed_at),
  constraint affiliation_plan_changes_account_id_affiliation_id_fkey FOREIGN KEY (account_id, affiliation_id) REFERENCES affiliations(account_id, id)
);

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
  changed_in xid8 default pg_current_xact_id() not null,
  withheld_at timestamp(3) with time zone,
  group_id uuid,
  override_plan_id uuid,
  constraint affiliations_pkey PRIMARY KEY (id),
  constraint affiliations_account_id_id_key UNIQUE (account_id, id),
  constraint affiliations_campaign_id_affiliate_id_key UNIQUE (campaign_id, affiliate_id),
  constraint affiliations_code_key UNIQUE (code),
  constraint affiliations_whole_key UNIQUE (account_id, id, campaign_id, affiliate_id),
  constraint affiliations_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint affiliations_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint affiliations_account_id_campaign_id_group_id_fkey FOREIGN KEY (account_id, campaign_id, group_id) REFERENCES groups(account_id, campaign_id, id),
  constraint affiliations_account_id_override_plan_id_fkey FOREIGN KEY (account_id, override_plan_id) REFERENCES plans(account_id, id),
  constraint affiliations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'rejected'::text, 'suspended'::text, 'removed'::text])))
);
CREATE INDEX affiliations_by_account ON public.affiliations USING btree (account_id, joined_at DESC, id DESC) WHERE (status <> 'removed'::text);
CREATE INDEX affiliations_by_account_and_status ON public.affiliations USING btree (account_id, status, joined_at DESC, id DESC);
CREATE INDEX affiliations_by_affiliate ON public.affiliations USING btree (affiliate_id);
CREATE INDEX affiliations_by_campaign ON public.affiliations USING btree (campaign_id, joined_at DESC, id DESC) WHERE (status <> 'removed'::text);
CREATE INDEX affiliations_by_campaign_and_status ON public.affiliations USING btree (campaign_id, status, joined_at DESC, id DESC);
CREATE INDEX affiliations_by_change ON public.affiliations USING btree (changed_in);
CREATE INDEX affiliations_of_group ON public.affiliations USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX affiliations_present ON public.affiliations USING btree (account_id, campaign_id) WHERE (status <> 'removed'::text);
CREATE TRIGGER affiliations_mark_changed BEFORE UPDATE ON public.affiliations FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.code IS DISTINCT FROM new.code))) EXECUTE FUNCTION mark_changed();
CREATE TRIGGER affiliations_mark_new BEFORE INSERT ON public.affiliations FOR EACH ROW EXECUTE FUNCTION mark_changed();

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

create table application_pages (
  slug text collate "C" not null,
  account_id uuid not null,
  campaign_id uuid not null,
  is_open boolean not null,
  changed_at timestamp(3) with time zone not null,
  constraint application_pages_pkey PRIMARY KEY (slug),
  constraint application_pages_campaign_id_key UNIQUE (campaign_id),
  constraint application_pages_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint application_pages_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((length(slug) >= 3) AND (length(slug) <= 60))))
);

create table applications (
  account_id uuid not null,
  campaign_id uuid not null,
  email_folded text collate "C" not null,
  name text not null,
  website text not null,
  audience text not null,
  note text not null,
  affiliation_id uuid,
  applied_at timestamp(3) with time zone not null,
  constraint applications_pkey PRIMARY KEY (campaign_id, email_folded),
  constraint applications_account_id_affiliation_id_fkey FOREIGN KEY (account_id, affiliation_id) REFERENCES affiliations(account_id, id),
  constraint applications_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint applications_website_check CHECK ((website ~~ 'https://%'::text))
);
CREATE INDEX applications_by_affiliation ON public.applications USING btree (affiliation_id) WHERE (affiliation_id IS NOT NULL);
CREATE INDEX applications_by_age ON public.applications USING btree (applied_at);
CREATE INDEX applications_by_email ON public.applications USING btree (email_folded);
CREATE INDEX applications_waiting ON public.applications USING btree (account_id) WHERE (affiliation_id IS NULL);

create table audit_entries (
  id uuid not null,
  account_id uuid not null,
  at timestamp(3) with time zone not null,
  actor text collate "C" not null,
  action text collate "C" not null,
  subject_kind text collate "C" not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_entries_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint audit_entries_actor_check CHECK (((actor = ANY (ARRAY['operator'::text, 'system'::text])) OR (actor ~ '^(usr|key)_[0-9a-z]{26}$'::text))),
  constraint audit_entries_check CHECK (((jsonb_typeof(before) = 'object'::text) AND (jsonb_typeof(after) = 'object'::text)))
);
CREATE INDEX audit_entries_by_account ON public.audit_entries USING btree (account_id, at DESC, id DESC);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (account_id, action, at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (account_id, actor, at DESC, id DESC);
CREATE INDEX audit_entries_by_actor_and_action ON public.audit_entries USING btree (account_id, actor, action, at DESC, id DESC);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (subject_id, at DESC, id DESC);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_of_twins_only AFTER DELETE ON public.audit_entries REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table audit_origins (
  entry_id uuid not null,
  account_id uuid not null,
  actor text collate "C" not null,
  at timestamp(3) with time zone not null,
  address text not null,
  user_agent text,
  constraint audit_origins_pkey PRIMARY KEY (entry_id),
  constraint audit_origins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_origins_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id)
);
CREATE INDEX audit_origins_by_actor ON public.audit_origins USING btree (actor);
CREATE INDEX audit_origins_by_time ON public.audit_origins USING btree (at);

create table brands (
  account_id uuid not null,
  accent text,
  sender_name text,
  cover_line text,
  logo bytea,
  logo_type text,
  logo_digest bytea,
  changed_by text not null,
  changed_at timestamp(3) with time zone not null,
  constraint brands_pkey PRIMARY KEY (account_id),
  constraint brands_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint brands_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint brands_check CHECK ((((logo IS NULL) = (logo_type IS NULL)) AND ((logo IS NULL) = (logo_digest IS NULL)))),
  constraint brands_logo_check CHECK ((octet_length(logo) <= 200000)),
  constraint brands_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
CREATE INDEX brands_logo ON public.brands USING btree (logo_digest) WHERE (logo_digest IS NOT NULL);

create table campaign_budgets (
  campaign_id uuid not null,
  account_id uuid not null,
  spent_minor bigint not null,
  constraint campaign_budgets_pkey PRIMARY KEY (campaign_id),
  constraint campaign_budgets_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint campaign_budgets_spent_minor_check CHECK ((spent_minor >= 0))
) with (fillfactor=50);

create table campaign_days (
  account_id uuid not null,
  day date not null,
  campaign_id uuid not null,
  currency text collate "C" not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  waiting bigint default 0 not null,
  waiting_minor bigint default 0 not null,
  clicked bigint default 0 not null,
  constraint campaign_days_pkey PRIMARY KEY (account_id, day, campaign_id, currency)
) with (fillfactor=50);

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
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  changed_in xid8 default pg_current_xact_id() not null,
  auto_approve text default 'never'::text not null,
  auto_approve_disabled_at timestamp(3) with time zone,
  scales_fixed boolean default false not null,
  plan_id uuid,
  rebind text default 'never'::text not null,
  evidence text default 'coupon'::text not null,
  coupon_needs_click text default 'off'::text not null,
  coupon_click_days integer default 30 not null,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_account_id_id_key UNIQUE (account_id, id),
  constraint campaigns_account_id_slug_key UNIQUE (account_id, slug),
  constraint campaigns_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint campaigns_attribution_window_days_check CHECK (((attribution_window_days >= 1) AND (attribution_window_days <= 365))),
  constraint campaigns_auto_approve_check CHECK ((auto_approve = ANY (ARRAY['never'::text, 'when_matured'::text]))),
  constraint campaigns_check CHECK (((commission_type = 'fixed'::text) OR (commission_value <= 1000000))),
  constraint campaigns_commission_type_check CHECK ((commission_type = ANY (ARRAY['fixed'::text, 'percentage'::text]))),
  constraint campaigns_commission_value_check CHECK ((commission_value >= 0)),
  constraint campaigns_coupon_click_days_check CHECK (((coupon_click_days >= 1) AND (coupon_click_days <= 365))),
  constraint campaigns_coupon_needs_click_check CHECK ((coupon_needs_click = ANY (ARRAY['off'::text, 'sign'::text, 'refuse'::text]))),
  constraint campaigns_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint campaigns_evidence_check CHECK ((evidence = ANY (ARRAY['coupon'::text, 'click'::text]))),
  constraint campaigns_maturation_days_check CHECK (((maturation_days >= 0) AND (maturation_days <= 365))),
  constraint campaigns_max_budget_minor_check CHECK ((max_budget_minor >= 0)),
  constraint campaigns_rebind_check CHECK ((rebind = ANY (ARRAY['never'::text, 'click'::text]))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text]))),
  constraint campaigns_type_check CHECK ((type = 'CPA'::text)),
  constraint campaigns_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
) with (fillfactor=70);
CREATE INDEX campaigns_approving_themselves ON public.campaigns USING btree (id) WHERE (auto_approve <> 'never'::text);
CREATE INDEX campaigns_by_account ON public.campaigns USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX campaigns_by_change ON public.campaigns USING btree (changed_in);
CREATE TRIGGER campaigns_mark_changed BEFORE UPDATE ON public.campaigns FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.target_url IS DISTINCT FROM new.target_url)) OR (old.attribution_window_days IS DISTINCT FROM new.attribution_window_days))) EXECUTE FUNCTION mark_changed();
CREATE TRIGGER campaigns_mark_new BEFORE INSERT ON public.campaigns FOR EACH ROW EXECUTE FUNCTION mark_changed();

create table claims (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  affiliation_id uuid not null,
  external_id text collate "C" not null,
  approximate_time timestamp(3) with time zone not null,
  state text not null,
  finding text not null,
  finding_text text not null,
  finding_conversion_id uuid,
  finding_status text,
  finding_reason text,
  message text,
  answer text,
  conversion_id uuid,
  asked_at timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint claims_account_id_affiliation_id_fkey FOREIGN KEY (account_id, affiliation_id) REFERENCES affiliations(account_id, id),
  constraint claims_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint claims_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint claims_account_id_finding_conversion_id_fkey FOREIGN KEY (account_id, finding_conversion_id) REFERENCES conversions(account_id, id),
  constraint claims_check CHECK (((state = 'asked'::text) = (opened_at IS NULL))),
  constraint claims_check1 CHECK (((state = 'converted'::text) = (conversion_id IS NOT NULL))),
  constraint claims_check2 CHECK (((finding = 'recorded'::text) = (finding_conversion_id IS NOT NULL))),
  constraint claims_finding_check CHECK ((finding = ANY (ARRAY['recorded'::text, 'refused'::text, 'unknown'::text]))),
  constraint claims_finding_status_check CHECK ((finding_status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint claims_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'open'::text, 'answered'::text, 'converted'::text])))
);
CREATE INDEX claims_by_account ON public.claims USING btree (account_id, opened_at DESC, id DESC) WHERE (state <> 'asked'::text);
CREATE INDEX claims_by_account_and_state ON public.claims USING btree (account_id, state, opened_at DESC, id DESC) WHERE (state <> 'asked'::text);
CREATE INDEX claims_by_affiliate ON public.claims USING btree (affiliate_id, asked_at DESC, id DESC);
CREATE INDEX claims_by_order_id ON public.claims USING btree (account_id, lower(external_id), id) WHERE (state <> 'asked'::text);
CREATE INDEX claims_by_order_key ON public.claims USING btree (account_id, order_key(external_id) text_pattern_ops, id) WHERE (state <> 'asked'::text);
CREATE INDEX claims_by_order_number ON public.claims USING btree (account_id, order_number(external_id) text_pattern_ops);
CREATE INDEX claims_only_asked ON public.claims USING btree (asked_at) WHERE (state = 'asked'::text);
CREATE UNIQUE INDEX claims_open ON public.claims USING btree (affiliation_id, external_id) WHERE (state = 'open'::text);

create table claw_backs (
  id uuid not null,
  account_id uuid not null,
  conversion_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  amount_minor bigint not null,
  currency text collate "C" not null,
  reason text not null,
  actor text not null,
  created_at timestamp(3) with time zone not null,
  payout_id uuid,
  refund_id uuid,
  undoes_id uuid,
  constraint claw_backs_pkey PRIMARY KEY (id),
  constraint claw_backs_account_id_id_key UNIQUE (account_id, id),
  constraint claw_backs_undoes_id_key UNIQUE (undoes_id),
  constraint claw_backs_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint claw_backs_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint claw_backs_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint claw_backs_account_id_payout_id_fkey FOREIGN KEY (account_id, payout_id) REFERENCES payouts(account_id, id),
  constraint claw_backs_account_id_refund_id_fkey FOREIGN KEY (account_id, refund_id) REFERENCES refunds(account_id, id),
  constraint claw_backs_account_id_undoes_id_fkey FOREIGN KEY (account_id, undoes_id) REFERENCES claw_backs(account_id, id),
  constraint claw_backs_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint claw_backs_check CHECK (((undoes_id IS NULL) OR ((amount_minor < 0) AND (refund_id IS NULL)))),
  constraint claw_backs_check1 CHECK (((amount_minor > 0) OR (refund_id IS NOT NULL) OR (undoes_id IS NOT NULL)))
);
CREATE INDEX claw_backs_by_account ON public.claw_backs USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX claw_backs_by_affiliate ON public.claw_backs USING btree (affiliate_id, created_at DESC, id DESC);
CREATE INDEX claw_backs_by_amount ON public.claw_backs USING btree (account_id, amount_minor, id);
CREATE INDEX claw_backs_of_conversion ON public.claw_backs USING btree (conversion_id, created_at, id);
CREATE INDEX claw_backs_open ON public.claw_backs USING btree (affiliate_id, currency) WHERE (payout_id IS NULL);
CREATE TRIGGER claw_backs_immutable BEFORE UPDATE ON public.claw_backs FOR EACH ROW WHEN (((((((((((((old.id IS DISTINCT FROM new.id) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.conversion_id IS DISTINCT FROM new.conversion_id)) OR (old.campaign_id IS DISTINCT FROM new.campaign_id)) OR (old.affiliate_id IS DISTINCT FROM new.affiliate_id)) OR (old.amount_minor IS DISTINCT FROM new.amount_minor)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.actor IS DISTINCT FROM new.actor)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.refund_id IS DISTINCT FROM new.refund_id)) OR (old.undoes_id IS DISTINCT FROM new.undoes_id))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER claw_backs_never_deleted BEFORE DELETE OR TRUNCATE ON public.claw_backs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER claw_backs_of_twins_only AFTER DELETE ON public.claw_backs REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table click_batches (
  id bigint generated always as identity not null,
  scope_ids uuid[] not null,
  days date[] not null,
  clicks integer[] not null,
  constraint click_batches_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500);

create table click_journals (
  id uuid not null,
  clean_at timestamp(3) with time zone not null,
  is_replaying boolean default false not null,
  reported_at timestamp with time zone default now() not null,
  last_recovery text default last_recovery() not null,
  constraint click_journals_pkey PRIMARY KEY (id)
);

create table click_segments (
  id uuid not null,
  replayed_bytes bigint not null,
  replayed_at timestamp(3) with time zone not null,
  constraint click_segments_pkey PRIMARY KEY (id),
  constraint click_segments_replayed_bytes_check CHECK ((replayed_bytes > 0))
);
CREATE INDEX click_segments_by_time ON public.click_segments USING btree (replayed_at);

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

create table connectors (
  id uuid not null,
  account_id uuid not null,
  provider text collate "C" not null,
  name text not null,
  campaign_id uuid,
  commission_base text collate "C" not null,
  payment_intents boolean default false not null,
  mapping jsonb,
  secret_encrypted bytea,
  previous_secret_encrypted bytea,
  previous_secret_until timestamp(3) with time zone,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  refused_count bigint default 0 not null,
  refused_at timestamp(3) with time zone,
  sandbox boolean default false not null,
  site text collate "C",
  other_site text collate "C",
  constraint connectors_pkey PRIMARY KEY (id),
  constraint connectors_account_id_id_key UNIQUE (account_id, id),
  constraint connectors_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint connectors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table conversion_delta_floor (
  is_only boolean default true not null,
  floor bigint not null,
  constraint conversion_delta_floor_pkey PRIMARY KEY (is_only),
  constraint conversion_delta_floor_is_only_check CHECK (is_only)
);

create table conversion_deltas (
  id bigint generated always as identity not null,
  account_id uuid not null,
  campaign_id uuid not null,
  affiliate_id uuid not null,
  affiliation_id uuid not null,
  day date not null,
  status text not null,
  currency text collate "C" not null,
  commission_currency text collate "C" not null,
  clicked boolean not null,
  conversions bigint not null,
  revenue_minor bigint not null,
  commission_minor bigint not null,
  constraint conversion_deltas_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, vacuum_truncate=false);
CREATE INDEX conversion_deltas_by_account ON public.conversion_deltas USING btree (account_id, id);
CREATE INDEX conversion_deltas_by_affiliate ON public.conversion_deltas USING btree (affiliate_id, id);
CREATE INDEX conversion_deltas_by_affiliation ON public.conversion_deltas USING btree (affiliation_id, id);
CREATE INDEX conversion_deltas_by_campaign ON public.conversion_deltas USING btree (campaign_id, id);

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
  refund_id uuid,
  amount_minor bigint,
  commission_minor bigint,
  constraint conversion_transitions_pkey PRIMARY KEY (conversion_id, seq),
  constraint conversion_transitions_conversion_id_fkey FOREIGN KEY (conversion_id) REFERENCES conversions(id),
  constraint conversion_transitions_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint conversion_transitions_action_check CHECK ((action = ANY (ARRAY['track'::text, 'approve'::text, 'reject'::text, 'unreject'::text, 'adjust'::text]))),
  constraint conversion_transitions_check CHECK (((action <> 'adjust'::text) OR ((amount_minor IS NOT NULL) AND (commission_minor IS NOT NULL)))),
  constraint conversion_transitions_seq_check CHECK ((seq > 0)),
  constraint conversion_transitions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);
CREATE INDEX conversion_transitions_of_refund ON public.conversion_transitions USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE TRIGGER conversion_transitions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.conversion_transitions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER conversion_transitions_of_twins_only AFTER DELETE ON public.conversion_transitions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

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
  original_amount_minor bigint,
  original_commission_minor bigint,
  refunded_minor bigint default 0 not null,
  released boolean default false not null,
  scales_fixed boolean default false not null,
  part_of uuid,
  kind text default 'order'::text not null,
  plan_id uuid,
  plan_version integer,
  customer_key bytea,
  ordinal integer,
  trace jsonb,
  counted_month date,
  coupon_id uuid,
  coupon_code text,
  other_affiliation_id uuid,
  constraint conversions_pkey PRIMARY KEY (id),
  constraint conversions_account_id_external_id_key UNIQUE (account_id, external_id),
  constraint conversions_account_id_id_key UNIQUE (account_id, id),
  constraint conversions_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES coupons(account_id, id),
  constraint conversions_account_id_other_affiliation_id_fkey FOREIGN KEY (account_id, other_affiliation_id) REFERENCES affiliations(account_id, id),
  constraint conversions_account_id_part_of_fkey FOREIGN KEY (account_id, part_of) REFERENCES conversions(account_id, id),
  constraint conversions_account_id_payout_id_fkey FOREIGN KEY (account_id, payout_id) REFERENCES payouts(account_id, id),
  constraint conversions_account_id_plan_id_fkey FOREIGN KEY (account_id, plan_id) REFERENCES plans(account_id, id),
  constraint conversions_affiliation_fkey FOREIGN KEY (account_id, affiliation_id, campaign_id, affiliate_id) REFERENCES affiliations(account_id, id, campaign_id, affiliate_id),
  constraint conversions_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint conversions_attributed_by_check CHECK ((((coupon_id IS NULL) = (coupon_code IS NULL)) AND ((other_affiliation_id IS NULL) OR (coupon_id IS NOT NULL)) AND ((attributed_by = ANY (ARRAY['click'::text, 'code'::text, 'customer'::text, 'bonus'::text])) OR ((attributed_by = 'coupon'::text) AND (coupon_id IS NOT NULL))))),
  constraint conversions_check CHECK (((status = 'approved'::text) = (approved_at IS NOT NULL))),
  constraint conversions_check1 CHECK (((status = 'rejected'::text) = (rejected_at IS NOT NULL))),
  constraint conversions_check2 CHECK (((payout_id IS NULL) OR (status = 'approved'::text))),
  constraint conversions_check3 CHECK (((attributed_by = 'click'::text) = (click_id IS NOT NULL))),
  constraint conversions_check4 CHECK (((original_amount_minor IS NULL) = (original_commission_minor IS NULL))),
  constraint conversions_check5 CHECK (((original_amount_minor IS NOT NULL) OR (refunded_minor = 0))),
  constraint conversions_check6 CHECK ((refunded_minor <= original_amount_minor)),
  constraint conversions_commission_minor_check CHECK ((commission_minor >= 0)),
  constraint conversions_commission_type_check CHECK ((commission_type = ANY (ARRAY['fixed'::text, 'percentage'::text]))),
  constraint conversions_kind_and_plan_check CHECK ((((plan_id IS NULL) = (plan_version IS NULL)) AND ((kind = 'order'::text) OR (kind = 'renewal'::text) OR ((kind = 'bonus'::text) AND (amount_minor = 0) AND (attributed_by = 'bonus'::text))))),
  constraint conversions_refunded_minor_check CHECK ((refunded_minor >= 0)),
  constraint conversions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
) with (fillfactor=85);
CREATE INDEX conversions_by_account ON public.conversions USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX conversions_by_account_and_status ON public.conversions USING btree (account_id, status, created_at DESC, id DESC);
CREATE INDEX conversions_by_address ON public.conversions USING btree (account_id, address_hash, click_id) WHERE (address_hash IS NOT NULL);
CREATE INDEX conversions_by_affiliation ON public.conversions USING btree (affiliation_id, created_at DESC, id DESC);
CREATE INDEX conversions_by_affiliation_and_commission ON public.conversions USING btree (affiliation_id, commission_minor DESC, id DESC);
CREATE INDEX conversions_by_affiliation_and_status ON public.conversions USING btree (affiliation_id, status, created_at DESC, id DESC);
CREATE INDEX conversions_by_amount ON public.conversions USING btree (account_id, amount_minor DESC, id DESC);
CREATE INDEX conversions_by_campaign ON public.conversions USING btree (campaign_id, created_at DESC, id DESC);
CREATE INDEX conversions_by_campaign_and_status ON public.conversions USING btree (campaign_id, status, created_at DESC, id DESC);
CREATE INDEX conversions_by_commission ON public.conversions USING btree (account_id, commission_minor DESC, id DESC);
CREATE INDEX conversions_by_order_key ON public.conversions USING btree (account_id, order_key(external_id) text_pattern_ops, id);
CREATE INDEX conversions_by_order_number ON public.conversions USING btree (account_id, order_number(external_id) text_pattern_ops);
CREATE INDEX conversions_counted_otherwise ON public.conversions USING btree (affiliation_id, created_at) WHERE ((kind = 'bonus'::text) OR (part_of IS NOT NULL) OR (counted_month IS NOT NULL));
CREATE INDEX conversions_disagreeing ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE ('code_and_click_disagree'::text = ANY (warning_signs));
CREATE INDEX conversions_fast ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE ('fast_conversion'::text = ANY (warning_signs));
CREATE INDEX conversions_of_coupon ON public.conversions USING btree (account_id, coupon_id, affiliation_id, status, attributed_by, other_affiliation_id) WHERE ((coupon_id IS NOT NULL) AND (part_of IS NULL));
CREATE INDEX conversions_of_customer ON public.conversions USING btree (campaign_id, customer_key) WHERE ((customer_key IS NOT NULL) AND (status <> 'rejected'::text) AND (COALESCE(original_commission_minor, commission_minor) > 0));
CREATE INDEX conversions_of_order ON public.conversions USING btree (part_of) WHERE (part_of IS NOT NULL);
CREATE INDEX conversions_of_shared_addresses ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE ('shared_address'::text = ANY (warning_signs));
CREATE INDEX conversions_suspicious ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE ((status = 'pending'::text) AND (warning_signs <> '{}'::text[]));
CREATE INDEX conversions_to_approve ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE ((status = 'pending'::text) AND (warning_signs = '{}'::text[]));
CREATE INDEX conversions_unflagged ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE (warning_signs = '{}'::text[]);
CREATE INDEX conversions_unpaid ON public.conversions USING btree (account_id, affiliate_id, commission_currency, GREATEST(matures_at, approved_at)) INCLUDE (commission_minor, matures_at, approved_at) WHERE ((status = 'approved'::text) AND (payout_id IS NULL) AND (commission_minor > 0));
CREATE INDEX conversions_with_signs ON public.conversions USING btree (account_id, created_at DESC, id DESC) WHERE (warning_signs <> '{}'::text[]);
CREATE INDEX conversions_without_signs ON public.conversions USING btree (campaign_id, matures_at) WHERE ((status = 'pending'::text) AND (warning_signs = '{}'::text[]));

create table coupon_holders (
  account_id uuid not null,
  coupon_id uuid not null,
  seq integer not null,
  affiliation_id uuid not null,
  held_from timestamp(3) with time zone not null,
  held_until timestamp(3) with time zone,
  constraint coupon_holders_pkey PRIMARY KEY (coupon_id, seq),
  constraint coupon_holders_account_id_affiliation_id_fkey FOREIGN KEY (account_id, affiliation_id) REFERENCES affiliations(account_id, id),
  constraint coupon_holders_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES coupons(account_id, id),
  constraint coupon_holders_check CHECK ((held_until >= held_from)),
  constraint coupon_holders_seq_check CHECK ((seq >= 1))
);
CREATE INDEX coupon_holders_of_affiliation ON public.coupon_holders USING btree (affiliation_id, coupon_id);
CREATE UNIQUE INDEX coupon_holders_open ON public.coupon_holders USING btree (coupon_id) WHERE (held_until IS NULL);

create table coupons (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  code text not null,
  folded text collate "C" not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_account_id_id_key UNIQUE (account_id, id),
  constraint coupons_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint coupons_check CHECK ((ends_at >= starts_at))
);
CREATE UNIQUE INDEX coupons_active ON public.coupons USING btree (account_id, folded) WHERE (ends_at IS NULL);
CREATE INDEX coupons_by_code ON public.coupons USING btree (account_id, folded, starts_at);
CREATE INDEX coupons_of_campaign ON public.coupons USING btree (campaign_id, created_at DESC, id DESC);

create table customer_keys (
  account_id uuid not null,
  sealed_key bytea not null,
  constraint customer_keys_pkey PRIMARY KEY (account_id),
  constraint customer_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table customers (
  account_id uuid not null,
  campaign_id uuid not null,
  key bytea not null,
  affiliation_id uuid not null,
  plan_id uuid,
  bound_at timestamp(3) with time zone not null,
  unpaid boolean default false not null,
  first_paid_at timestamp(3) with time zone,
  constraint customers_pkey PRIMARY KEY (campaign_id, key),
  constraint customers_account_id_affiliation_id_fkey FOREIGN KEY (account_id, affiliation_id) REFERENCES affiliations(account_id, id),
  constraint customers_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint customers_account_id_plan_id_fkey FOREIGN KEY (account_id, plan_id) REFERENCES plans(account_id, id)
);
CREATE INDEX customers_by_key ON public.customers USING btree (account_id, key, bound_at DESC);
CREATE INDEX customers_of_affiliation ON public.customers USING btree (affiliation_id, bound_at DESC, key);

create table deliveries (
  id uuid not null,
  account_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  manual boolean default false not null,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  event_type text not null,
  retry_at timestamp(3) with time zone,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_account_id_endpoint_id_fkey FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints(account_id, id),
  constraint deliveries_account_id_event_id_fkey FOREIGN KEY (account_id, event_id) REFERENCES events(account_id, id),
  constraint deliveries_check CHECK (((ended_at IS NOT NULL) = (status = ANY (ARRAY['delivered'::text, 'failed'::text])))),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'held'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX deliveries_by_account ON public.deliveries USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX deliveries_by_endpoint ON public.deliveries USING btree (endpoint_id, created_at DESC, id DESC);
CREATE INDEX deliveries_by_event ON public.deliveries USING btree (event_id);
CREATE INDEX deliveries_by_type ON public.deliveries USING btree (account_id, event_type, created_at DESC, id DESC) WHERE (event_type <> 'conversion.created'::text);
CREATE INDEX deliveries_due ON public.deliveries USING btree (endpoint_id, due_at, id) WHERE (status = 'waiting'::text);
CREATE INDEX deliveries_held ON public.deliveries USING btree (endpoint_id, created_at) WHERE (status = 'held'::text);
CREATE INDEX deliveries_not_delivered ON public.deliveries USING btree (account_id, status, created_at DESC, id DESC) WHERE (status <> 'delivered'::text);
CREATE INDEX deliveries_to_retry ON public.deliveries USING btree (account_id, retry_at) WHERE ((status = 'waiting'::text) AND (retry_at IS NOT NULL));

create table delivery_attempts (
  id uuid not null,
  delivery_id uuid not null,
  account_id uuid not null,
  started_at timestamp(3) with time zone not null,
  duration_ms integer not null,
  status_code integer,
  response text,
  failure text,
  failure_text text,
  manual boolean not null,
  overtaken boolean not null,
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, id),
  constraint delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id),
  constraint delivery_attempts_failure_check CHECK ((failure = ANY (ARRAY['status'::text, 'dns'::text, 'refused'::text, 'unreachable'::text, 'blocked_address'::text, 'tls'::text, 'timeout'::text, 'reset'::text, 'protocol'::text, 'expired'::text, 'internal'::text])))
) with (autovacuum_vacuum_scale_factor=0.05);

create table delivery_slots (
  endpoint_id uuid not null,
  slot integer not null,
  token uuid,
  expires_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  deliveries uuid[] default '{}'::uuid[] not null,
  constraint delivery_slots_pkey PRIMARY KEY (endpoint_id, slot)
) with (fillfactor=30);

create table event_cutoffs (
  account_id uuid not null,
  deleted_until timestamp(3) with time zone not null,
  constraint event_cutoffs_pkey PRIMARY KEY (account_id),
  constraint event_cutoffs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table events (
  id uuid not null,
  account_id uuid not null,
  type text not null,
  subject_id uuid,
  seq integer,
  body text,
  created_at timestamp(3) with time zone not null,
  livemode boolean default true not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_account_id_id_key UNIQUE (account_id, id),
  constraint events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
) with (autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX events_by_account ON public.events USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX events_of_twins ON public.events USING btree (account_id, id) WHERE (NOT livemode);
CREATE UNIQUE INDEX events_once_per_transition ON public.events USING btree (subject_id, type, seq);
CREATE INDEX events_with_body ON public.events USING btree (created_at) WHERE (body IS NOT NULL);

create table fact_handles (
  account_id uuid not null,
  provider text collate "C" not null,
  handle text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  constraint fact_handles_pkey PRIMARY KEY (account_id, provider, handle, kind, object_id),
  constraint fact_handles_account_id_provider_kind_object_id_fkey FOREIGN KEY (account_id, provider, kind, object_id) REFERENCES facts(account_id, provider, kind, object_id)
);
CREATE INDEX fact_handles_of_fact ON public.fact_handles USING btree (account_id, provider, kind, object_id);

create table fact_keys (
  account_id uuid not null,
  key text collate "C" not null,
  provider text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  constraint fact_keys_pkey PRIMARY KEY (account_id, key, provider, kind, object_id),
  constraint fact_keys_account_id_provider_kind_object_id_fkey FOREIGN KEY (account_id, provider, kind, object_id) REFERENCES facts(account_id, provider, kind, object_id)
);

create table facts (
  account_id uuid not null,
  provider text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  connector_id uuid not null,
  at timestamp(3) with time zone not null,
  body text collate "C" not null,
  order_external_id text collate "C",
  reconcile_at timestamp(3) with time zone,
  constraint facts_pkey PRIMARY KEY (account_id, provider, kind, object_id),
  constraint facts_account_id_connector_id_fkey FOREIGN KEY (account_id, connector_id) REFERENCES connectors(account_id, id),
  constraint facts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX facts_of_order ON public.facts USING btree (account_id, order_external_id) WHERE (order_external_id IS NOT NULL);
CREATE INDEX facts_to_reconcile ON public.facts USING btree (account_id, reconcile_at, object_id) WHERE (reconcile_at IS NOT NULL);

create table groups (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  name text not null,
  plan_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_account_id_campaign_id_id_key UNIQUE (account_id, campaign_id, id),
  constraint groups_campaign_id_name_key UNIQUE (campaign_id, name),
  constraint groups_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint groups_account_id_plan_id_fkey FOREIGN KEY (account_id, plan_id) REFERENCES plans(account_id, id)
);

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
CREATE INDEX invitations_by_campaign ON public.invitations USING btree (campaign_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (campaign_id, email_folded) WHERE ((accepted_at IS NULL) AND (replaced_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitations_waiting ON public.invitations USING btree (account_id, created_at DESC, id DESC) WHERE ((accepted_at IS NULL) AND (replaced_at IS NULL) AND (withdrawn_at IS NULL));

create table issued_statements (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  month date not null,
  lines bigint not null,
  head bytea not null,
  issued_at timestamp(3) with time zone not null,
  constraint issued_statements_pkey PRIMARY KEY (affiliate_id, currency, month),
  constraint issued_statements_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint issued_statements_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
CREATE TRIGGER issued_statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.issued_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER issued_statements_of_twins_only AFTER DELETE ON public.issued_statements REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table ledger_balances (
  account_id uuid not null,
  kind text not null,
  owner_id uuid not null,
  currency text collate "C" not null,
  balance_minor bigint not null,
  constraint ledger_balances_pkey PRIMARY KEY (owner_id, kind, currency),
  constraint ledger_balances_kind_check CHECK ((kind = ANY (ARRAY['campaign'::text, 'recovered'::text, 'pending'::text, 'payable'::text, 'in_payout'::text, 'paid'::text, 'receivable'::text])))
) with (fillfactor=50);
CREATE INDEX ledger_balances_by_account ON public.ledger_balances USING btree (account_id, kind, currency, owner_id);
CREATE TRIGGER ledger_balances_never_overdrawn AFTER INSERT OR UPDATE ON public.ledger_balances FOR EACH ROW WHEN (
        CASE new.kind
            WHEN 'campaign'::text THEN (new.balance_minor > 0)
            WHEN 'receivable'::text THEN false
            ELSE (new.balance_minor < 0)
        END) EXECUTE FUNCTION refuse_overdraft();

create table mail_switches (
  address_hash bytea not null,
  kind text not null,
  off_since timestamp(3) with time zone not null,
  constraint mail_switches_pkey PRIMARY KEY (address_hash, kind),
  constraint mail_switches_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'approval'::text, 'claim_answered'::text, 'payout_reminder'::text])))
);

create table mails (
  id uuid not null,
  kind text not null,
  address_hash bytea not null,
  message_encrypted bytea,
  status text not null,
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone not null,
  lease_token uuid,
  lease_expires_at timestamp(3) with time zone,
  last_failure text,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_check CHECK (((status = 'waiting'::text) = (ended_at IS NULL))),
  constraint mails_check1 CHECK (((status = 'waiting'::text) = (message_encrypted IS NOT NULL))),
  constraint mails_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'approval'::text, 'claim_answered'::text, 'payout_reminder'::text, 'password_reset'::text, 'address_verification'::text, 'payout_details_changed'::text, 'password_changed'::text, 'second_factor_changed'::text]))),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX mails_by_address ON public.mails USING btree (address_hash);
CREATE INDEX mails_due ON public.mails USING btree (due_at, id) WHERE (status = 'waiting'::text);
CREATE INDEX mails_ended ON public.mails USING btree (ended_at) WHERE (status <> 'waiting'::text);

create table maturation_changes (
  account_id uuid not null,
  campaign_id uuid not null,
  changed_at timestamp(3) with time zone not null,
  days_before integer not null,
  constraint maturation_changes_pkey PRIMARY KEY (account_id, campaign_id, changed_at),
  constraint maturation_changes_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);

create table matured_sums (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  matured_until timestamp(3) with time zone not null,
  conversions bigint not null,
  commission_minor bigint not null,
  constraint matured_sums_pkey PRIMARY KEY (affiliate_id, currency)
) with (fillfactor=70);

create table member_invitations (
  id uuid not null,
  account_id uuid not null,
  email text not null,
  email_folded text collate "C" not null,
  role text not null,
  invited_by uuid not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  replaced_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  constraint member_invitations_pkey PRIMARY KEY (id),
  constraint member_invitations_token_hash_key UNIQUE (token_hash),
  constraint member_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint member_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint member_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'viewer'::text])))
);
CREATE UNIQUE INDEX member_invitations_open ON public.member_invitations USING btree (account_id, email_folded) WHERE ((accepted_at IS NULL) AND (replaced_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX member_invitations_waiting ON public.member_invitations USING btree (account_id, created_at DESC, id DESC) WHERE ((accepted_at IS NULL) AND (replaced_at IS NULL) AND (withdrawn_at IS NULL));

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
CREATE TRIGGER members_keep_an_owner AFTER DELETE OR UPDATE ON public.members FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION keep_an_owner();

create table migrations (
  name text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table order_edits (
  id uuid not null,
  account_id uuid not null,
  order_id uuid not null,
  source text collate "C" not null,
  external_id text collate "C" not null,
  amount_minor bigint not null,
  refund_id uuid,
  conversion_id uuid,
  actor text not null,
  recorded_at timestamp(3) with time zone not null,
  constraint order_edits_pkey PRIMARY KEY (id),
  constraint order_edits_account_id_source_external_id_key UNIQUE (account_id, source, external_id),
  constraint order_edits_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint order_edits_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint order_edits_account_id_refund_id_fkey FOREIGN KEY (account_id, refund_id) REFERENCES refunds(account_id, id),
  constraint order_edits_amount_minor_check CHECK ((amount_minor >= 0))
);
CREATE TRIGGER order_edits_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_edits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_edits_of_twins_only AFTER DELETE ON public.order_edits REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table orders (
  id uuid not null,
  account_id uuid not null,
  source text collate "C" not null,
  external_id text collate "C" not null,
  amount_minor bigint not null,
  currency text collate "C" not null,
  items jsonb,
  customer_key bytea,
  paid_at timestamp(3) with time zone not null,
  cancelled_at timestamp(3) with time zone,
  conversion_id uuid,
  subscription_id text collate "C",
  country text collate "C",
  connector_id uuid,
  commission_base text collate "C",
  unattributed_reason text collate "C",
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_account_id_id_key UNIQUE (account_id, id),
  constraint orders_account_id_source_external_id_key UNIQUE (account_id, source, external_id),
  constraint orders_conversion_id_key UNIQUE (conversion_id),
  constraint orders_account_id_connector_id_fkey FOREIGN KEY (account_id, connector_id) REFERENCES connectors(account_id, id),
  constraint orders_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint orders_amount_minor_check CHECK ((amount_minor >= 0))
);
CREATE INDEX orders_of_connector ON public.orders USING btree (connector_id) WHERE (connector_id IS NOT NULL);
CREATE INDEX orders_of_subscription ON public.orders USING btree (account_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX orders_unattributed ON public.orders USING btree (account_id, paid_at DESC, id DESC) WHERE (conversion_id IS NULL);
CREATE INDEX orders_unattributed_of_customer ON public.orders USING btree (account_id, customer_key) WHERE ((conversion_id IS NULL) AND (customer_key IS NOT NULL));

create table password_resets (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_resets_by_user ON public.password_resets USING btree (user_id);

create table payers (
  account_id uuid not null,
  name text not null,
  iban_encrypted bytea not null,
  iban_hint text not null,
  bic text,
  changed_by text not null,
  changed_at timestamp(3) with time zone not null,
  constraint payers_pkey PRIMARY KEY (account_id),
  constraint payers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table payout_batches (
  id uuid not null,
  account_id uuid not null,
  currency text collate "C" not null,
  origin text not null,
  minimum_minor bigint not null,
  as_of timestamp(3) with time zone not null,
  month date,
  actor text not null,
  status text not null,
  reached_affiliate_id uuid,
  skipped_without_details integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  made_at timestamp(3) with time zone,
  constraint payout_batches_pkey PRIMARY KEY (id),
  constraint payout_batches_account_id_id_key UNIQUE (account_id, id),
  constraint payout_batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payout_batches_check CHECK (((status = 'made'::text) = (made_at IS NOT NULL))),
  constraint payout_batches_check1 CHECK (((origin = 'monthly'::text) = (month IS NOT NULL))),
  constraint payout_batches_minimum_minor_check CHECK ((minimum_minor >= 0)),
  constraint payout_batches_origin_check CHECK ((origin = ANY (ARRAY['single'::text, 'batch'::text, 'monthly'::text]))),
  constraint payout_batches_status_check CHECK ((status = ANY (ARRAY['making'::text, 'made'::text])))
);
CREATE INDEX payout_batches_by_account ON public.payout_batches USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payout_batches_monthly ON public.payout_batches USING btree (account_id, currency, month) WHERE (month IS NOT NULL);
CREATE INDEX payout_batches_unfinished ON public.payout_batches USING btree (created_at) WHERE (status = 'making'::text);

create table payout_details (
  user_id uuid not null,
  kind text not null,
  hint text not null,
  details_encrypted bytea not null,
  changed_at timestamp(3) with time zone not null,
  constraint payout_details_pkey PRIMARY KEY (user_id),
  constraint payout_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payout_details_kind_check CHECK ((kind = ANY (ARRAY['iban'::text, 'paypal'::text, 'other'::text])))
);

create table payout_file_payouts (
  file_id uuid not null,
  payout_id uuid not null,
  part integer not null,
  constraint payout_file_payouts_pkey PRIMARY KEY (file_id, payout_id),
  constraint payout_file_payouts_file_id_fkey FOREIGN KEY (file_id) REFERENCES payout_files(id),
  constraint payout_file_payouts_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  constraint payout_file_payouts_part_check CHECK ((part > 0))
);
CREATE UNIQUE INDEX payout_file_payouts_once ON public.payout_file_payouts USING btree (payout_id);

create table payout_files (
  id uuid not null,
  account_id uuid not null,
  batch_id uuid not null,
  format text not null,
  payer_encrypted bytea,
  actor text not null,
  written_at timestamp(3) with time zone not null,
  parts integer not null,
  constraint payout_files_pkey PRIMARY KEY (id),
  constraint payout_files_account_id_id_key UNIQUE (account_id, id),
  constraint payout_files_batch_id_format_key UNIQUE (batch_id, format),
  constraint payout_files_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES payout_batches(account_id, id),
  constraint payout_files_format_check CHECK ((format = ANY (ARRAY['sepa'::text, 'paypal'::text, 'csv'::text]))),
  constraint payout_files_parts_check CHECK ((parts > 0))
);

create table payout_lines (
  payout_id uuid not null,
  account_id uuid not null,
  conversion_id uuid not null,
  claw_back_id uuid,
  amount_minor bigint not null,
  living boolean default true not null,
  constraint payout_lines_account_id_claw_back_id_fkey FOREIGN KEY (account_id, claw_back_id) REFERENCES claw_backs(account_id, id),
  constraint payout_lines_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint payout_lines_account_id_payout_id_fkey FOREIGN KEY (account_id, payout_id) REFERENCES payouts(account_id, id),
  constraint payout_lines_check CHECK (((claw_back_id IS NOT NULL) OR (amount_minor > 0)))
);
CREATE UNIQUE INDEX payout_lines_by_payout ON public.payout_lines USING btree (payout_id, claw_back_id NULLS FIRST, conversion_id) NULLS NOT DISTINCT;
CREATE INDEX payout_lines_of_conversion ON public.payout_lines USING btree (conversion_id);
CREATE UNIQUE INDEX payout_lines_one_living_claw_back ON public.payout_lines USING btree (claw_back_id) WHERE (living AND (claw_back_id IS NOT NULL));
CREATE UNIQUE INDEX payout_lines_one_living_conversion ON public.payout_lines USING btree (conversion_id) WHERE (living AND (claw_back_id IS NULL));
CREATE TRIGGER payout_lines_added AFTER INSERT ON public.payout_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_payouts_of_lines();
CREATE TRIGGER payout_lines_ended AFTER UPDATE ON public.payout_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_payouts_of_lines();
CREATE TRIGGER payout_lines_keep_their_sums BEFORE UPDATE ON public.payout_lines FOR EACH ROW WHEN ((((((old.payout_id IS DISTINCT FROM new.payout_id) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.conversion_id IS DISTINCT FROM new.conversion_id)) OR (old.claw_back_id IS DISTINCT FROM new.claw_back_id)) OR (old.amount_minor IS DISTINCT FROM new.amount_minor))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_lines_never_deleted BEFORE DELETE OR TRUNCATE ON public.payout_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_lines_of_twins_only AFTER DELETE ON public.payout_lines REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table payout_schedules (
  account_id uuid not null,
  currency text collate "C" not null,
  day integer not null,
  minimum_minor bigint not null,
  next_on date not null,
  changed_by text not null,
  changed_at timestamp(3) with time zone not null,
  disabled_at timestamp(3) with time zone,
  constraint payout_schedules_pkey PRIMARY KEY (account_id, currency),
  constraint payout_schedules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payout_schedules_day_check CHECK (((day >= 1) AND (day <= 28))),
  constraint payout_schedules_minimum_minor_check CHECK ((minimum_minor >= 0))
);
CREATE INDEX payout_schedules_by_day ON public.payout_schedules USING btree (next_on);

create table payout_tallies (
  account_id uuid not null,
  batch_id uuid not null,
  status text not null,
  method text not null,
  formats text[] not null,
  file_id uuid,
  part integer,
  payouts bigint not null,
  amount_minor bigint not null,
  constraint payout_tallies_batch_id_status_method_formats_file_id_part_key UNIQUE NULLS NOT DISTINCT (batch_id, status, method, formats, file_id, part),
  constraint payout_tallies_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES payout_batches(account_id, id),
  constraint payout_tallies_account_id_file_id_fkey FOREIGN KEY (account_id, file_id) REFERENCES payout_files(account_id, id),
  constraint payout_tallies_check CHECK (((file_id IS NULL) = (part IS NULL))),
  constraint payout_tallies_method_check CHECK ((method = ANY (ARRAY['iban'::text, 'paypal'::text, 'other'::text]))),
  constraint payout_tallies_status_check CHECK ((status = ANY (ARRAY['created'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
) with (fillfactor=70);

create table payout_transitions (
  payout_id uuid not null,
  seq integer not null,
  action text not null,
  status text not null,
  actor text not null,
  reason text,
  reference text,
  after_file boolean default false not null,
  at timestamp(3) with time zone not null,
  constraint payout_transitions_pkey PRIMARY KEY (payout_id, seq),
  constraint payout_transitions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  constraint payout_transitions_action_check CHECK ((action = ANY (ARRAY['create'::text, 'mark_paid'::text, 'mark_failed'::text, 'cancel'::text]))),
  constraint payout_transitions_seq_check CHECK ((seq > 0)),
  constraint payout_transitions_status_check CHECK ((status = ANY (ARRAY['created'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE TRIGGER payout_transitions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_transitions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_transitions_of_twins_only AFTER DELETE ON public.payout_transitions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table payouts (
  id uuid not null,
  account_id uuid not null,
  batch_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  amount_minor bigint not null,
  earned_minor bigint not null,
  clawed_back_minor bigint not null,
  conversions integer not null,
  claw_backs integer not null,
  status text not null,
  seq integer not null,
  method text not null,
  account_hint text not null,
  payee_encrypted bytea,
  reference text,
  reason text,
  paid_on date,
  created_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  formats text[] not null,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_account_id_id_key UNIQUE (account_id, id),
  constraint payouts_batch_id_affiliate_id_key UNIQUE (batch_id, affiliate_id),
  constraint payouts_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint payouts_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES payout_batches(account_id, id),
  constraint payouts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payouts_check CHECK ((amount_minor = (earned_minor - clawed_back_minor))),
  constraint payouts_check1 CHECK (((status = 'created'::text) = (settled_at IS NULL))),
  constraint payouts_check2 CHECK (((status <> 'paid'::text) OR (paid_on IS NOT NULL))),
  constraint payouts_claw_backs_check CHECK ((claw_backs >= 0)),
  constraint payouts_conversions_check CHECK ((conversions >= 0)),
  constraint payouts_earned_minor_check CHECK ((earned_minor >= 0)),
  constraint payouts_method_check CHECK ((method = ANY (ARRAY['iban'::text, 'paypal'::text, 'other'::text]))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['created'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
) with (fillfactor=80);
CREATE INDEX payouts_by_account ON public.payouts USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX payouts_by_account_and_status ON public.payouts USING btree (account_id, status, created_at DESC, id DESC);
CREATE INDEX payouts_by_affiliate ON public.payouts USING btree (affiliate_id, created_at DESC, id DESC);
CREATE INDEX payouts_by_amount ON public.payouts USING btree (account_id, amount_minor DESC, id DESC);
CREATE CONSTRAINT TRIGGER payouts_equal_their_lines AFTER INSERT OR UPDATE ON public.payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_payout_to_equal_its_lines();
CREATE TRIGGER payouts_keep_their_sums BEFORE UPDATE ON public.payouts FOR EACH ROW WHEN ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.batch_id IS DISTINCT FROM new.batch_id)) OR (old.affiliate_id IS DISTINCT FROM new.affiliate_id)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.amount_minor IS DISTINCT FROM new.amount_minor)) OR (old.earned_minor IS DISTINCT FROM new.earned_minor)) OR (old.clawed_back_minor IS DISTINCT FROM new.clawed_back_minor)) OR (old.conversions IS DISTINCT FROM new.conversions)) OR (old.claw_backs IS DISTINCT FROM new.claw_backs)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_never_deleted BEFORE DELETE OR TRUNCATE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_of_twins_only AFTER DELETE ON public.payouts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table pending_sign_ins (
  token_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp(3) with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX pending_sign_ins_by_end ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_by_user ON public.pending_sign_ins USING btree (user_id);

create table plan_removals (
  account_id uuid not null,
  plan_id uuid not null,
  removed_at timestamp(3) with time zone not null,
  constraint plan_removals_pkey PRIMARY KEY (account_id, plan_id),
  constraint plan_removals_account_id_plan_id_fkey FOREIGN KEY (account_id, plan_id) REFERENCES plans(account_id, id)
);

create table plans (
  id uuid not null,
  account_id uuid not null,
  campaign_id uuid not null,
  scope_id uuid not null,
  source text not null,
  version integer not null,
  body jsonb not null,
  currency text collate "C" not null,
  actor text not null,
  created_at timestamp(3) with time zone not null,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_account_id_id_key UNIQUE (account_id, id),
  constraint plans_campaign_id_version_key UNIQUE (campaign_id, version),
  constraint plans_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint plans_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint plans_source_check CHECK ((source = ANY (ARRAY['campaign'::text, 'group'::text, 'override'::text]))),
  constraint plans_version_check CHECK ((version >= 0))
);
CREATE INDEX plans_with_bonuses ON public.plans USING btree (campaign_id) WHERE (body ? 'bonuses'::text);
CREATE TRIGGER plans_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER plans_of_twins_only AFTER DELETE ON public.plans REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create unlogged table rate_windows (
  key text collate "C" not null,
  used integer not null,
  ends_at timestamp(3) with time zone not null,
  constraint rate_windows_pkey PRIMARY KEY (key)
) with (fillfactor=50);
CREATE INDEX rate_windows_by_end ON public.rate_windows USING btree (ends_at);

create table receipts (
  id uuid not null,
  account_id uuid not null,
  connector_id uuid not null,
  dedup_key text collate "C" not null,
  topic text not null,
  body_encrypted bytea,
  received_at timestamp(3) with time zone not null,
  state text collate "C" default 'waiting'::text not null,
  due_at timestamp(3) with time zone not null,
  attempts integer default 0 not null,
  worked_at timestamp(3) with time zone,
  order_external_id text collate "C",
  conversion_id uuid,
  reason text collate "C",
  problem text,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_connector_id_dedup_key_key UNIQUE (connector_id, dedup_key),
  constraint receipts_account_id_connector_id_fkey FOREIGN KEY (account_id, connector_id) REFERENCES connectors(account_id, id),
  constraint receipts_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id)
);
CREATE INDEX receipts_by_state ON public.receipts USING btree (connector_id, state, received_at);
CREATE INDEX receipts_due ON public.receipts USING btree (account_id, due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX receipts_failed ON public.receipts USING btree (account_id, received_at) WHERE (state = 'failed'::text);
CREATE INDEX receipts_of_connector ON public.receipts USING btree (connector_id, received_at DESC, id DESC);
CREATE INDEX receipts_of_conversion ON public.receipts USING btree (conversion_id) WHERE (conversion_id IS NOT NULL);
CREATE INDEX receipts_of_order ON public.receipts USING btree (account_id, order_external_id) WHERE (order_external_id IS NOT NULL);
CREATE INDEX receipts_with_body ON public.receipts USING btree (received_at) WHERE (body_encrypted IS NOT NULL);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id)
);

create table refunds (
  id uuid not null,
  account_id uuid not null,
  order_id uuid not null,
  conversion_id uuid,
  source text collate "C" not null,
  external_id text collate "C" not null,
  amount_minor bigint not null,
  currency text collate "C" not null,
  items jsonb,
  counted boolean default true not null,
  reason text,
  actor text not null,
  occurred_at timestamp(3) with time zone not null,
  recorded_at timestamp(3) with time zone not null,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_account_id_id_key UNIQUE (account_id, id),
  constraint refunds_account_id_source_external_id_key UNIQUE (account_id, source, external_id),
  constraint refunds_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint refunds_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint refunds_amount_minor_check CHECK ((amount_minor > 0))
);
CREATE INDEX refunds_of_conversion ON public.refunds USING btree (conversion_id, recorded_at, id);
CREATE INDEX refunds_of_order ON public.refunds USING btree (order_id, recorded_at, id);
CREATE TRIGGER refunds_immutable BEFORE UPDATE ON public.refunds FOR EACH ROW WHEN ((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.order_id IS DISTINCT FROM new.order_id)) OR (old.source IS DISTINCT FROM new.source)) OR (old.external_id IS DISTINCT FROM new.external_id)) OR (old.amount_minor IS DISTINCT FROM new.amount_minor)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.items IS DISTINCT FROM new.items)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.actor IS DISTINCT FROM new.actor)) OR (old.occurred_at IS DISTINCT FROM new.occurred_at)) OR (old.recorded_at IS DISTINCT FROM new.recorded_at)) OR (new.counted AND (NOT old.counted)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunds_never_deleted BEFORE DELETE OR TRUNCATE ON public.refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunds_of_twins_only AFTER DELETE ON public.refunds REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

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

create table refused_call_numbers (
  account_id uuid not null,
  last_number bigint not null,
  constraint refused_call_numbers_pkey PRIMARY KEY (account_id),
  constraint refused_call_numbers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table refused_calls (
  account_id uuid not null,
  place integer not null,
  number bigint not null,
  key_id uuid not null,
  at timestamp(3) with time zone not null,
  method text not null,
  path text not null,
  status integer not null,
  code text not null,
  error text not null,
  request_id text not null,
  constraint refused_calls_pkey PRIMARY KEY (account_id, place),
  constraint refused_calls_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint refused_calls_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint refused_calls_place_check CHECK (((place >= 0) AND (place <= 999)))
) with (fillfactor=70);

create table script_sightings (
  campaign_id uuid not null,
  account_id uuid not null,
  seen_at timestamp(3) with time zone not null,
  constraint script_sightings_pkey PRIMARY KEY (campaign_id),
  constraint script_sightings_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);

create table seals (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  number integer not null,
  month date not null,
  lines bigint not null,
  transfer_ids uuid[] not null,
  digests bytea not null,
  head bytea not null,
  pending_minor bigint not null,
  payable_minor bigint not null,
  in_payout_minor bigint not null,
  paid_minor bigint not null,
  receivable_minor bigint not null,
  sealed_at timestamp(3) with time zone not null,
  constraint seals_pkey PRIMARY KEY (affiliate_id, currency, number),
  constraint seals_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint seals_check CHECK (((cardinality(transfer_ids) > 0) AND (length(digests) = (32 * cardinality(transfer_ids))) AND (length(head) = 32))),
  constraint seals_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint seals_number_check CHECK ((number > 0))
);
CREATE INDEX seals_by_end_of_month ON public.seals USING btree (affiliate_id, currency, month, number);
CREATE TRIGGER seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seals_of_twins_only AFTER DELETE ON public.seals REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table second_factors (
  user_id uuid not null,
  secret_encrypted bytea not null,
  set_up_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  last_step bigint default 0 not null,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

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

create table statement_keys (
  public_key text collate "C" not null,
  since timestamp(3) with time zone not null,
  test boolean default false not null,
  constraint statement_keys_pkey PRIMARY KEY (public_key)
);

create table statement_signatures (
  account_id uuid not null,
  affiliate_id uuid not null,
  currency text collate "C" not null,
  month date not null,
  issuer_url text not null,
  public_key text collate "C" not null,
  signature text collate "C" not null,
  signed_at timestamp(3) with time zone not null,
  constraint statement_signatures_pkey PRIMARY KEY (affiliate_id, currency, month),
  constraint statement_signatures_account_id_affiliate_id_fkey FOREIGN KEY (account_id, affiliate_id) REFERENCES affiliates(account_id, id),
  constraint statement_signatures_affiliate_id_currency_month_fkey FOREIGN KEY (affiliate_id, currency, month) REFERENCES issued_statements(affiliate_id, currency, month)
);
CREATE TRIGGER statement_signatures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_signatures_of_twins_only AFTER DELETE ON public.statement_signatures REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table test_mails (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  message_encrypted bytea not null,
  created_at timestamp(3) with time zone not null,
  address_hash bytea,
  constraint test_mails_pkey PRIMARY KEY (id),
  constraint test_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX test_mails_by_account ON public.test_mails USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX test_mails_by_address ON public.test_mails USING btree (address_hash);

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
  payout_id uuid,
  claw_back_id uuid,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_account_id_claw_back_id_fkey FOREIGN KEY (account_id, claw_back_id) REFERENCES claw_backs(account_id, id),
  constraint transfers_account_id_conversion_id_fkey FOREIGN KEY (account_id, conversion_id) REFERENCES conversions(account_id, id),
  constraint transfers_account_id_payout_id_fkey FOREIGN KEY (account_id, payout_id) REFERENCES payouts(account_id, id),
  constraint transfers_conversion_id_seq_fkey FOREIGN KEY (conversion_id, seq) REFERENCES conversion_transitions(conversion_id, seq),
  constraint transfers_amount_minor_check CHECK ((amount_minor > 0)),
  constraint transfers_check CHECK (((debit_kind <> credit_kind) OR (debit_owner_id <> credit_owner_id))),
  constraint transfers_check1 CHECK ((num_nonnulls(conversion_id, payout_id, claw_back_id) = 1))
);
CREATE UNIQUE INDEX transfers_once_per_claw_back ON public.transfers USING btree (claw_back_id) WHERE (claw_back_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_once_per_payout_step ON public.transfers USING btree (payout_id, seq) WHERE (payout_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_once_per_transition ON public.transfers USING btree (conversion_id, seq);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_of_twins_only AFTER DELETE ON public.transfers REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_live();

create table unsealed_transfers (
  "position" bigint generated always as identity not null,
  transfer_id uuid not null,
  constraint unsealed_transfers_pkey PRIMARY KEY ("position")
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table users (
  id uuid not null,
  email text not null,
  email_folded text collate "C" not null,
  name text not null,
  password_hash text not null,
  email_verified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  twin_id uuid,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE NULLS NOT DISTINCT (email_folded, twin_id),
  constraint users_twin_id_fkey FOREIGN KEY (twin_id) REFERENCES accounts(id)
);
CREATE INDEX users_of_twin ON public.users USING btree (twin_id) WHERE (twin_id IS NOT NULL);

create table webhook_endpoints (
  id uuid not null,
  account_id uuid not null,
  url text not null,
  events text[] not null,
  secret_encrypted bytea not null,
  previous_secret_encrypted bytea,
  previous_secret_until timestamp(3) with time zone,
  rotated_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  disabled_at timestamp(3) with time zone,
  disabled_by text,
  failures_in_row integer default 0 not null,
  deleted_at timestamp(3) with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_account_id_id_key UNIQUE (account_id, id),
  constraint webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint webhook_endpoints_check CHECK (((disabled_at IS NULL) = (disabled_by IS NULL))),
  constraint webhook_endpoints_check1 CHECK (((previous_secret_encrypted IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoints_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['person'::text, 'failures'::text, 'import'::text])))
);
CREATE INDEX webhook_endpoints_by_account ON public.webhook_endpoints USING btree (account_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
