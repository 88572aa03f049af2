import { CONNECTOR_FIGURE_MAX } from "tributary-sdk/limits";
import type { ConnectorRow, ReceiptOutcome, ReceiptRow, ShopOrderRow } from "tributary-sdk/pages";
import type { CommissionBase, ProviderName, ReceiptState } from "tributary-sdk/words";
import { countText, numberText } from "../format/numbers.ts";
import { sentenceCase } from "../format/sentence-case.ts";
import { providerWords } from "./providers.ts";
import type { Tone } from "./tones.ts";

/** Counting stops at a limit. */
export const figureText = (count: number): string =>
  count > CONNECTOR_FIGURE_MAX ? `${numberText(CONNECTOR_FIGURE_MAX)}+` : numberText(count);

/** Where the events come from, within a sentence. */
export const senderOf = (provider: ProviderName): string =>
  provider === "generic" ? "your shop" : providerWords[provider];

/** Providers that issue the secret themselves, and show it only once they know the URL. */
export const issuesSecret = (provider: ProviderName): boolean =>
  provider === "stripe" || provider === "shopify" || provider === "paddle";

/** An unknown shop sends one amount: what commission is paid on. */
export const hasBase = (provider: ProviderName): boolean => provider !== "generic";

export const baseWords: Readonly<Record<CommissionBase, string>> = {
  net: "Goods after discounts, without tax and shipping",
  net_and_shipping: "Goods and shipping, without tax",
  gross: "Everything the customer paid, with tax and shipping",
};

export const receiptTones: Readonly<Record<ReceiptState, Tone>> = {
  waiting: "waiting",
  done: "good",
  ignored: "quiet",
  failed: "bad",
};
export const receiptWords: Readonly<Record<ReceiptState, string>> = {
  waiting: "Waiting",
  done: "Processed",
  ignored: "Ignored",
  failed: "Failed",
};

type Health = Pick<
  ConnectorRow,
  "provider" | "has_secret" | "last_received_at" | "silent_since" | "receipts" | "refused"
>;

/** The state of a connector in a word, the worst first. */
export function healthOf(connector: Health): readonly [tone: Tone, word: string] {
  if (!connector.has_secret) return ["waiting", "Secret missing"];
  if (connector.receipts.failed > 0) return ["bad", `${figureText(connector.receipts.failed)} failed`];
  if (connector.last_received_at === null) return ["waiting", "Waiting for events"];
  return connector.silent_since === null ? ["good", "Working"] : ["warning", "Silent"];
}

/** Requests since the last event that was accepted. Earlier ones are settled. */
export function refusedText(connector: Pick<ConnectorRow, "refused" | "last_received_at" | "has_secret">) {
  const { count, last_at: lastAt } = connector.refused;
  const { last_received_at: receivedAt } = connector;
  if (count === 0 || lastAt === null || (receivedAt !== null && lastAt <= receivedAt)) return undefined;
  const requests = countText(count, "request");
  return connector.has_secret
    ? `${requests} had a wrong signature. Check the secret.`
    : `${requests} arrived before the secret was saved and ${count === 1 ? "was" : "were"} rejected.`;
}

const reasonWords: Readonly<Record<string, string>> = {
  no_evidence: "the order came without a click, a coupon or a known customer",
  click_not_found: "its click ID is unknown",
  click_not_recorded_yet: "its click is not recorded yet; Tributary tries again automatically",
  click_of_other_campaign: "the click belongs to another campaign",
  outside_attribution_window: "the click had expired",
  affiliate_code_not_found: "its affiliate code is unknown",
  affiliate_not_active: "the affiliate was not active",
  campaign_archived: "the campaign is archived",
  campaign_not_active: "the campaign is paused",
  campaign_not_found: "no campaign was found for it",
  no_campaign: "no campaign was found for it",
  customer_not_found: "the customer was not brought by an affiliate",
  coupon_not_found: "no affiliate holds this coupon",
  coupon_of_other_campaign: "the coupon belongs to another campaign",
  coupon_ended: "its coupon had ended",
  coupon_needs_click: "the campaign accepts coupons only with a click",
  budget_exceeded: "the campaign's budget does not cover the commission",
  currency_mismatch: "its currency differs from the campaign's budget",
  commission_too_large: "the commission would be too large",
  duplicate_conversion: "a conversion with this order ID already exists",
};

/** An own shop may name its events in a way that is not known here. */
export const eventName = ({ topic }: Pick<ReceiptRow, "topic">): string => (topic === "" ? "(no event name)" : topic);

/** Why no affiliate has the order, within a sentence. */
const whyText = (reason: string): string => reasonWords[reason] ?? reason.replaceAll("_", " ");

/** For a list of orders that no affiliate has. */
export const unattributedText = ({ reason }: Pick<ShopOrderRow, "reason">): string =>
  sentenceCase(`${whyText(reason ?? "no_evidence")}.`);

const ignoredWords: Readonly<Record<string, string>> = {
  test: "Test event. Only live events count.",
  live: "Live event. Only test events count in a test account.",
  topic: "Not needed. You can remove this event from the webhook.",
  nothing_to_do: "Nothing to record.",
  other_site: "From another site than this connector's.",
};

/** What a receipt without a conversion became. A trial has no conversion: it only binds the customer. */
export function outcomeText({ state, outcome, attempts }: Pick<ReceiptRow, "state" | "outcome" | "attempts">): string {
  switch (state) {
    case "waiting":
      return attempts === 0 ? "Queued." : "Retrying soon.";
    case "failed":
      return outcome.problem ?? "It could not be processed.";
    case "ignored":
      return ignoredWords[outcome.reason ?? ""] ?? sentenceCase(`${whyText(outcome.reason ?? "nothing_to_do")}.`);
    case "done":
      return doneText(outcome);
  }
}

function doneText({ reason, order_id: orderId }: ReceiptOutcome): string {
  if (reason === "not_paid") return "The order is not paid yet.";
  if (reason === "counted_by_invoice") return "Its invoice counts this payment.";
  if (reason !== null) return `No affiliate: ${whyText(reason)}.`;
  return orderId === null
    ? "Saved. Applied when its order arrives."
    : "Free order: no commission. If it names a customer, they now belong to the affiliate.";
}

/** What the first events say about a new connector. A failure counts until one event is processed. */
export function verdictOf(receipts: readonly Pick<ReceiptRow, "state">[]): readonly [tone: Tone, words: string] {
  const some = (state: ReceiptState): boolean => receipts.some((receipt) => receipt.state === state);
  if (some("failed") && !some("done")) return ["bad", "An event arrived, but failed"];
  return some("done") || some("ignored") ? ["good", "It works"] : ["waiting", "An event arrived"];
}

/** How long nothing has arrived, for a warning. */
export const silentText = (provider: ProviderName): string =>
  `${sentenceCase(senderOf(provider))} usually sends events more often. Check that the webhook is still active there.`;
