export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
  /** The first refusal in a window, so that it can be reported once. */
  readonly isFirstRefusal: boolean;
}
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}
/** Counts requests in windows that start with the first request. Exact across all processes that share it. */
export interface RateLimiter {
  take(key: string, rule: RateRule): Promise<Allowance>;
  /** Returns one allowed request that should not have counted. */
  giveBack(key: string, rule: RateRule): Promise<void>;
}

const MINUTE_MS = 60_000;
export const API_KEY_RULE: RateRule = { limit: 100, windowMs: MINUTE_MS };
/** Across all keys of an account, so that creating more keys does not raise the limit. */
export const accountRule = (limit: number): RateRule => ({ limit, windowMs: MINUTE_MS });

/** Per signed-in session. "Select all matching conversions" sends up to 100 reads and 200 changes, well below this limit. */
export const SESSION_RULE: RateRule = { limit: 600, windowMs: 60_000 };

export const allowanceOf = (rule: RateRule, used: number, resetsAt: Date): Allowance => ({
  allowed: used <= rule.limit,
  limit: rule.limit,
  remaining: Math.max(0, rule.limit - used),
  resetsAt,
  isFirstRefusal: used === rule.limit + 1,
});
