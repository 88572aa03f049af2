import type { ConnectorPulseResponse, ConnectorRow, ReceiptRow, ShopOrderRow } from "tributary-sdk/pages";
import { commissionBases, providerNames, receiptStates } from "tributary-sdk/words";
import { z } from "zod";
import type { Receipt } from "../../domain/connectors/receipt.ts";
import { majorOf } from "../../domain/values/money.ts";
import type { ShownConnector } from "../../usecases/connectors/list-connectors.ts";
import type { ShopOrder } from "../../usecases/connectors/browse-unattributed.ts";
import { isoOrNull } from "./times.ts";

export const connectorRow: z.ZodType<ConnectorRow> = z.object({
  id: z.string(),
  provider: z.enum(providerNames),
  name: z.string(),
  url: z.string(),
  has_secret: z.boolean(),
  previous_secret_until: z.string().nullable(),
  campaign: z.object({ id: z.string(), name: z.string() }).nullable(),
  commission_base: z.enum(commissionBases),
  payment_intents: z.boolean(),
  sandbox: z.boolean(),
  site: z.string().nullable(),
  other_site: z.string().nullable(),
  mapping: z.record(z.string(), z.string()).nullable(),
  created_at: z.string(),
  last_received_at: z.string().nullable(),
  silent_since: z.string().nullable(),
  refused: z.object({ count: z.number(), last_at: z.string().nullable() }),
  receipts: z.record(z.enum(receiptStates), z.number()),
  orders: z.object({ attributed: z.number(), unattributed: z.number() }),
});

export function presentConnector(shown: ShownConnector): ConnectorRow {
  const { connector, campaignName, refused, receipts, orders } = shown;
  const { campaignId } = connector;
  return {
    id: connector.id,
    provider: connector.provider,
    name: connector.name,
    url: shown.url,
    has_secret: connector.hasSecret,
    previous_secret_until: isoOrNull(connector.previousSecretUntil),
    campaign: campaignId && { id: campaignId, name: campaignName ?? "" },
    commission_base: connector.commissionBase,
    payment_intents: connector.paymentIntents,
    sandbox: connector.sandbox,
    site: connector.site,
    other_site: connector.otherSite,
    mapping: connector.mapping && { ...connector.mapping },
    created_at: connector.createdAt.toISOString(),
    last_received_at: isoOrNull(shown.lastReceivedAt),
    silent_since: isoOrNull(shown.silentSince),
    refused: { count: refused.count, last_at: isoOrNull(refused.lastAt) },
    receipts: { ...receipts },
    orders: { ...orders },
  };
}

export const connectorPulse: z.ZodType<ConnectorPulseResponse> = z.object({
  last_received_at: z.string().nullable(),
  is_waiting: z.boolean(),
  refused: z.number(),
});

export const receiptRow: z.ZodType<ReceiptRow> = z.object({
  id: z.string(),
  topic: z.string(),
  state: z.enum(receiptStates),
  received_at: z.string(),
  worked_at: z.string().nullable(),
  attempts: z.number(),
  outcome: z.object({
    order_id: z.string().nullable(),
    conversion_id: z.string().nullable(),
    reason: z.string().nullable(),
    problem: z.string().nullable(),
  }),
  has_body: z.boolean(),
});

export const presentReceipt = ({ outcome, ...receipt }: Receipt): ReceiptRow => ({
  id: receipt.id,
  topic: receipt.topic,
  state: receipt.state,
  received_at: receipt.receivedAt.toISOString(),
  worked_at: isoOrNull(receipt.workedAt),
  attempts: receipt.attempts,
  outcome: {
    order_id: outcome.orderId,
    conversion_id: outcome.conversionId,
    reason: outcome.reason,
    problem: outcome.problem,
  },
  has_body: receipt.hasBody,
});

export const shopOrderRow: z.ZodType<ShopOrderRow> = z.object({
  id: z.string(),
  external_id: z.string(),
  source: z.enum([...providerNames, "api"]),
  amount: z.number(),
  currency: z.string(),
  paid_at: z.string(),
  conversion_id: z.string().nullable(),
  reason: z.string().nullable(),
});

export const presentShopOrder = (order: ShopOrder): ShopOrderRow => ({
  id: order.id,
  external_id: order.externalId,
  source: order.source,
  amount: majorOf(order.amount),
  currency: order.amount.currency,
  paid_at: order.paidAt.toISOString(),
  conversion_id: order.conversionId,
  reason: order.reason,
});
