-- Orders, their refunds, and the claw-backs that refunds cause.

-- A sale as the shop knows it. Tracking a conversion creates its order.
create table orders (
  id uuid not null,
  account_id uuid not null,
  -- who reported it
  source text collate "C" not null,
  external_id text collate "C" not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text collate "C" not null,
  items jsonb,
  -- a keyed hash
  customer_key bytea,
  paid_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  -- null while it is not attributed to an affiliate
  conversion_id uuid
);
insert into orders (id, account_id, source, external_id, amount_minor, currency, paid_at, conversion_id)
select (left(id::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, account_id, 'api', external_id, amount_minor, currency,
  created_at, id
from conversions;
-- After the rows, so that they are checked together.
alter table orders
  add primary key (id),
  add unique (conversion_id),
  add unique (account_id, source, external_id),
  add unique (account_id, id),
  add foreign key (account_id) references accounts (id),
  add foreign key (account_id, conversion_id) references conversions (account_id, id);

-- Money of an order that was given back.
create table refunds (
  id uuid primary key,
  account_id uuid not null,
  order_id uuid not null,
  -- null if the order has no conversion
  conversion_id uuid,
  source text collate "C" not null,
  external_id text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text collate "C" not null,
  items jsonb,
  -- false once it failed or was cancelled
  counted boolean not null default true,
  reason text,
  actor text not null,
  occurred_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  unique (account_id, source, external_id),
  unique (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, conversion_id) references conversions (account_id, id)
);
create index refunds_of_order on refunds (order_id, recorded_at, id);
create index refunds_of_conversion on refunds (conversion_id, recorded_at, id);
create trigger refunds_never_deleted before delete or truncate on refunds
  for each statement execute function refuse_change();
create trigger refunds_immutable before update on refunds for each row
  when ((old.id, old.account_id, old.order_id, old.source, old.external_id, old.amount_minor, old.currency, old.items, old.reason,
      old.actor, old.occurred_at, old.recorded_at)
    is distinct from (new.id, new.account_id, new.order_id, new.source, new.external_id, new.amount_minor, new.currency, new.items,
      new.reason, new.actor, new.occurred_at, new.recorded_at) or (new.counted and not old.counted))
  execute function refuse_change();

-- A new total of an order. A lower one is a refund as well.
create table order_edits (
  id uuid primary key,
  account_id uuid not null,
  order_id uuid not null,
  source text collate "C" not null,
  external_id text collate "C" not null,
  -- the order's new total
  amount_minor bigint not null check (amount_minor >= 0),
  -- what it led to: a refund, a conversion for the difference, or neither
  refund_id uuid,
  conversion_id uuid,
  actor text not null,
  recorded_at timestamptz(3) not null,
  unique (account_id, source, external_id),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, refund_id) references refunds (account_id, id),
  foreign key (account_id, conversion_id) references conversions (account_id, id)
);
create trigger order_edits_append_only before update or delete or truncate on order_edits
  for each statement execute function refuse_change();

alter table campaigns
  -- whether a partial refund lowers a fixed commission
  add column scales_fixed boolean not null default false;
alter table conversions
  -- before all refunds; null while they are the amount and the commission
  add column original_amount_minor bigint,
  add column original_commission_minor bigint,
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  -- a payout that ended had it, and may still turn out to be paid: its commission can no longer grow
  add column released boolean not null default false,
  -- the campaign's setting when it was tracked
  add column scales_fixed boolean not null default false,
  -- the first conversion of its order, if this one is for a part of it
  add column part_of uuid,
  add foreign key (account_id, part_of) references conversions (account_id, id),
  add check ((original_amount_minor is null) = (original_commission_minor is null)),
  add check (original_amount_minor is not null or refunded_minor = 0),
  add check (refunded_minor <= original_amount_minor);
create index conversions_of_order on conversions (part_of) where part_of is not null;

update conversions set released = true
where payout_id is null and id in (select conversion_id from payout_lines where not living and claw_back_id is null);

alter table conversion_transitions
  drop constraint conversion_transitions_action_check,
  add constraint conversion_transitions_action_check check (action in ('track', 'approve', 'reject', 'unreject', 'adjust')),
  -- the refund that caused it
  add column refund_id uuid references refunds (id),
  -- what the conversion was worth afterwards
  add column amount_minor bigint,
  add column commission_minor bigint,
  add check (action <> 'adjust' or (amount_minor is not null and commission_minor is not null));

-- Until now, nothing could change what a conversion was worth.
alter table conversion_transitions disable trigger conversion_transitions_append_only;
update conversion_transitions t set amount_minor = v.amount_minor, commission_minor = v.commission_minor
from conversions v where v.id = t.conversion_id;
alter table conversion_transitions enable trigger conversion_transitions_append_only;

-- A conversion has any number of claw-backs, and never more than its commission in total. A negative amount returns what an earlier
-- one took: the next payout adds it.
alter table claw_backs
  drop constraint claw_backs_conversion_id_key,
  drop constraint claw_backs_amount_minor_check,
  add check (amount_minor <> 0),
  -- null if a person decided it
  add column refund_id uuid,
  -- the claw-back that a person undid
  add column undoes_id uuid unique,
  add foreign key (account_id, refund_id) references refunds (account_id, id),
  add foreign key (account_id, undoes_id) references claw_backs (account_id, id),
  add check (undoes_id is null or (amount_minor < 0 and refund_id is null)),
  add check (amount_minor > 0 or refund_id is not null or undoes_id is not null);
drop trigger claw_backs_keep_their_words on claw_backs;
create trigger claw_backs_immutable before update on claw_backs for each row
  when ((old.id, old.account_id, old.conversion_id, old.campaign_id, old.affiliate_id, old.amount_minor, old.currency, old.reason,
      old.actor, old.created_at, old.refund_id, old.undoes_id)
    is distinct from (new.id, new.account_id, new.conversion_id, new.campaign_id, new.affiliate_id, new.amount_minor, new.currency,
      new.reason, new.actor, new.created_at, new.refund_id, new.undoes_id))
  execute function refuse_change();
create index claw_backs_of_conversion on claw_backs (conversion_id, created_at, id);

-- Returned claw-backs can make a payout larger than its commissions, or make one without any.
drop trigger ledger_balances_never_overdrawn on ledger_balances;
create trigger ledger_balances_never_overdrawn after insert or update on ledger_balances
  for each row when (case new.kind when 'campaign' then new.balance_minor > 0 when 'receivable' then false else new.balance_minor < 0 end)
  execute function refuse_overdraft();
alter table payouts
  drop constraint payouts_earned_minor_check,
  drop constraint payouts_clawed_back_minor_check,
  drop constraint payouts_conversions_check,
  add constraint payouts_earned_minor_check check (earned_minor >= 0),
  add constraint payouts_conversions_check check (conversions >= 0);
alter table payout_lines
  drop constraint payout_lines_check,
  add constraint payout_lines_check check (claw_back_id is not null or amount_minor > 0);
