import { BoundedMap } from "../../domain/bounded-map.ts";
import type { AccountId, KeyId } from "../../domain/ids.ts";
import type { AccountMode, Plan } from "../../domain/person.ts";
import { digestOf } from "../secret-digest.ts";
import { findLivingKey, saveLastUse, type LivingKey } from "../../store/people/api-keys.ts";
import type { Services } from "../context.ts";

export interface AuthenticatedKey {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly plan: Plan;
  readonly mode: AccountMode;
}

interface Lookup {
  readonly startedAt: Date;
  readonly found: Promise<LivingKey | undefined>;
}

const KEY = /^sk_(?:live|test)_[0-9A-Za-z]{43}$/;
/** A revoked key must stop working within five seconds on every process, so lookups are cached for less. */
const TRUSTED_MS = 3_000;
const LOOKUPS_MAX = 1_000;
const NOTED_EVERY_MS = 60_000;

/** Caches key lookups for a few seconds, so that a busy key does not cost a query per request. */
export class KeyAuthenticator {
  readonly #services: Pick<Services, "db" | "clock">;
  readonly #lookups = new BoundedMap<string, Lookup>(LOOKUPS_MAX);

  constructor(services: Pick<Services, "db" | "clock">) {
    this.#services = services;
  }

  async authenticate(key: string): Promise<AuthenticatedKey | undefined> {
    if (!KEY.test(key)) return undefined;
    const { found } = this.#trustedLookup(key) ?? this.#lookUp(key);
    return found;
  }

  #trustedLookup(key: string): Lookup | undefined {
    const lookup = this.#lookups.get(key);
    const ageMs = lookup && this.#services.clock.now().getTime() - lookup.startedAt.getTime();
    // Setting the clock back must not extend the cache.
    return ageMs !== undefined && ageMs >= 0 && ageMs < TRUSTED_MS ? lookup : undefined;
  }

  #lookUp(key: string): Lookup {
    const { db, clock } = this.#services;
    const startedAt = clock.now();
    const found = findLivingKey(db, digestOf(key));
    const lookup = { startedAt, found };
    this.#lookups.set(key, lookup);
    void this.#afterwards(key, lookup);
    return lookup;
  }

  /** Unknown keys are not cached: a new key works immediately, and strangers cannot fill the cache. */
  async #afterwards(key: string, lookup: Lookup): Promise<void> {
    try {
      const found = await lookup.found;
      if (!found) this.#forget(key, lookup);
      else await this.#noteUse(found, lookup.startedAt);
    } catch {
      // The request gets the same error from its own await. A use that could not be saved is saved later.
      this.#forget(key, lookup);
    }
  }

  #forget(key: string, lookup: Lookup): void {
    if (this.#lookups.get(key) === lookup) this.#lookups.delete(key);
  }

  async #noteUse({ keyId, lastUsedAt }: LivingKey, at: Date): Promise<void> {
    const unlessAfter = new Date(at.getTime() - NOTED_EVERY_MS);
    if (lastUsedAt && lastUsedAt > unlessAfter) return;
    await this.#services.db.transaction((tx) => saveLastUse(tx, keyId, { at, unlessAfter }));
  }
}
