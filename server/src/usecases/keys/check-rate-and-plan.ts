import { AppError } from "../../domain/errors.ts";
import { accountRule, API_KEY_RULE, type Allowance } from "../../domain/rate-limit.ts";
import type { Services } from "../context.ts";
import type { AuthenticatedKey } from "./key-authenticator.ts";

export interface CheckedKey {
  readonly allowance: Allowance;
  readonly refusal: AppError | undefined;
}

/** The rate limit comes first, so that keys without the plan cannot send more requests than others. */
export async function checkRateAndPlan(
  services: Pick<Services, "limiter" | "settings">,
  key: AuthenticatedKey,
): Promise<CheckedKey> {
  const allowance = await take(services, key);
  if (!allowance.allowed) return { allowance, refusal: new AppError("rate_limited", { retryAt: allowance.resetsAt }) };
  return { allowance, refusal: key.plan === "pro" ? undefined : new AppError("plan_required") };
}

/**
 * Returns the key's allowance until the account's is used up. A request that the key's limit refuses does not count for
 * the account.
 */
async function take(
  { limiter, settings }: Pick<Services, "limiter" | "settings">,
  { keyId, accountId }: AuthenticatedKey,
): Promise<Allowance> {
  const ofKey = await limiter.take(`key:${keyId}`, API_KEY_RULE);
  if (!ofKey.allowed) return ofKey;
  const ofAccount = await limiter.take(`account:${accountId}`, accountRule(settings.apiRequestsPerMinute));
  return ofAccount.allowed ? ofKey : { ...ofAccount, limit: ofKey.limit };
}
