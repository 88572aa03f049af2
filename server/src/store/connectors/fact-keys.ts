import sql from "sql-template-tag";
import type { ProviderName } from "tributary-sdk/words";
import type { Queryable, Tx } from "../../db/database.ts";
import { factFrom, type KnownFact } from "../../domain/connectors/fact-json.ts";
import { parseCouponCode } from "../../domain/coupon.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";

const codeKey = (folded: string): string => `code=${folded}`;

function codesOf(fact: KnownFact): string[] {
  if (fact.kind === "coupon") return [fact.code];
  if (fact.kind !== "payment" && fact.kind !== "evidence") return [];
  return fact.coupons.flatMap((coupon) => ("code" in coupon ? coupon.code : []));
}

/** The whole ID, its last part, and the number that the shop shows to its customer. */
function numbersOf(fact: KnownFact): string[] {
  if (fact.kind !== "payment") return [];
  const { orderId, number } = fact;
  return [orderId, orderId.split(":").at(-1) ?? "", number ?? ""];
}

/** How people find the fact later. Keys are only ever added. */
export async function saveFactKeys(
  tx: Tx,
  { accountId, provider }: { accountId: AccountId; provider: ProviderName },
  fact: KnownFact,
): Promise<void> {
  const numbers = numbersOf(fact);
  const codes = codesOf(fact).flatMap((code) => parseCouponCode(code)?.folded ?? []);
  if (numbers.length === 0 && codes.length === 0) return;
  await tx.query(sql`
    insert into fact_keys (account_id, key, provider, kind, object_id)
    select ${uuidOf(accountId)}, key, ${provider}, ${fact.kind}, ${fact.objectId} from (
      select 'order=' || order_key(number) as key from unnest(${numbers}::text[]) number where order_key(number) <> ''
      union select unnest(${codes.map(codeKey)}::text[])) keys
    on conflict do nothing`);
}

/** Several shops can have the same number. */
const ORDERS_MAX = 20;

/** The external IDs of orders with a number, however it is spelled. */
export async function listOrdersNumbered(db: Queryable, accountId: AccountId, number: string): Promise<string[]> {
  const rows = await db.query<{ order_external_id: string }>(sql`
    select distinct f.order_external_id from fact_keys k
    join facts f on f.account_id = k.account_id and f.provider = k.provider and f.kind = k.kind and f.object_id = k.object_id
    where k.account_id = ${uuidOf(accountId)} and k.key = 'order=' || order_key(${number}) and k.kind = 'payment'
    order by f.order_external_id limit ${ORDERS_MAX}`);
  return rows.map((row) => row.order_external_id);
}

/** The external IDs of the orders that name a code themselves. */
export async function listOrdersWithCode(db: Queryable, accountId: AccountId, folded: string): Promise<string[]> {
  const rows = await db.query<{ order_external_id: string }>(sql`
    select f.order_external_id from fact_keys k
    join facts f on f.account_id = k.account_id and f.provider = k.provider and f.kind = k.kind and f.object_id = k.object_id
    where k.account_id = ${uuidOf(accountId)} and k.key = ${codeKey(folded)} and k.kind = 'payment'`);
  return rows.map((row) => row.order_external_id);
}

export interface FactOfProvider {
  readonly provider: ProviderName;
  readonly fact: KnownFact;
}

/** Coupons with a code, and evidence that names it. */
export async function listFactsWithCode(
  db: Queryable,
  accountId: AccountId,
  folded: string,
): Promise<FactOfProvider[]> {
  const rows = await db.query<{ provider: ProviderName; kind: "evidence" | "coupon"; body: string }>(sql`
    select f.provider, f.kind, f.body from fact_keys k
    join facts f on f.account_id = k.account_id and f.provider = k.provider and f.kind = k.kind and f.object_id = k.object_id
    where k.account_id = ${uuidOf(accountId)} and k.key = ${codeKey(folded)} and k.kind in ('evidence', 'coupon')`);
  return rows.map(({ provider, kind, body }) => ({ provider, fact: factFrom(kind, body) }));
}
