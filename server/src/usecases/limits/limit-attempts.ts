import { DAY_MS } from "../../domain/values/day.ts";
import { AppError } from "../../domain/errors.ts";
import { networkOf } from "../../domain/network.ts";
import type { Visitor } from "../../domain/person.ts";
import type { Allowance, RateRule } from "../../domain/rate-limit.ts";
import { auditPerson } from "../audit/audit-person.ts";
import type { Services } from "../context.ts";
import { recordAccess, type AccessFacts } from "../audit/record-access.ts";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Generous for a person who forgot their password, useless for a program that guesses. */
export const attemptRules = {
  signInFromAddress: { limit: 200, windowMs: QUARTER_MS },
  /** Wrong passwords across all addresses. Strangers can use this limit up, so known browsers have their own. */
  signInForEmail: { limit: 50, windowMs: QUARTER_MS },
  signInForEmailFromAddress: { limit: 10, windowMs: QUARTER_MS },
  /** An extra allowance that strangers cannot use up. */
  signInFromKnownBrowser: { limit: 10, windowMs: QUARTER_MS },
  /** New people, by sign-up or invitation: each one costs a password hash. */
  signUpFromAddress: { limit: 30, windowMs: QUARTER_MS },
  /** The response reveals whether an address is taken. */
  signUpWithoutMail: { limit: 10, windowMs: HOUR_MS },
  /**
   * Each one sends an email to someone who may not have asked for it. The second limit is higher, so that one stranger
   * cannot use it up.
   */
  signUpForEmailFromAddress: { limit: 3, windowMs: HOUR_MS },
  /** Emails to one mailbox, across all senders. */
  signUpMail: { limit: 5, windowMs: DAY_MS },
  /** Ten tries at eight digits. Counted per sign-up, so that nobody can use up someone else's. */
  confirmSignUp: { limit: 10, windowMs: HOUR_MS },
  /** Applications to campaigns. Few people share an address and apply within an hour. */
  applyFromAddress: { limit: 20, windowMs: HOUR_MS },
  /** Keeps a flood from many addresses out of one merchant's lists. */
  applyToCampaign: { limit: 300, windowMs: HOUR_MS },
  /** Three six-digit codes are valid at a time, and a guess requires the password first. */
  secondFactor: { limit: 10, windowMs: QUARTER_MS },
  secondFactorADay: { limit: 40, windowMs: DAY_MS },
  changePassword: { limit: 10, windowMs: QUARTER_MS },
  /** Each one sends an email to someone who may not have asked for it. */
  resetFromAddress: { limit: 30, windowMs: QUARTER_MS },
  resetForEmail: { limit: 5, windowMs: HOUR_MS },
  /** Each one hashes a password. Counted per link, so that nobody can use up someone else's. */
  resetByLink: { limit: 30, windowMs: HOUR_MS },
  sendAddressCode: { limit: 5, windowMs: HOUR_MS },
  /** Ten tries at eight digits; the code is valid for an hour. */
  confirmAddress: { limit: 10, windowMs: HOUR_MS },
  /** Enough for an affiliate who misses a sale, too few to enumerate order IDs. */
  askClaim: { limit: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>;
type RuleName = keyof typeof attemptRules;

/** The rule, and who or what it counts. Visitors count by network. */
export type Attempt = readonly [rule: RuleName, ...subjects: (string | Visitor)[]];

/**
 * The key of a window. Hashed, because the shared limiter stores keys in the database: personal addresses must not be
 * there, nor be recoverable by guessing.
 */
export const windowKey = ({ attemptHash }: Pick<Services, "attemptHash">, name: string, subject: string): string =>
  `${name}:${attemptHash(subject).toString("base64url")}`;

/** Limits that strangers can use to lock someone out. The person's accounts are notified once per window. */
const lockouts: Partial<Record<RuleName, "password" | "second_factor">> = {
  signInForEmail: "password",
  secondFactor: "second_factor",
  secondFactorADay: "second_factor",
};

/** Checked in order: an attempt refused by one limit does not count towards the later ones. `who` is for the logs. */
export async function limitAttempts(
  services: Services,
  attempts: readonly Attempt[],
  who: AccessFacts = {},
): Promise<void> {
  for (const attempt of attempts) {
    const { allowed, resetsAt, isFirstRefusal } = await take(services, attempt);
    if (isFirstRefusal) await reportLimit(services, attempt[0], who);
    if (!allowed) throw new AppError("too_many_attempts", { retryAt: resetsAt });
  }
}

/** For limits that skip something instead of refusing the request. */
export async function isWithinLimit(services: Services, attempt: Attempt, who: AccessFacts = {}): Promise<boolean> {
  const { allowed, isFirstRefusal } = await take(services, attempt);
  if (isFirstRefusal) await reportLimit(services, attempt[0], who);
  return allowed;
}

export async function giveBackAttempts(services: Services, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await services.limiter.giveBack(keyOf(services, attempt), attemptRules[attempt[0]]);
}

const take = (services: Services, attempt: Attempt): Promise<Allowance> =>
  services.limiter.take(keyOf(services, attempt), attemptRules[attempt[0]]);

function keyOf(services: Services, [rule, ...subjects]: Attempt): string {
  const texts = subjects.map((subject) => (typeof subject === "string" ? subject : networkOf(subject.address)));
  return windowKey(services, rule, texts.join(" "));
}

async function reportLimit(services: Services, rule: RuleName, who: AccessFacts): Promise<void> {
  recordAccess(services, "too_many_attempts", { ...who, limit: rule });
  const { userId } = who;
  const what = lockouts[rule];
  if (what === undefined || userId === undefined) return;
  const acting = { ...services, actor: "system", origin: null };
  await services.db.transaction((tx) =>
    auditPerson(tx, acting, { action: "user.locked_out", subject: userId, after: { limit: what } }),
  );
}
