import { AppError } from "../../domain/errors.ts";
import type { Clock } from "../../system/clock.ts";
import type { Passwords } from "../../system/passwords.ts";

/** Each hash holds a core and one of the process's four worker threads: two leave room for everything else. */
export const HASHES_AT_ONCE = 2;
/** About a second of work. A longer queue would only delay the refusal. */
export const HASHES_QUEUED = 32;
const RETRY_AFTER_MS = 3_000;

/** First come, first served. Above the queue's length a request fails at once, whoever it is from. */
export function boundedPasswords(passwords: Passwords, clock: Clock): Passwords {
  const queue: (() => void)[] = [];
  let running = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < HASHES_AT_ONCE) running += 1;
    else if (queue.length < HASHES_QUEUED) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new AppError("passwords_busy", { retryAt: new Date(clock.now().getTime() + RETRY_AFTER_MS) });
    try {
      return await work();
    } finally {
      // The next in the queue takes over the slot, so that nobody who comes now can get ahead of it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (passwordHash, password) => inTurn(() => passwords.verify(passwordHash, password)),
  };
}
