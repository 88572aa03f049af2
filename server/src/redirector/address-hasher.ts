import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { BoundedMap } from "../domain/bounded-map.ts";
import { dayNumberOf } from "../domain/click.ts";
import { DAY_MS, dayOf } from "../domain/values/day.ts";
import { detached } from "./detached.ts";

const HASH_BYTES = 16;
const KNOWN_MAX = 10_000;
const DAYS_MAX = 3;

interface Day {
  readonly key: KeyObject;
  readonly known: BoundedMap<string, Buffer>;
}

/**
 * Keyed hashes of visitors' addresses. Each day's key is random, shared through the database and deleted when the day
 * is over, so not even the operator can find an address by trying them all. It is mixed with the installation's secret,
 * so a copy of the database made during the day is not enough either.
 */
export class AddressHasher {
  readonly #days = new Map<number, Day>();
  readonly #secretKey: Uint8Array;
  readonly #keyOf: (day: string) => Promise<Buffer>;

  constructor(secretKey: Uint8Array, keyOf: (day: string) => Promise<Buffer>) {
    this.#secretKey = secretKey;
    this.#keyOf = keyOf;
  }

  isReady(ms: number): boolean {
    return this.#days.has(dayNumberOf(ms));
  }

  /** Fetches the key for that day. */
  async prepare(ms: number): Promise<void> {
    const number = dayNumberOf(ms);
    const shared = await this.#keyOf(dayOf(new Date(number * DAY_MS)));
    const key = createHmac("sha256", this.#secretKey).update("address of a visitor").update(shared).digest();
    this.#days.set(number, { key: createSecretKey(key), known: new BoundedMap(KNOWN_MAX) });
    // In the order of their preparation: the earliest day is the one just prepared if the clock was set back.
    const [first = number] = this.#days.keys();
    if (this.#days.size > DAYS_MAX) this.#days.delete(first);
  }

  /** Null when the day was not prepared. */
  hash(address: string, ms: number): Buffer | null {
    const day = this.#days.get(dayNumberOf(ms));
    if (!day) return null;
    const known = day.known.get(address);
    if (known) return known;
    const hash = createHmac("sha256", day.key).update(address).digest().subarray(0, HASH_BYTES);
    day.known.set(detached(address), hash);
    return hash;
  }
}
