import { AppError } from "../../domain/errors.ts";
import type { RateRule } from "../../domain/rate-limit.ts";
import type { MerchantContext } from "../context.ts";
import { windowKey } from "./limit-attempts.ts";

const MINUTE_MS = 60_000;

/**
 * Test events and resends send requests to a host that may not want them. The limit per host counts across accounts; it
 * is higher than the limit per account, so that one merchant cannot use it up for others.
 */
const sendingRules = {
  sendsOfAccount: { limit: 30, windowMs: MINUTE_MS },
  sendsToHost: { limit: 100, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateRule>;

/** Without a URL, several endpoints are meant, and only the account's limit counts. */
export async function limitSending(context: MerchantContext, url?: string): Promise<void> {
  await take(context, "sendsOfAccount", context.accountId);
  if (url !== undefined) await take(context, "sendsToHost", hostOf(url));
}

async function take(context: MerchantContext, name: keyof typeof sendingRules, subject: string): Promise<void> {
  const { allowed, resetsAt } = await context.limiter.take(windowKey(context, name, subject), sendingRules[name]);
  if (!allowed) throw new AppError("too_many_sends", { retryAt: resetsAt });
}

/** Falls back to the whole text if an old URL no longer parses; sending to it fails anyway. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : url);
