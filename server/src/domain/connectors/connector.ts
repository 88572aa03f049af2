import { CONNECTOR_SECRET_MAX } from "tributary-sdk/limits";
import type { CommissionBase, ProviderName } from "tributary-sdk/words";
import type { Facts } from "../audit.ts";
import { AppError } from "../errors.ts";
import type { AccountId, CampaignId, ConnectorId } from "../ids.ts";

/** Where a shop or payment provider sends its webhooks. */
export interface Connector {
  readonly id: ConnectorId;
  readonly accountId: AccountId;
  readonly provider: ProviderName;
  readonly name: string;
  /** Used if neither click, coupon nor customer name a campaign. */
  readonly campaignId: CampaignId | null;
  readonly commissionBase: CommissionBase;
  readonly paymentIntents: boolean;
  /** Paddle only: all its events are test events. */
  readonly sandbox: boolean;
  /** WooCommerce only: the site whose orders count. null until its first order. */
  readonly site: string | null;
  /** The last other site that sent events. They were ignored. */
  readonly otherSite: string | null;
  readonly mapping: Readonly<Record<string, string>> | null;
  /** False until the provider's secret is known. Nothing is accepted before. */
  readonly hasSecret: boolean;
  /** Until then, the previous secret is accepted too. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
}

/** Long enough for retries that were signed before a rotation. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000;

/** Providers that show their secret only after they know the URL. */
const ISSUING: ReadonlySet<ProviderName> = new Set(["stripe", "shopify", "paddle"]);
export const issuesSecret = (provider: ProviderName): boolean => ISSUING.has(provider);

export const defaultConnectorName: Readonly<Record<ProviderName, string>> = {
  stripe: "Stripe",
  shopify: "Shopify",
  woocommerce: "WooCommerce",
  paddle: "Paddle",
  lemonsqueezy: "Lemon Squeezy",
  generic: "Webhook",
};

/** For the audit log. Omits the mapping: it can be long, and the connector shows it. */
export const connectorFacts = (connector: Connector): Facts => ({
  provider: connector.provider,
  name: connector.name,
  campaign_id: connector.campaignId,
  commission_base: connector.commissionBase,
  payment_intents: connector.paymentIntents,
  sandbox: connector.sandbox,
  site: connector.site,
  has_mapping: connector.mapping !== null,
});

const SECRET_LENGTH = 32;
const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** The largest multiple of 62 that fits into a byte: larger ones would make some characters more likely. */
const FAIR_BELOW = 248;

/** Letters and digits only: WordPress decodes HTML entities in secrets, and Lemon Squeezy takes at most 40 characters. */
export function connectorSecretOf(bytesOf: (size: number) => Buffer): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH)
    for (const byte of bytesOf(SECRET_LENGTH))
      if (byte < FAIR_BELOW && secret.length < SECRET_LENGTH) secret += LETTERS_AND_DIGITS[byte % 62];
  return secret;
}

/** The provider's secret as people paste it. */
export function givenSecret(text: string): string {
  const secret = text.trim();
  if (!/^[\u{20}-\u{7e}]+$/u.test(secret) || secret.length > CONNECTOR_SECRET_MAX)
    throw new AppError("invalid_request", {
      text: `secret must be 1 to ${CONNECTOR_SECRET_MAX} printable characters.`,
    });
  return secret;
}

const GAPS = 5;
const SILENT_MIN_MS = 24 * 3_600_000;
/** Nine of ten gaps are shorter than the usual one. */
const USUAL = 0.9;

/**
 * Since when a connector is silent: nothing has arrived for several times the usual gap, and for a day at least. `times`:
 * the last arrival of each of the newest hours with receipts, newest first. A burst is one of them, so it does not make
 * the usual gap shorter. null: not silent, or too few to tell.
 */
export function silentSince(times: readonly Date[], now: Date): Date | null {
  const [newest] = times;
  if (!newest || times.length < GAPS + 1) return null;
  const gaps = times.slice(1).map((time, index) => (times[index] ?? time).getTime() - time.getTime());
  const usualMs = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) * USUAL)] ?? 0;
  const quietMs = now.getTime() - newest.getTime();
  return quietMs > Math.max(GAPS * usualMs, SILENT_MIN_MS) ? newest : null;
}
/** How many hours with receipts the usual gap is taken from. */
export const HEARTBEAT_HOURS = 50;
