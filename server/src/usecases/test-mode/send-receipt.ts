import type { ProviderName } from "tributary-sdk/words";
import { samplerOf } from "../../connectors/samples/samplers.ts";
import {
  sampleEvents,
  type Sample,
  type SampledOrder,
  type SampleEvent,
  type Sampler,
} from "../../connectors/samples/sample.ts";
import { providerNamed } from "../../connectors/providers.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import type { Receipt } from "../../domain/connectors/receipt.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { DEFAULT_CURRENCY, type Currency } from "../../domain/values/currency.ts";
import { moneyOf, type Money } from "../../domain/values/money.ts";
import { findMailbox } from "../../store/connectors/inbox.ts";
import { findReceiptByKey } from "../../store/connectors/receipts.ts";
import { findShopOrder } from "../../store/connectors/shop-orders.ts";
import { listRefunds } from "../../store/conversions/refunds.ts";
import { ensureConnector } from "../connectors/create-connector.ts";
import type { Inbox } from "../connectors/inbox.ts";
import type { MerchantContext } from "../context.ts";

export { sampleEvents };

export interface NewTestReceipt {
  readonly provider: ProviderName;
  readonly event: SampleEvent;
  readonly orderId: string | undefined;
  readonly amount: number | undefined;
  readonly currency: Currency | undefined;
  readonly clickId: string | undefined;
  readonly couponCode: string | undefined;
  readonly customerEmail: string | undefined;
  /** How long to wait until it is processed. */
  readonly waitSeconds: number;
}

export interface SentReceipt {
  readonly receipt: Receipt;
  readonly provider: ProviderName;
  /** What was sent, as the provider would. */
  readonly body: string;
}

const DEFAULT_AMOUNT = 100;
export const RECEIPT_WAIT_MAX_SECONDS = 25;
const FIRST_PAUSE_MS = 10;
const PAUSE_MAX_MS = 200;

/**
 * Sends a sample event of the provider to the twin's connector: it is signed, verified, stored and processed like a real
 * one.
 */
export async function sendTestReceipt(
  context: MerchantContext & { readonly twin: AccountId },
  inbox: Inbox,
  input: NewTestReceipt,
): Promise<SentReceipt> {
  const { db, connectorSecretBox } = context;
  const { provider } = input;
  const sampler = samplerOf(provider);
  // Refused before a connector is created.
  const sample = await sampleOf(context, sampler, input);
  const connector = await ensureConnector(context, provider);
  const mailbox = orRefuse(await findMailbox(db, connector.id), "connector_not_found");
  const secret = mailbox.secretEncrypted && connectorSecretBox.open(mailbox.secretEncrypted, connector.id);
  if (secret === null) throw new AppError("connector_not_found");
  let sent: SentReceipt | undefined;
  // One after the other: an order that arrives before the text of its coupon waits for it.
  for (const request of sampler.requests(sample, secret)) {
    await inbox.receive(connector.id, request);
    const { dedupKey } = providerNamed(provider).recognize(request);
    const receipt = await whenProcessed(context, connector, { dedupKey, waitSeconds: input.waitSeconds });
    sent = { receipt, provider, body: request.body.toString("utf8") };
  }
  if (!sent) throw new Error(`No sample of ${provider}.`);
  return sent;
}

/** Holds no database connection meanwhile. A receipt that waits for another event stays as it is. */
async function whenProcessed(
  { db }: MerchantContext,
  connector: Connector,
  { dedupKey, waitSeconds }: { dedupKey: string; waitSeconds: number },
): Promise<Receipt> {
  const until = performance.now() + waitSeconds * 1000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    const receipt = orRefuse(await findReceiptByKey(db, connector, dedupKey), "receipt_not_found");
    if (receipt.state !== "waiting" || receipt.attempts > 0 || performance.now() >= until) return receipt;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function sampleOf(context: MerchantContext, sampler: Sampler, input: NewTestReceipt): Promise<Sample> {
  const { random, wallClock } = context;
  const { event } = input;
  const at = wallClock.now();
  const uuid = random.uuid(at);
  if (event === "refund" && input.orderId === undefined) throw invalid("order_id is required for a refund.");
  if (input.couponCode !== undefined && !sampler.hasCoupons)
    throw invalid(`Events of ${input.provider} name no coupon code. Send click_id instead.`);
  const orderId = input.orderId === undefined ? sampler.newOrderId(uuid) : sampler.ownOrderId(input.orderId);
  if (orderId === undefined) throw invalid(`order_id is not an order ID of ${input.provider}.`);
  const known = event === "refund" ? await orderOf(context, input.provider, sampler.externalId(orderId)) : undefined;
  const currency = input.currency ?? known?.total.currency ?? DEFAULT_CURRENCY;
  const money = input.amount === undefined && known ? leftOf(known) : moneyOf(input.amount ?? DEFAULT_AMOUNT, currency);
  if (event === "refund" && money.minor === 0n) throw invalid("Nothing of this order is left to refund.");
  return {
    event,
    orderId,
    uuid,
    at,
    money,
    order: known ?? { total: money, refunds: [] },
    clickId: input.clickId ?? null,
    couponCode: input.couponCode ?? null,
    customerEmail: input.customerEmail ?? `customer-${uuid}@shop.example`,
  };
}

const invalid = (text: string): AppError => new AppError("invalid_request", { text });

async function orderOf(
  { db, accountId }: MerchantContext,
  source: ProviderName,
  externalId: string,
): Promise<SampledOrder | undefined> {
  const order = await findShopOrder(db, accountId, { source, externalId });
  if (!order) return undefined;
  const refunds = await listRefunds(db, accountId, order.id);
  return { total: order.amount, refunds: refunds.filter((refund) => refund.counted && refund.source === source) };
}

/** By default, everything that was not refunded before. */
const leftOf = ({ total, refunds }: SampledOrder): Money => ({
  ...total,
  minor: refunds.reduce((left, { amount }) => left - amount.minor, total.minor),
});
