import { DAY_MS, dayOf } from "../../domain/values/day.ts";
import { deleteAddressKeysBefore, ensureAddressKey } from "../../store/clicks/clicks.ts";
import type { Services } from "../context.ts";

const KEY_BYTES = 32;

/**
 * The key of a day's address hashes, shared by all processes. It is random, not derived, so it cannot be restored once
 * deleted.
 */
export async function addressKeyOf({ db, random }: Pick<Services, "db" | "random">, day: string): Promise<Buffer> {
  return db.transaction((tx) => ensureAddressKey(tx, day, random.bytes(KEY_BYTES)));
}

/** Keeps yesterday's key for processes whose clock is behind. */
export async function forgetAddressKeys({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const yesterday = dayOf(new Date(clock.now().getTime() - DAY_MS));
  await db.transaction((tx) => deleteAddressKeysBefore(tx, yesterday));
}
