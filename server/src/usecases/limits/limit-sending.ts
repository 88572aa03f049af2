import { AppError } from "../../domain/errors.ts";
import type { RateRule } from "../../domain/rate-limit.ts";
import type { MerchantContext } from "../context.ts";
import { windowKey } from "./limit-attempts.ts";

const MINUTE_MS = 60_000;

/**
 * Test events and resends call a host that may not want them, as often as somebody asks. The limit of a host counts over all
 * accounts; it is higher than that of an account, so that one merchant cannot use it up for the others.
 */
const sendingRules = {
  sendsOfAccount: { limit: 30, windowMs: MINUTE_MS },
  sendsToHost: { limit: 100, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateRule>;

/** Without an address: to several endpoints at once, which counts for the account. */
export async function limitSending(context: MerchantContext, url?: string): Promise<void> {
  await take(context, "sendsOfAccount", context.accountId);
  if (url !== undefined) await take(context, "sendsToHost", hostOf(url));
}

async function take(context: MerchantContext, name: keyof typeof sendingRules, subject: string): Promise<void> {
  const { allowed, resetsAt } = await context.limiter.take(windowKey(context, name, subject), sendingRules[name]);
  if (!allowed) throw new AppError("too_many_sends", { retryAt: resetsAt });
}

/** Of an address that could not be registered today, the whole text: sending to it fails by itself. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : url);
