import sql, { raw } from "sql-template-tag";
import { expect, onTestFinished } from "vitest";
import { uuidOf, type AccountId } from "../../src/domain/ids.ts";
import { findTestTime } from "../../src/store/test-mode/clocks.ts";
import type { Deliverer } from "../../src/deliverer/deliverer.ts";
import { aDeliverer, ALLOWED, anEgress } from "../deliverer/sender.ts";
import { makeCertificates } from "../deliverer/certificates.ts";
import { Receiver } from "../deliverer/receiver.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { aCampaign, anOrderId, type Merchant } from "../support/world.ts";
import { aTwin } from "../support/twins.ts";

export interface TestWorld {
  readonly app: TestApp;
  readonly receiver: Receiver;
  readonly deliverer: Deliverer;
}

/** An application whose deliverer runs, and a receiver. */
export async function aTestWorld(): Promise<TestWorld> {
  const app = await startApp({ WEBHOOK_ALLOWED_NETWORKS: ALLOWED });
  const certificates = makeCertificates();
  const receiver = await new Receiver(certificates.good).listen();
  const egress = anEgress(certificates);
  const deliverer = aDeliverer(app, egress);
  deliverer.start();
  onTestFinished(async () => {
    await deliverer.stop();
    await egress.close();
    await receiver.close();
    await app.close();
  });
  return { app, receiver, deliverer };
}

export interface TestShop {
  readonly merchant: Merchant & { readonly live: Merchant };
  readonly campaignId: string;
  readonly code: string;
  readonly affiliateId: string;
}

/** A twin with a campaign that approves by itself, and an affiliate. */
export async function aTestShop(
  app: TestApp,
  campaign: Record<string, unknown> = {},
  twin?: TestShop["merchant"],
): Promise<TestShop> {
  const merchant = twin ?? (await aTwin(app));
  const campaignId = await aCampaign(merchant, { maturation_days: 7, ...campaign });
  await app.db.query(sql`update campaigns set auto_approve = 'when_matured'`);
  const { body } = await merchant.call("POST", "/v1/test/affiliates", { body: { campaign_id: campaignId } });
  return { merchant, campaignId, code: body.affiliate.affiliate_code, affiliateId: body.affiliate.id };
}

/** From a click, so that nothing about it is suspicious. */
export async function aSale({ merchant, campaignId, code }: TestShop, more: Record<string, unknown> = {}) {
  const clicked = await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: code } });
  const order = {
    campaign_id: campaignId,
    click_id: clicked.body.click.id,
    external_id: anOrderId(),
    amount: 100,
    ...more,
  };
  const { body, status, text } = await merchant.call("POST", "/v1/conversions", { body: order });
  if (status !== 200) throw new Error(text);
  return body.conversion.id as string;
}

export const advance = (merchant: Merchant, by: string) =>
  merchant.call("POST", "/v1/test/clock", { body: { advance: by } });

export async function statusOf({ merchant, campaignId }: TestShop, id: string): Promise<string> {
  const { body } = await merchant.call("GET", `/v1/campaigns/${campaignId}/conversions?limit=100`);
  return body.conversions.find((each: { id: string }) => each.id === id)?.status;
}

/** Ends the connection that holds the clock of a twin. */
export async function cutHolder(app: TestApp, accountId: AccountId): Promise<void> {
  const ended = await app.db.query<{ ended: boolean }>(sql`
    select pg_terminate_backend(pid) as ended
    from pg_locks, hashtextextended(${`tributary:clock:${uuidOf(accountId)}`}, 0) as key
    where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::int8 << 32 | objid::int8) = key`);
  if (ended.length !== 1) throw new Error("Nobody holds this clock.");
  const isHeld = async (): Promise<boolean> => (await findTestTime(app.db, accountId)) === "moving";
  await eventually(async () => expect(await isHeld()).toBe(false));
}

/** Every row that belongs to the account, as text. */
export async function rowsOf(app: TestApp, accountUuid: string): Promise<string> {
  const tables = await app.db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await app.db.query<{ all: string | null }>(sql`
      select string_agg(t::text, chr(10) order by t::text) as all from ${raw(name)} t where account_id = ${accountUuid}::uuid`);
    texts.push(`${name}: ${row?.all ?? ""}`);
  }
  return texts.join("\n");
}
