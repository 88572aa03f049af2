import { AppError } from "../../domain/errors.ts";
import type { Clock } from "../../system/clock.ts";
import type { Passwords } from "../../system/passwords.ts";
import type { Turns } from "../../system/turns.ts";

const RETRY_AFTER_MS = 3_000;
/** Everyone shares one queue, because every hash costs the process the same. */
const ONE_LINE = "";

/** Limits how many passwords are hashed at a time. If the queue is full, a request fails immediately. */
export function boundedPasswords(
  passwords: Passwords,
  { passwordTurns, clock }: { passwordTurns: Turns; clock: Clock },
): Passwords {
  const busy = () => new AppError("passwords_busy", { retryAt: new Date(clock.now().getTime() + RETRY_AFTER_MS) });
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => passwordTurns.run(ONE_LINE, work, busy);
  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (passwordHash, password) => inTurn(() => passwords.verify(passwordHash, password)),
    isCommon: passwords.isCommon,
  };
}
