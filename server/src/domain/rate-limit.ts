export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
  /** Of all that a window refuses, the first: what is worth telling once. */
  readonly isFirstRefusal: boolean;
}
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}
/** Counts calls in windows that start with the first call. Exact over all processes that share it. */
export interface RateLimiter {
  take(key: string, rule: RateRule): Promise<Allowance>;
  /** Takes back one call that was allowed and should not have counted. */
  giveBack(key: string, rule: RateRule): Promise<void>;
}

const MINUTE_MS = 60_000;
export const API_KEY_RULE: RateRule = { limit: 100, windowMs: MINUTE_MS };
/** Over all keys of an account, so that more keys do not mean more load without end. */
export const accountRule = (limit: number): RateRule => ({ limit, windowMs: MINUTE_MS });

/** Per signed-in session. "Select all that match" sends up to 100 reads and 200 changes, so pages stay well below it. */
export const SESSION_RULE: RateRule = { limit: 600, windowMs: 60_000 };

export const allowanceOf = (rule: RateRule, used: number, resetsAt: Date): Allowance => ({
  allowed: used <= rule.limit,
  limit: rule.limit,
  remaining: Math.max(0, rule.limit - used),
  resetsAt,
  isFirstRefusal: used === rule.limit + 1,
});
