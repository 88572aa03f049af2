import type { ProviderName } from "tributary-sdk/words";
import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { CouponFact, FactKind } from "../../domain/connectors/fact.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { UNATTRIBUTED_DAYS } from "../../domain/connectors/receipt.ts";
import { factFrom, factJson, type KnownFact } from "../../domain/connectors/fact-json.ts";
import type { OrderKnowledge } from "../../domain/connectors/fold.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId } from "../../domain/ids.ts";
import { saveFactKeys } from "./fact-keys.ts";

export interface FactSource {
  readonly accountId: AccountId;
  readonly provider: ProviderName;
  readonly connectorId: ConnectorId;
}

/**
 * Comes before the IDs and handles of a shop that are not unique outside of it: two shops of an account may both have an
 * order 1001. Empty for a provider whose IDs are.
 */
type Scope = string;
export const scopeOf = (provider: ProviderName, connectorId: ConnectorId): Scope =>
  provider === "generic" ? `${connectorId}/` : "";

/** A handle by which a coupon finds the facts that name it. It joins nothing. */
const couponHandle = (couponId: string): string => `coupon=${couponId}`;

function handlesOf(fact: KnownFact, scope: Scope): string[] {
  const coupons = fact.kind === "payment" || fact.kind === "evidence" ? fact.coupons : [];
  const named = coupons.flatMap((coupon) => ("couponId" in coupon ? couponHandle(coupon.couponId) : []));
  return [...new Set([...fact.handles, ...named])].map((handle) => scope + handle);
}

/**
 * Keeps what is newest by the provider's time. Handles are only ever added, so an old statement that arrives late still
 * joins what belongs together.
 */
export async function saveFacts(
  tx: Tx,
  { scope = "", ...source }: FactSource & { scope?: Scope },
  facts: readonly KnownFact[],
): Promise<void> {
  const { provider } = source;
  const account = uuidOf(source.accountId);
  for (const fact of facts) {
    const objectId = scope + fact.objectId;
    await tx.query(sql`
      insert into facts as known (account_id, provider, kind, object_id, connector_id, at, body, order_external_id)
      values (${account}, ${provider}, ${fact.kind}, ${objectId}, ${uuidOf(source.connectorId)}, ${fact.at},
        ${factJson(fact)}, ${fact.kind === "payment" ? fact.orderId : null})
      on conflict (account_id, provider, kind, object_id) do update
      set at = excluded.at, body = excluded.body, order_external_id = excluded.order_external_id
      where (excluded.at, excluded.body) > (known.at, known.body)`);
    // Two connectors may report the same shop. The connector created first decides the settings, whichever reports first.
    await tx.query(sql`
      update facts set connector_id = ${uuidOf(source.connectorId)}
      where account_id = ${account} and provider = ${provider} and kind = ${fact.kind} and object_id = ${objectId}
        and connector_id > ${uuidOf(source.connectorId)}::uuid`);
    await tx.query(sql`
      insert into fact_handles (account_id, provider, handle, kind, object_id)
      select ${account}, ${provider}, handle, ${fact.kind}, ${objectId} from unnest(${handlesOf(fact, scope)}::text[]) handle
      on conflict do nothing`);
    await saveFactKeys(tx, source, { ...fact, objectId });
  }
}

/** The handles, and all that links join to them. */
const reached = (account: string, provider: ProviderName, handles: Sql): Sql => sql`
  with recursive reached (handle) as (
    ${handles}
    union
    select other.handle
    from reached
    join fact_handles link on link.account_id = ${account} and link.provider = ${provider} and link.handle = reached.handle
      and link.kind = 'link'
    join fact_handles other on other.account_id = link.account_id and other.provider = link.provider and other.kind = link.kind
      and other.object_id = link.object_id
  )`;

export interface KnownOrder extends OrderKnowledge {
  /** Whether another payment stands for the same money. */
  readonly isCountedElsewhere: boolean;
  readonly provider: ProviderName;
  /** The connector whose settings apply. */
  readonly connectorId: ConnectorId;
}

/** Everything that is known about an order; undefined without its payment. */
export async function readOrderFacts(
  db: Queryable,
  accountId: AccountId,
  orderId: string,
): Promise<KnownOrder | undefined> {
  const account = uuidOf(accountId);
  const [row] = await db.query<{ provider: ProviderName; object_id: string; connector_id: string; body: string }>(sql`
    select provider, object_id, connector_id, body from facts
    where account_id = ${account} and order_external_id = ${orderId} and kind = 'payment'
    order by at desc, body desc, object_id limit 1`);
  if (!row) return undefined;
  const { provider } = row;
  const payment = factFrom("payment", row.body);
  const own = sql`select handle from fact_handles where account_id = ${account} and provider = ${provider}
    and kind = 'payment' and object_id = ${row.object_id}`;
  const rows = await db.query<{ kind: FactKind; body: string }>(sql`
    ${reached(account, provider, own)}
    select distinct f.kind, f.object_id, f.body from reached
    join fact_handles h on h.account_id = ${account} and h.provider = ${provider} and h.handle = reached.handle
    join facts f on f.account_id = h.account_id and f.provider = h.provider and f.kind = h.kind and f.object_id = h.object_id
    where h.kind in ('evidence', 'refund') and not starts_with(reached.handle, ${couponHandle("")})`);
  const evidence = rows.flatMap(({ kind, body }) => (kind === "evidence" ? factFrom(kind, body) : []));
  const refunds = rows.flatMap(({ kind, body }) => (kind === "refund" ? factFrom(kind, body) : []));
  const ids = [payment, ...evidence].flatMap(({ coupons }) =>
    coupons.flatMap((coupon) => ("couponId" in coupon ? coupon.couponId : [])),
  );
  const coupons = ids.length === 0 ? [] : await readCoupons(db, { account, provider }, ids);
  const { yieldsTo } = payment;
  const isCountedElsewhere =
    yieldsTo !== undefined && (await isPaidBy(db, { account, provider }, { own, handles: yieldsTo }));
  const connectorId = idOf("connector", row.connector_id);
  return { provider, connectorId, payment, evidence, refunds, coupons, isCountedElsewhere };
}

/** Whether these handles belong to another payment with such a handle. */
async function isPaidBy(
  db: Queryable,
  { account, provider }: Within,
  { own, handles }: { own: Sql; handles: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    ${reached(account, provider, own)}
    select from reached
    join fact_handles h on h.account_id = ${account} and h.provider = ${provider} and h.handle = reached.handle and h.kind = 'payment'
    join fact_handles other on other.account_id = h.account_id and other.provider = h.provider and other.kind = h.kind
      and other.object_id = h.object_id
    where starts_with(other.handle, ${handles}) limit 1`);
  return rows.length > 0;
}

async function readCoupons(
  db: Queryable,
  { account, provider }: { account: string; provider: ProviderName },
  ids: readonly string[],
) {
  const rows = await db.query<{ body: string }>(sql`
    select body from facts
    where account_id = ${account} and provider = ${provider} and kind = 'coupon' and object_id = any(${ids}::text[])`);
  return rows.map(({ body }) => factFrom("coupon", body));
}

/** The orders that new facts are about, by their external IDs. */
export async function listAffectedOrders(
  db: Queryable,
  { accountId, provider, scope = "" }: Pick<FactSource, "accountId" | "provider"> & { scope?: Scope },
  facts: readonly KnownFact[],
): Promise<string[]> {
  const account = uuidOf(accountId);
  const own = facts.flatMap((fact) => (fact.kind === "payment" ? fact.orderId : []));
  const handles = facts.flatMap((fact) => joiningHandles(fact).map((handle) => scope + handle));
  const joined = handles.length === 0 ? [] : await listJoined(db, { account, provider }, handles);
  const coupons = facts.filter((fact) => fact.kind === "coupon");
  const naming = coupons.length === 0 ? [] : await listNaming(db, { account, provider }, coupons);
  return [...new Set([...own, ...joined, ...naming])];
}

/** By which a fact changes other orders. A payment changes only one that yields to it. */
function joiningHandles(fact: KnownFact): readonly string[] {
  if (fact.kind === "coupon") return [];
  if (fact.kind !== "payment") return fact.handles;
  return fact.yieldsTo === undefined
    ? fact.handles.filter((handle) => /^(?:invoice|payment_intent):/.test(handle))
    : [];
}

interface Within {
  readonly account: string;
  readonly provider: ProviderName;
}

async function listJoined(db: Queryable, { account, provider }: Within, handles: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ order_external_id: string }>(sql`
    ${reached(account, provider, sql`select unnest(${handles}::text[]) collate "C"`)}
    select distinct f.order_external_id from reached
    join fact_handles h on h.account_id = ${account} and h.provider = ${provider} and h.handle = reached.handle and h.kind = 'payment'
    join facts f on f.account_id = h.account_id and f.provider = h.provider and f.kind = h.kind and f.object_id = h.object_id
    order by f.order_external_id`);
  return rows.map((row) => row.order_external_id);
}

/**
 * The orders that name a coupon and that no affiliate has yet. Providers report a coupon each time it is used, so those
 * that were tried with its text are left out, and those that are deleted by now.
 */
async function listNaming(db: Queryable, within: Within, facts: readonly CouponFact[]): Promise<string[]> {
  const { account, provider } = within;
  const coupons = facts.map(({ objectId }) => couponHandle(objectId));
  const reportedAt = Math.min(...facts.map(({ at }) => at.getTime()));
  const keptSince = new Date(reportedAt - UNATTRIBUTED_DAYS * DAY_MS);
  const rows = await db.query<{ handle: string; is_of_several: boolean }>(sql`
    select distinct own.handle, exists (select from fact_handles another
      where another.account_id = naming.account_id and another.provider = naming.provider and another.kind = naming.kind
        and another.object_id = naming.object_id and another.handle <> naming.handle
        and starts_with(another.handle, ${couponHandle("")})) as is_of_several
    from fact_handles naming
    join fact_handles own on own.account_id = naming.account_id and own.provider = naming.provider and own.kind = naming.kind
      and own.object_id = naming.object_id
    where naming.account_id = ${account} and naming.provider = ${provider} and naming.handle = any(${coupons}::text[])`);
  const orders = await listJoined(db, within, [...coupons, ...rows.map(({ handle }) => handle)]);
  // The text of one coupon says nothing about the next one.
  const several = rows.flatMap((row) => (row.is_of_several ? row.handle : []));
  const ofSeveral = several.length === 0 ? [] : await listJoined(db, within, several);
  const open = await db.query<{ order_external_id: string }>(sql`
    select distinct f.order_external_id from facts f
    left join orders o on o.account_id = f.account_id and o.source = f.provider and o.external_id = f.order_external_id
    where f.account_id = ${account} and f.provider = ${provider} and f.kind = 'payment'
      and f.order_external_id = any(${orders}::text[]) and o.conversion_id is null
      and (f.at >= ${keptSince} or o.id is not null)
      and (not starts_with(coalesce(o.unattributed_reason, ''), 'coupon_') or f.order_external_id = any(${ofSeveral}::text[]))
    order by f.order_external_id`);
  return open.map((row) => row.order_external_id);
}

/** Whether a payment that this connector reported has the handle. */
export async function isHandleKnown(
  db: Queryable,
  { accountId, provider, id }: { accountId: AccountId; provider: ProviderName; id: ConnectorId },
  handle: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from fact_handles h
    join facts f on f.account_id = h.account_id and f.provider = h.provider and f.kind = h.kind and f.object_id = h.object_id
    where h.account_id = ${uuidOf(accountId)} and h.provider = ${provider} and h.handle = ${handle} and h.kind = 'payment'
      and f.connector_id = ${uuidOf(id)} limit 1`);
  return rows.length > 0;
}

/** Whether a refund is known by this ID, as one of the order with the handle. */
export async function isRefundKnown(
  db: Queryable,
  { accountId, provider, scope }: { accountId: AccountId; provider: ProviderName; scope: Scope },
  { objectId, handle }: { objectId: string; handle: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    select from fact_handles
    where account_id = ${uuidOf(accountId)} and provider = ${provider} and handle = ${scope + handle} and kind = 'refund'
      and object_id = ${scope + objectId}`);
  return rows.length > 0;
}

/** The connector that reported an order, if another one than the given; null if none did. */
export async function findOtherReporter(
  db: Queryable,
  { accountId, provider, connectorId }: FactSource,
  orderId: string,
): Promise<{ readonly id: ConnectorId; readonly isDeleted: boolean } | null> {
  const [row] = await db.query<{ id: string; is_deleted: boolean }>(sql`
    select c.id, c.deleted_at is not null as is_deleted from facts f
    join connectors c on c.id = f.connector_id and c.account_id = f.account_id
    where f.account_id = ${uuidOf(accountId)} and f.provider = ${provider} and f.kind = 'payment'
      and f.order_external_id = ${orderId} and f.connector_id <> ${uuidOf(connectorId)}
    order by c.id limit 1`);
  return row ? { id: idOf("connector", row.id), isDeleted: row.is_deleted } : null;
}
