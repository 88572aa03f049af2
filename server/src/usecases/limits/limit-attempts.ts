import { DAY_MS } from "../../domain/day.ts";
import { AppError } from "../../domain/errors.ts";
import { networkOf } from "../../domain/network.ts";
import type { Visitor } from "../../domain/person.ts";
import type { Allowance, RateRule } from "../../domain/rate-limit.ts";
import { auditPerson } from "../audit/audit-person.ts";
import type { Services } from "../context.ts";
import { recordAccess, type AccessFacts } from "../audit/record-access.ts";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Generous for a person who has forgotten which password it was, useless for a program that guesses. */
export const attemptRules = {
  signInFromAddress: { limit: 200, windowMs: QUARTER_MS },
  /** Wrong passwords over all addresses. Strangers can use it up, so a browser that has signed in before does not need it. */
  signInForEmail: { limit: 50, windowMs: QUARTER_MS },
  signInForEmailFromAddress: { limit: 10, windowMs: QUARTER_MS },
  /** On top of the others, and nobody else can use it up. */
  signInFromKnownBrowser: { limit: 10, windowMs: QUARTER_MS },
  /** New people, by sign-up or by invitation: each of them costs a password hash. */
  signUpFromAddress: { limit: 30, windowMs: QUARTER_MS },
  /** The response says whether an address is taken. */
  signUpWithoutMail: { limit: 10, windowMs: HOUR_MS },
  /** Each sends an email to somebody who may not have asked for it. The second is higher, so that one stranger cannot use it up. */
  signUpForEmailFromAddress: { limit: 3, windowMs: HOUR_MS },
  /** Emails to one mailbox, over all senders. */
  signUpMail: { limit: 5, windowMs: DAY_MS },
  /** Ten tries at eight digits. Counted by sign-up, so that nobody can use up somebody else's. */
  confirmSignUp: { limit: 10, windowMs: HOUR_MS },
  /** A guess at six digits hits one of the three codes that are taken; only whoever has the password comes this far. */
  secondFactor: { limit: 10, windowMs: QUARTER_MS },
  secondFactorADay: { limit: 40, windowMs: DAY_MS },
  changePassword: { limit: 10, windowMs: QUARTER_MS },
  /** Each sends a mail to somebody who may not have asked for it. */
  resetFromAddress: { limit: 30, windowMs: QUARTER_MS },
  resetForEmail: { limit: 5, windowMs: HOUR_MS },
  /** Each hashes a password. Counted by link, so that nobody can use up somebody else's. */
  resetByLink: { limit: 30, windowMs: HOUR_MS },
  sendAddressCode: { limit: 5, windowMs: HOUR_MS },
  /** Ten tries at eight digits, and the code lives for an hour. */
  confirmAddress: { limit: 10, windowMs: HOUR_MS },
  /** Enough for whoever misses a sale, too little to go through somebody's order ids. */
  askClaim: { limit: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>;
type RuleName = keyof typeof attemptRules;

/** Which rule, and whom or what it counts. A visitor counts by the network that they come from. */
export type Attempt = readonly [rule: RuleName, ...subjects: (string | Visitor)[]];

/**
 * The key of a window. Hashed: the shared limiter keeps its keys in the database, where no address may stand that a person
 * could ask to be erased, nor one that could be found by trying.
 */
export const windowKey = ({ attemptHash }: Pick<Services, "attemptHash">, name: string, subject: string): string =>
  `${name}:${attemptHash(subject).toString("base64url")}`;

/** Reached by strangers, these keep somebody out: their accounts are told, once for each window. */
const lockouts: Partial<Record<RuleName, "password" | "second_factor">> = {
  signInForEmail: "password",
  secondFactor: "second_factor",
  secondFactorADay: "second_factor",
};

/** In the order given: an attempt that the first limit refuses does not use up the others. `who` is for the logs. */
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

/** For limits above which something is left out and not refused. */
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
