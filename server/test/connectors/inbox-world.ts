import { createHmac } from "node:crypto";
import sql from "sql-template-tag";
import type { ProviderName } from "tributary-sdk/words";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { call, type TestApp, type TestResponse } from "../support/app.ts";
import type { Merchant } from "../support/world.ts";
import { foldAll } from "../support/folding.ts";

/** A connector that takes our own kind of signature. */
export interface TestConnector {
  readonly id: string;
  readonly secret: string;
  readonly merchant: Merchant;
}

export async function aConnector(
  merchant: Merchant,
  { provider = "generic", campaignId }: { provider?: ProviderName; campaignId?: string } = {},
): Promise<TestConnector> {
  const campaign = campaignId === undefined ? undefined : (parseId("campaign", campaignId) ?? null);
  const { connector, secret } = await createConnector(merchant.context, { provider, campaignId: campaign });
  return { id: connector.id, secret: secret ?? "", merchant };
}

export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

/** Sends an event as the shop would. */
export function send(
  app: TestApp,
  { id, secret }: Pick<TestConnector, "id" | "secret">,
  event: object | string,
): Promise<TestResponse> {
  const raw = typeof event === "string" ? event : JSON.stringify(event);
  const headers = {
    "content-type": "application/json",
    "x-service-signature": signatureOf(raw, secret, app.clock.now()),
  };
  return call(app, "POST", `/in/${id}`, { raw, headers });
}

/** Sends the events one after the other, and works on each before the next one arrives. */
export async function sendAll(app: TestApp, connector: TestConnector, events: readonly object[]): Promise<void> {
  for (const event of events) {
    const response = await send(app, connector, event);
    if (response.status !== 200) throw new Error(response.text);
    await app.receipts.run();
  }
  const failed = (await receiptsOf(app, connector)).filter(({ state }) => state === "failed");
  if (failed.length > 0) throw new Error(failed.map(({ problem }) => problem).join("\n"));
}

export interface ReceiptRow {
  state: string;
  reason: string | null;
  problem: string | null;
  order_external_id: string | null;
  conversion_id: string | null;
  attempts: number;
}

/** Oldest first. */
export async function receiptsOf(app: TestApp, { id }: Pick<TestConnector, "id">): Promise<ReceiptRow[]> {
  return app.db.query<ReceiptRow>(sql`
    select state, reason, problem, order_external_id, conversion_id, attempts from receipts
    where connector_id = ${uuidOf(id as `con_${string}`)} order by received_at, id`);
}

export interface BookRow {
  external_id: string;
  amount_minor: bigint;
  commission_minor: bigint;
  status: string;
  affiliate_id: string;
}

/**
 * What counts of an account, without IDs and times that depend on when it arrived. A lower total that arrives after the
 * first one is recorded as a refund, so those of edits are left out: the amounts say what they come to.
 */
export async function booksOf(app: TestApp, { accountId }: Merchant): Promise<unknown> {
  const account = uuidOf(accountId);
  const conversions = await app.db.query<BookRow>(sql`
    select external_id, amount_minor, commission_minor, status, affiliate_id from conversions
    where account_id = ${account} order by external_id`);
  const refunds = await app.db.query(sql`
    select o.external_id, sum(r.amount_minor)::int8 as refunded from refunds r join orders o on o.id = r.order_id
    where r.account_id = ${account} and r.counted and not starts_with(r.external_id, 'edit:') group by o.external_id order by o.external_id`);
  const orders = await app.db.query(sql`
    select external_id, amount_minor, conversion_id is null as unattributed, unattributed_reason from orders
    where account_id = ${account} order by external_id`);
  await foldAll(app);
  const balances = await app.db.query(sql`
    select kind, owner_id, currency, balance_minor from ledger_balances where account_id = ${account} and balance_minor <> 0
    order by kind, owner_id, currency`);
  return { conversions, refunds, orders, balances };
}
