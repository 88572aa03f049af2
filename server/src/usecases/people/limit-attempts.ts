import { DAY_MS } from "../../domain/day.ts";
import { AppError } from "../../domain/errors.ts";
import type { RateRule } from "../../domain/rate-limit.ts";
import type { Services } from "../context.ts";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Generous for a person who has forgotten which password it was, useless for a program that guesses. */
export const attemptRules = {
  signInFromAddress: { limit: 200, windowMs: QUARTER_MS },
  /** Over all addresses, and higher than the next: nobody is locked out by one stranger's attempts from one place. */
  signInForEmail: { limit: 50, windowMs: QUARTER_MS },
  signInForEmailFromAddress: { limit: 10, windowMs: QUARTER_MS },
  /** Whoever becomes a new person, by signing up or by an invitation: each hashes a password. */
  signUpFromAddress: { limit: 30, windowMs: QUARTER_MS },
  /** A guess at six digits hits one of the three codes that are taken; only whoever has the password comes this far. */
  secondFactor: { limit: 10, windowMs: QUARTER_MS },
  secondFactorADay: { limit: 40, windowMs: DAY_MS },
  changePassword: { limit: 10, windowMs: QUARTER_MS },
  /** Each sends a mail to somebody who may not have asked for it. */
  resetFromAddress: { limit: 30, windowMs: QUARTER_MS },
  resetForEmail: { limit: 5, windowMs: HOUR_MS },
  sendAddressCode: { limit: 5, windowMs: HOUR_MS },
  /** Ten tries at eight digits, and the code lives for an hour. */
  confirmAddress: { limit: 10, windowMs: HOUR_MS },
  /** Enough for whoever misses a sale, too little to go through somebody's order ids. */
  askClaim: { limit: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>;

export type Attempt = readonly [rule: keyof typeof attemptRules, subject: string];

/**
 * In the order given: an attempt that the first limit refuses does not use up the others. The shared limiter keeps its keys in
 * the database, where no address may stand that a person could ask to be erased, nor one that could be found by trying.
 */
export async function limitAttempts(
  { limiter, attemptHash }: Pick<Services, "limiter" | "attemptHash">,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const [name, subject] of attempts) {
    const { allowed, resetsAt } = await limiter.take(
      `${name}:${attemptHash(subject).toString("base64url")}`,
      attemptRules[name],
    );
    if (!allowed) throw new AppError("too_many_attempts", { retryAt: resetsAt });
  }
}
