import type { Tx } from "../../db/database.ts";
import { AppError } from "../../domain/errors.ts";
import type { UserId } from "../../domain/ids.ts";
import { givenCodeOf, type SecondFactor } from "../../domain/second-factor.ts";
import { digestOf } from "../secret-digest.ts";
import { lockSecondFactor, spendRecoveryCode, spendStep } from "../../store/people/second-factors.ts";
import type { Services } from "../context.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { recordAccess, type AccessFacts } from "../audit/record-access.ts";

type Who = AccessFacts & { readonly userId: UserId };

/** Called before the transaction: every try counts, even a correct one. */
export const limitCodes = (services: Services, who: Who): Promise<void> =>
  limitAttempts(
    services,
    [
      ["secondFactor", who.userId],
      ["secondFactorADay", who.userId],
    ],
    who,
  );

/** Wraps the transaction, because a rollback would lose the record. */
export async function recordingWrongCodes(services: Services, who: Who, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError && error.code === "wrong_second_factor")
      recordAccess(services, "second_factor_failed", who);
    throw error;
  }
}

/**
 * Spends a code from the authenticator app or a recovery code. Each works once. Wrong and used codes give the same
 * error.
 */
export async function spendCode(services: Services, tx: Tx, given: { userId: UserId; code: string }): Promise<void> {
  const factor = await lockSecondFactor(tx, given.userId);
  if (!factor?.confirmedAt) throw new AppError("second_factor_off");
  const { kind, code } = givenCodeOf(given.code);
  const isSpent =
    kind === "recovery"
      ? await spendRecoveryCode(tx, factor.userId, digestOf(code))
      : await spendOneTimeCode(services, tx, { factor, code });
  if (!isSpent) throw new AppError("wrong_second_factor");
}

async function spendOneTimeCode(
  services: Services,
  tx: Tx,
  { factor, code }: { factor: SecondFactor; code: string },
): Promise<boolean> {
  const step = stepOf(services, factor, code);
  return step !== undefined && spendStep(tx, factor.userId, step);
}

export function stepOf(
  { secondFactorBox, oneTimeCodes, clock }: Services,
  { secretSealed, userId }: SecondFactor,
  code: string,
): number | undefined {
  return oneTimeCodes.stepOf(secondFactorBox.open(secretSealed, userId), code, clock.now());
}
